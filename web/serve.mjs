// serve.mjs FOLDER [PORT] - serves a folder on this machine alone; port 0 is any that is free.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.png': 'image/png', '.txt': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json' };

/** Starts a server; `onRequest` is given each path. */
export function serve(folder, port, onRequest = () => {}) {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      onRequest(pathname);
      const file = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
      const body = await readFile(join(folder, file));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port = '8000'] = process.argv.slice(2);
  try {
    const server = await serve(folder, Number(port));
    console.log(`http://localhost:${server.address().port}/  (Ctrl+C ends it)`);
  } catch (error) {
    console.error(`serve.mjs: ${error.message}`);
    process.exit(1);
  }
}
