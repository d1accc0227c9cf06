// calls.mjs PROGRAM: what each function gives, and the line of each refusal.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { flight, hash, heights, keys, layers, map, names, recipe, render, size, text, words } from 'libridgeline';

const [program] = process.argv.slice(2);
const run = (...words) => execFileSync(program, words);
const view = { width: 160, height: 90 };

const whole = await render(7, view);
const region = { x: 31, y: 17, width: 64, height: 40 };
const part = await render(7, { ...view, region });
assert.deepEqual([part.width, part.height, part.data.length], [64, 40, 4 * 64 * 40]);
for (let y = 0; y < 40; y++) {
  const from = 4 * ((y + 17) * 160 + 31);
  assert.deepEqual(part.data.slice(256 * y, 256 * y + 256), whole.data.slice(from, from + 256));
}

// A picture of the program is opened by its recipe.
const png = run('--seed', '7', '-w', 'lake', '-m', 'dusk', '-s', '160x90', '-o', '-', '-q');
const opened = await recipe(png);
assert.deepEqual([opened.width, opened.height, opened.bits], [160, 90, 8]);
assert.equal(await hash(await render(opened.scene)), await hash({ seed: 7, world: 'lake', mood: 'dusk' }, view));
assert.match(opened.software, /^ridgeline/);

// The layers over each other, in linear light, are the picture of a world that loops; here it is
// enough that the sky is opaque and that the others begin below its top.
const list = await layers({ seed: 7, set: { 'extent.kind': 'loop' } }, view);
assert.equal(list[0].kind, 'sky');
assert.ok(list.length > 2 && list.every((layer, i) => i === 0 || layer.parallax >= list[i - 1].parallax));
assert.ok(list[0].image.data.every((value, i) => i % 4 !== 3 || value === 255));
assert.ok(list.at(-1).image.data.some((value, i) => i % 4 === 3 && value === 0));

const ridges = await heights(7, view);
assert.equal(ridges.length, Number(/^ridges = (\d+)$/m.exec(await text(7, view))[1]));
const csv = run('--seed', '7', '-s', '160x90', '-f', 'json', '-o', '-', '-q').toString();
assert.ok(csv.includes(String(Math.round(ridges[0][0] * 256) / 256).slice(0, 6)));

const land = await map({ seed: 3, map: 'alps' }, { width: 65, height: 65 });
assert.deepEqual([land.width, land.height, land.heights.length], [65, 65, 65 * 65]);
const raw = run('map', '--preset', 'alps', '--seed', '3', '-s', '65', '-f', 'pfm', '-o', '-', '-q');
assert.equal(land.heights[0], raw.readFloatLE(raw.length - 65 * 4));
assert.equal(land.hash, await hash(land.image));
assert.equal((await map(land.text)).hash, land.hash);

// A flight repeats with its map, and ends once.
const over = await flight({ seed: 3, set: { 'map.wrap': 1 } }, { width: 64, height: 64 });
const eye = { x: 0.25, y: 0.5, height: 0.05, heading: 90 };
const seen = await over.look(eye, { width: 64, height: 36 });
assert.deepEqual([seen.width, seen.height, seen.data.length], [64, 36, 4 * 64 * 36]);
assert.deepEqual((await over.look({ ...eye, x: 5.25, heading: -270 }, seen)).data, seen.data);
assert.notDeepEqual((await over.look({ ...eye, heading: 180 }, seen)).data, seen.data);
await assert.rejects(over.look({ ...eye, height: 2 }, seen), { message: 'height: must be 0.005..1' });
await assert.rejects(over.look(eye, { width: 40000, height: 1 }), /^Error: output\.size = 40000x1: must be within 32768 a side/);
over.free();
over.free();
await assert.rejects(over.look(eye, seen), { message: 'flight: has ended: must be made again' });

const said = await words({ seed: 7, world: 'lake', mood: 'dusk' }, view);
assert.equal(said.alt, run('--seed', '7', '-w', 'lake', '-m', 'dusk', '-s', '160x90', '-q',
  '-o', 'alt.png', '--alt-text', '-').toString().trim());
assert.ok(said.title.length > 5 && said.facts.sky > 0 && said.facts.sky < 1);
assert.ok((await names()).worlds.includes('alpine') && (await keys()).some((key) => key.path === 'sky.haze'));

