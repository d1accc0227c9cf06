// bare.mjs PROGRAM: what the seed decides is decided here as by the program: the recipe's text and
// the pixels of each world, at sizes of three shapes.
import { execFileSync } from 'node:child_process';
import { hash, names, text } from 'libridgeline';

const [program] = process.argv.slice(2);
const ask = (...words) => execFileSync(program, [...words, '-q', '-o', '-'], { encoding: 'utf8' });
const { worlds, moods } = await names();
const sizes = [[320, 180], [117, 253], [400, 100]];
let failed = 0;
for (let seed = 1; seed <= 40; seed++) {
  const [width, height] = sizes[seed % 3];
  const scene = { seed };
  const words = ['--seed', String(seed), '-s', `${width}x${height}`];
  if (seed > 8) words.push('-w', scene.world = worlds[seed % worlds.length]);
  if (seed % 2) words.push('-m', scene.mood = moods[(seed * 7) % moods.length]);
  const lines = (await text(scene, { width, height })).split('\n');
  const other = ask(...words, '-f', 'scene').split('\n');
  const at = lines.findIndex((line, i) => line !== other[i]);
  if (at >= 0 || lines.length !== other.length) {
    failed++;
    console.log(`seed ${seed}: "${lines[at]}", the program has "${other[at]}"`);
  }
  const sum = await hash(scene, { width, height });
  const pixels = ask(...words, '-f', 'hash').trim();
  if (sum !== pixels) {
    failed++;
    console.log(`seed ${seed}: ${sum}, the program has ${pixels}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
