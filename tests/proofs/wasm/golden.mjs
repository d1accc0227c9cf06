// golden.mjs MODULE SCENES HASHES: the text of each golden scene as the library paints it here;
// its pixels, as a page gets them, have the expected hash.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hash, init, map, render } from 'libridgeline';

const [module, scenes, hashes] = process.argv.slice(2);
const file = createRequire(import.meta.url).resolve(`libridgeline/${module}.wasm`);
await init({ wasm: readFileSync(file) });
const expected = new Map(readFileSync(hashes, 'utf8').trim().split('\n').map((line) => line.split(' ')));

// What a page gets has 8 bits a sample: of deeper scenes the library's own hash is asked.
async function hashOf(text) {
  if (/^kind = map$/m.test(text)) return (await map(text)).hash;
  return /^depth = 16$/m.test(text) ? hash(text) : hash(await render(text));
}

let equal = 0;
let failed = 0;
for (const name of readdirSync(scenes)) {
  const actual = await hashOf(readFileSync(`${scenes}/${name}`, 'utf8')).catch((error) => error.message);
  if (actual === expected.get(name.replace('.ini', ''))) equal++;
  else {
    failed++;
    console.log(`${name}: ${actual}`);
  }
}
console.log(`${module}: ${equal} equal, ${failed} not`);
process.exit(failed > 0 || equal < 200 ? 1 : 0);
