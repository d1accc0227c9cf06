// ground_drop.mjs FOLDER - a body dropped on the ground of backdrop.js comes to rest on it: at many
// places, also a loop away, it ends within a tenth of a pixel of the heights of ridges.csv.
import { readFileSync } from 'node:fs';

const folder = process.argv[2];
const source = readFileSync(`${folder}/backdrop.js`, 'utf8');
const { groundAt } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const { width, height } = JSON.parse(readFileSync(`${folder}/layers.json`, 'utf8'));
const up = readFileSync(`${folder}/ridges.csv`, 'utf8').trim().split('\n').slice(1)
  .map((line) => Number(line.split(',').at(-1)));

/** Where a body that falls from the upper edge stops: y, after five seconds of sixty steps. */
function drop(x) {
  let y = 0, speed = 0;
  for (let step = 0; step < 300; step++) {
    speed += 2 * height / 3600;
    y += speed;
    if (y >= groundAt(x)) [y, speed] = [groundAt(x), 0];
  }
  return y;
}

for (let x = -2 * width; x < 3 * width; x += 7) {
  const rest = drop(x + 0.5), line = height - up[((x % width) + width) % width];
  if (!(Math.abs(rest - line) < 0.5)) {
    console.error(`${folder}: x ${x}: the body rests at ${rest}, the ground is at ${line}`);
    process.exit(1);
  }
}
