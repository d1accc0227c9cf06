// browser.mjs SCENES HASHES PROGRAM: the golden scenes in a worker of headless Chromium, by both
// modules, and the time of a picture of 1920x1080, each beside one of the program with one
// thread; the page's findings come back as a POST.
import { createServer } from 'node:http';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [folder, hashes, program] = process.argv.slice(2);
const expected = Object.fromEntries(readFileSync(hashes, 'utf8').trim().split('\n')
  .map((line) => line.split(' ')));
const scenes = readdirSync(folder).map((name) => [readFileSync(`${folder}/${name}`, 'utf8'),
  expected[name.replace('.ini', '')], name]);
const PAGE = `<!doctype html><script>
const worker = new Worker('/worker.mjs', { type: 'module' });
worker.onmessage = (message) => fetch('/done', { method: 'POST', body: JSON.stringify(message.data) });
worker.onerror = (event) => fetch('/done', { method: 'POST', body: JSON.stringify({ fault: event.message }) });
</script>`;
const WORKER = `import { hash, init, map, render } from '/node_modules/libridgeline/index.js';
const said = {};
try {
  const scenes = await (await fetch('/scenes.json')).json();
  for (const name of ['ridgeline', 'ridgeline-simd']) {
    await init({ wasm: '/node_modules/libridgeline/' + name + '.wasm' });
    const bad = [];
    for (const [text, sum, scene] of scenes) {
      const actual = /^kind = map$/m.test(text) ? (await map(text)).hash
        : /^depth = 16$/m.test(text) ? await hash(text) : await hash(await render(text));
      if (actual !== sum) bad.push(scene + ' ' + actual);
    }
    const times = [];
    const ratios = [];
    for (let i = 0; i < 21; i++) {
      const start = performance.now();
      const picture = await render(66 + i % 7, { width: 1920, height: 1080 });
      if (!(picture instanceof ImageData)) bad.push('a picture is no ImageData');
      const ms = performance.now() - start;
      const native = Number(await (await fetch('/native?' + (66 + i % 7))).text());
      if (i >= 7) {
        times.push(ms);
        ratios.push(ms / native);
      }
    }
    for (const list of [times, ratios]) list.sort((a, b) => a - b);
    said[name] = { scenes: scenes.length, bad, ms: times[7], least: times[0], ratio: ratios[7] };
  }
} catch (error) {
  said.fault = String(error);
}
postMessage(said);`;
const TYPES = { html: 'text/html', mjs: 'text/javascript', js: 'text/javascript', json: 'application/json',
  wasm: 'application/wasm' };
const fixed = { '/': PAGE, '/worker.mjs': WORKER, '/scenes.json': JSON.stringify(scenes) };

// The milliseconds of a picture by the program, its start and end with them.
function native(seed) {
  const start = performance.now();
  execFileSync(program, ['--seed', seed, '-s', '1920x1080', '--threads', '1', '-f', 'null', '-q']);
  return performance.now() - start;
}

let finish;
const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  if (pathname === '/native') return response.end(String(native(search.slice(1))));
  if (pathname === '/done') {
    let body = '';
    request.on('data', (bytes) => { body += bytes; });
    request.on('end', () => finish(JSON.parse(body)));
    return response.end();
  }
  const ending = pathname === '/' ? 'html' : pathname.split('.').at(-1);
  try {
    const body = fixed[pathname] ?? readFileSync(`.${pathname}`);
    response.writeHead(200, { 'content-type': TYPES[ending] ?? 'text/plain' });
    return response.end(body);
  } catch {
    response.writeHead(404);
    return response.end();
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  const profile = mkdtempSync(join(tmpdir(), 'ridgeline-browser-'));
  const browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu',
    `--user-data-dir=${profile}`, address], { stdio: 'ignore' });
  const hung = setTimeout(() => finish({ fault: 'no answer in ten minutes' }), 600000);
  finish = (said) => {
    clearTimeout(hung);
    browser.kill();
    server.close();
    let failed = said.fault ? 1 : 0;
    if (said.fault) console.log(said.fault);
    for (const name of Object.keys(said).filter((key) => said[key].bad)) {
      const { scenes: count, bad, ms, least, ratio } = said[name];
      failed += bad.length;
      bad.forEach((line) => console.log(line));
      console.log(`${name}: ${count - bad.length} equal, ${bad.length} not; 1920x1080 in ${ms.toFixed(0)}`
        + ` ms (the median of 14; the least ${least.toFixed(0)}), ${ratio.toFixed(2)} times the program's`);
    }
    browser.on('exit', () => {
      rmSync(profile, { recursive: true, force: true });
      process.exit(failed > 0 ? 1 : 0);
    });
  };
});