// A palette as colours, a motif of one's own, zoomed pixels.
assert.notEqual(await hash({ seed: 7, palette: '#112233,#445566,#ffcc88' }, view), await hash(7, view));
const art = await render({ seed: 7, set: { 'output.colours': 16, 'output.zoom': 3 } }, view);
assert.deepEqual([art.width, art.height], [480, 270]);
assert.equal(await hash(art), await hash({ seed: 7, set: { 'output.colours': 16, 'output.zoom': 3 } }, view));

const refused = (promise, line) => assert.rejects(promise, { name: 'Error', message: line });
await refused(render({ mood: 'dusl' }, view), 'mood = dusl: no such mood: did you mean dusk?');
await refused(render({ set: { 'sky.haze': 2 } }, view), /^sky\.haze = 2: must be 0\.\.1/);
await refused(render('[sky]\nhaze = 2\n', view), /^scene:2: haze = 2: must be 0\.\.1/);
await refused(render(7, { width: 0, height: 90 }), 'width: 0: must be a whole number, 1..1000000');
await refused(render(7, { width: 99.5, height: 90 }), 'width: 99.5: must be a whole number, 1..1000000');
await refused(render(7, { width: 9, height: 2 ** 32 + 9 }), 'height: 4294967305: must be a whole number, 1..1000000');
await refused(render({ sed: 7 }, view), /^scene\.sed: must be one of/);
await refused(recipe(new Uint8Array([1, 2, 3])), /must be a PNG, JPEG, WebP, AVIF or JPEG XL file/);

// What a scene asks for is held to limits by every call that paints, whatever key asks.
const zoomed = { seed: 7, set: { 'output.zoom': 32 } };
const page = { width: 640, height: 360, limits: { side: 4096, area: 9e6 } };
const within = (what, side, area) => `${what}: must be within ${side} a side and ${area} pixels`;
for (const call of [render, size, hash, text, layers, heights, words])
  await refused(call(zoomed, page), within('output.size = 20480x11520', 4096, 9e6));
await refused(render({ text: '[output]\nzoom = 64\n' }, { width: 1280, height: 720 }), within('output.size = 81920x46080', 32768, 64e6));
await refused(render(7, { width: 1000000, height: 1000000 }), within('output.size = 1000000x1000000', 32768, 64e6));
assert.deepEqual(await size({ ...zoomed, set: { 'output.zoom': 4 } }, page), { width: 2560, height: 1440 });
assert.equal((await render(7, { width: 1000000, height: 100000, region: { x: 9, y: 9, width: 3, height: 2 } })).width, 3);
await refused(render({ seed: 7, set: { 'ridgeline.ridges': 9 } }, { ...view, limits: { ridges: 8 } }), 'ridgeline.ridges = 9: must be within 8');
const square = { width: 65, height: 65 };
const block = { 'map.view': 'surface', 'map.picture': '8192x8192' };
await refused(map({ seed: 3, set: block }, square), within('map.picture = 8192x8192', 32768, 64e6));
await refused(map({ seed: 3, set: block }, { ...square, limits: page.limits }), within('map.picture = 8192x8192', 4096, 9e6));
await refused(map({ seed: 3, set: { 'map.frame': 1 } }, { ...square, limits: { side: 80 } }), within('output.size = 85x103', 80, 64e6));
await refused(map(3, { width: 20000, height: 5000 }), within('output.size = 20000x5000', 32768, 64e6));
await refused(map('[pass 1]\nkind = droplets\ndrops = 100000000\n', square), /^pass\.1\.kind = droplets: must be within 100000000000 steps/);
await refused(render(7, { ...view, limits: { sides: 9 } }), 'limits.sides: must be one of side, area, ridges, work');
await refused(render(7, { ...view, limits: { side: 1.5 } }), 'limits.side: 1.5: must be a whole number above 0, or Infinity');
const most = { side: Infinity, area: Infinity, work: Infinity };
await refused(render(7, { width: 100000, height: 50000, limits: most }), 'picture: out of memory');
await refused(layers(7, { width: 33000, height: 33000, limits: most }), 'picture: out of memory');
assert.equal(await hash(await render(7, view)), await hash(whole)); // after all of these
