// files.mjs - what is downloaded and what is dropped.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canvasHash, changing, downloaded, drop, errorLine, open, program, programHash, scratch, settled, unfold } from './kit.mjs';
import { readPng, readPpm } from './png.mjs';

const SCENE = ['--seed', '66', '-w', 'alpine', '-m', 'dawn'];
const LINK = '#seed=66&world=alpine&mood=dawn&size=320x180';
const MOST_MEMORY = 600e6; /* bytes, of the page's process */

async function saved(page, size) {
  await page.click('#save');
  await page.selectOption('#save-size', size);
  return downloaded(page, () => page.click('#save-png'));
}

const pixelsOf = (...words) => readPpm(program(...words, '-f', 'ppm', '-o', '-', '-q'));

/* The most memory that a process of this browser's pages has had, of those that `match`. */
function mostMemory() {
  let most = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--type=renderer')) continue;
      most = Math.max(most, 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1] ?? 0));
    } catch { /* it has ended */ }
  }
  return most;
}

/* Files that are nothing: name, type, bytes, the line. */
const bytesOf = (text) => Buffer.from(text, 'latin1');
const HOSTILE = [
  ['empty.png', 'image/png', bytesOf(''), /must be a picture/],
  ['short.png', 'image/png', bytesOf('\x89PNG\r\n\x1a\n\0\0\0'), /must be a picture/],
  ['text.jpg', 'image/jpeg', bytesOf('hello'), /must be a picture/],
  ['a.bin', '', bytesOf('\0\x01\x02'), /a\.bin: must be a picture, a scene or a palette/],
  ['palette.gpl', '', bytesOf('GIMP Palette\n#\n'), /^palette/],
  ['words.txt', 'text/plain', bytesOf('no colour here\nnone\n'), /^palette/],
  ['scene.ini', '', bytesOf('[sky]\nhaze = 2\n'), /^scene:2: haze = 2: must be 0\.\.1/],
  ['names.ini', '', bytesOf('[__proto__]\nconstructor = 2\n'), /^scene:/],
  ['large.txt', '', Buffer.alloc(2 << 20, 65), /must have at most 1048576 bytes/],
];

const within = (what) => `${what}: must be within 4096 a side and 9000000 pixels`;

/* Links with a bad word: fragment, the line, and the seed that is shown then; without one nothing is
 * left of the link, and the old picture stays. */
const LINKS = [
  ['__proto__=1', /^link: __proto__: must be/],
  ['constructor=1&seed=2', /^link: constructor: must be/, '2'],
  ['__proto__.x=1&seed=2', /^link: __proto__\.x: must be/, '2'],
  ['toString.valueOf=1', /must be|no such/],
  ['seed=1%00', /^link: must be plain text/],
  ['sky.haze=%ff', /^link: %/],
  ['seed=1&sky.haze=2', /^sky\.haze = 2: must be 0\.\.1/, '1'],
  ['seed=1&world=<img src=x onerror=alert(1)>', /no such|must be/, '1'],
  ['seed=1&mood=dusl', 'mood = dusl: no such mood: did you mean dusk?', '1'],
  ['size=99999x99999', /^size = 99999x99999: must be WxH/],
  ['seed=7&output.zoom=32&size=640x360', within('output.size = 20480x11520')],
  ['seed=7&output.colours=8&output.zoom=64&size=65x1', within('output.size = 4160x64')],
  ['seed=3&map=plain&map.view=surface&map.picture=3001x3000&size=65x65', within('map.picture = 3001x3000'), '3'],
  ['seed=3&map=plain&map.frame=1&size=4090x5', /^output\.size = 4110x\d+: must be within 4096 a side/],
  ['size=0x0', /^size = 0x0: must be WxH/],
  ['text=AAAA', /^link: text: is damaged/],
  ['text=%%%', /^link: %/],
  ['seed=1&text=', /^link: text: is damaged|must be/, '1'],
  ['seed=1&motif=%3Csvg', /./, '1'],
  ['seed=1&map=nowhere&size=65x65', /nowhere: no such/, '1'],
  [`seed=1&sky.haze=${'9'.repeat(5000)}`, /must be|too/, '1'],
  [`a.b=${'x'.repeat(300000)}`, /^link: must have at most 200000/],
  ['&&&===&', /^link: : must be/],
];

export default [
  ['a PNG: the program\'s pixels and recipe; dropped, its scene', async () => {
    const page = await open(LINK);
    const { name, bytes } = await saved(page, '1920x1080');
    assert.equal(name, 'ridgeline-66-1920x1080.png');
    const picture = readPng(bytes);
    const native = pixelsOf(...SCENE, '-s', '1920x1080');
    assert.deepEqual([picture.width, picture.height], [1920, 1080]);
    assert.ok(Buffer.compare(native.pixels, picture.pixels) === 0);
    writeFileSync(join(scratch, 'page.png'), bytes);
    assert.equal(programHash('page.png'), programHash(...SCENE, '-s', '1920x1080'));
    const info = program('info', 'page.png').toString();
    assert.match(info, /^# size: 1920x1080/m);
    assert.match(info, /^# title: \w+/m);
    const other = await open('#seed=1&size=320x180');
    await changing(other, () => drop(other, 'page.png', 'image/png', bytes));
    assert.equal(await canvasHash(other), programHash(...SCENE, '-s', '1920x1080'));
    assert.match(await other.evaluate(() => new Promise((resolve) => { setTimeout(() => resolve(location.hash), 800); })),
      /^#seed=66&world=alpine&mood=dawn&.*size=1920x1080$/);
  }],
  ['a PNG of the program, dropped: one of choices, one of keys', async () => {
    const page = await open('#seed=1&size=320x180');
    for (const words of [['--seed', '12', '-m', 'ember', '-s', '480x270'],
      ['--seed', '5', '-w', 'lake', '--set', 'sky.haze=0.9', '-p', '#112233,#445566,#ffcc88', '-s', '480x270']]) {
      program(...words, '-o', 'dropped.png', '-q');
      await changing(page, () => drop(page, 'dropped.png', 'image/png', readFileSync(join(scratch, 'dropped.png'))));
      assert.equal(await errorLine(page), '');
      assert.equal(await canvasHash(page), programHash(...words));
      await page.waitForTimeout(600);
      await settled(page);
      const again = await open(await page.evaluate(() => location.hash));
      assert.equal(await canvasHash(again), programHash(...words));
    }
    // Its recipe makes the same by the program, and from here the seed goes on.
    const recipe = await downloaded(page, () => page.click('#save').then(() => page.click('#save-recipe')));
    writeFileSync(join(scratch, recipe.name), recipe.bytes);
    assert.equal(programHash(recipe.name), await canvasHash(page));
    await changing(page, () => page.click('#next'));
    assert.equal(await page.inputValue('#seed'), '6');
  }],
  ['a PNG of zoomed pixels, and the limit of it', async () => {
    const page = await open('#seed=5&output.colours=16&output.zoom=3&size=320x180');
    const words = ['--seed', '5', '--set', 'output.colours=16', '--set', 'output.zoom=3', '-s'];
    const picture = readPng((await saved(page, '1920x1080')).bytes);
    assert.deepEqual([picture.width, picture.height], [5760, 3240]);
    assert.ok(Buffer.compare(pixelsOf(...words, '1920x1080').pixels, picture.pixels) === 0);
    await page.selectOption('#save-size', '3840x2160');
    await page.click('#save-png');
    await page.waitForFunction(() => document.getElementById('error').textContent);
    // Thumbnails are as small as ever.
    const thumb = (await unfold(page, 'Mood')).locator('.pictures canvas').first();
    await page.waitForFunction((canvas) => {
      const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      return copy.getImageData(0, 0, 1, 1).data[3] > 0;
    }, await thumb.elementHandle());
    assert.equal(await thumb.evaluate((canvas) => canvas.width), 176);
    assert.equal(await errorLine(page), 'output.size = 11520x6480: must be within 8192 a side and 33177600 pixels');
  }],
  ['palettes: a file, a photo, typed colours', async () => {
    const page = await open('#seed=3&size=320x180');
    const gpl = readFileSync('palettes/sakura.gpl');
    await changing(page, () => drop(page, 'sakura.gpl', '', gpl));
    assert.equal(await canvasHash(page), programHash('--seed', '3', '-m', 'copper', '-p', `${process.cwd()}/palettes/sakura.gpl`, '-s', '320x180'));
    const scribble = await page.evaluate(() => {
      const canvas = document.createElement('canvas'); // half of it one colour, a quarter each two others
      const context = canvas.getContext('2d');
      for (const [colour, x, width] of [['#204060', 0, 150], ['#a05030', 150, 75], ['#f0d090', 225, 75]]) {
        context.fillStyle = colour;
        context.fillRect(x, 0, width, 150);
      }
      return canvas.toDataURL('image/png').split(',')[1];
    });
    await changing(page, () => drop(page, 'photo.png', 'image/png', Buffer.from(scribble, 'base64')));
    const colours = (await page.inputValue('#typed-palette')).split(',');
    assert.equal(colours[0], '#204060');
    assert.ok(colours.includes('#a05030') && colours.includes('#f0d090'), colours.join());
    assert.equal(await canvasHash(page), programHash('--seed', '3', '-m', 'copper', '-p', colours.join(), '-s', '320x180'));
    await unfold(page, 'Colours');
    await changing(page, async () => {
      await page.fill('#typed-palette', '#112233, #445566, #ffcc88');
      await page.keyboard.press('Enter');
    });
    assert.equal(await canvasHash(page), programHash('--seed', '3', '-m', 'copper', '-p', '#112233,#445566,#ffcc88', '-s', '320x180'));
  }],
  ['layers: those of the program, in a zip', async () => {
    const page = await open(LINK);
    await page.click('#save');
    const { bytes } = await downloaded(page, () => page.click('#save-layers'));
    writeFileSync(join(scratch, 'layers.zip'), bytes);
    const files = unzip(bytes);
    program('layers', ...SCENE, '-s', '320x180', '-o', 'layers', '-q');
    const names = readdirSync(join(scratch, 'layers')).filter((name) => name.endsWith('.png')).sort();
    assert.deepEqual([...files.keys()].filter((name) => name.endsWith('.png')).sort(), names);
    assert.ok(JSON.parse(files.get('layers.json')).layers.length === names.length);
    for (const name of names) {
      const here = readPng(files.get(name));
      const there = readPng(readFileSync(join(scratch, 'layers', name)));
      if (here.channels === there.channels && here.height === there.height)
        assert.ok(Buffer.compare(here.pixels, there.pixels) === 0, name);
    }
  }],
  ['a phone\'s picture', async () => {
    const page = await open(LINK);
    const picture = readPng((await saved(page, '1440x3120')).bytes);
    assert.ok(Buffer.compare(pixelsOf(...SCENE, '-s', '1440x3120').pixels, picture.pixels) === 0);
  }],
  ['PNG of 7680x4320: the program\'s pixels, in bounded memory', async () => {
    const page = await open(LINK);
    let most = 0;
    const watch = setInterval(() => { most = Math.max(most, mostMemory()); }, 100);
    const start = performance.now();
    const { bytes } = await saved(page, '7680x4320');
    const seconds = (performance.now() - start) / 1000;
    clearInterval(watch);
    const picture = readPng(bytes);
    assert.ok(Buffer.compare(pixelsOf(...SCENE, '-s', '7680x4320').pixels, picture.pixels) === 0);
    assert.ok(most > 50e6 && most <= MOST_MEMORY, `${most} bytes`);
    return `${seconds.toFixed(1)} s, ${(bytes.length / 1e6).toFixed(1)} MB, memory of the page ${(most / 1e6).toFixed(0)} MB`;
  }],
  ['a download is stopped', async () => {
    const page = await open(LINK);
    await page.click('#save');
    await page.selectOption('#save-size', '7680x4320');
    await page.click('#save-png');
    await page.click('#save-stop');
    await page.waitForFunction(() => document.getElementById('status').textContent === 'Picture: stopped');
    await changing(page, () => page.click('#next'));
    assert.equal(await errorLine(page), '');
  }],
  ...LINKS.map(([fragment, line, seed]) => [`a hostile link, #${fragment.slice(0, 50)}`, async () => {
    const page = await open('#seed=7&size=320x180');
    const before = await canvasHash(page);
    await page.evaluate((hash) => { location.hash = hash; }, `#${fragment}`);
    await page.waitForFunction(() => document.getElementById('error').textContent, null, { timeout: 20000 });
    assert.match(await errorLine(page), line instanceof RegExp ? line : new RegExp(`^${line.replaceAll('?', '\\?')}$`));
    await page.waitForTimeout(300);
    await settled(page);
    if (seed === undefined) assert.equal(await canvasHash(page), before);
    assert.match(await errorLine(page), line instanceof RegExp ? line : new RegExp(`^${line.replaceAll('?', '\\?')}$`));
    await changing(page, () => page.click('#next'));
    assert.equal(await errorLine(page), '');
    assert.equal(await page.inputValue('#seed'), String(Number(seed ?? 7) + 1));
    // As the first link of a page it leaves a picture, too.
    const other = await open(`#${fragment}`);
    assert.notEqual(await errorLine(other), '');
  }]),
  ['hostile files', async () => {
    const page = await open('#seed=7&size=320x180');
    const before = await canvasHash(page);
    for (const [name, type, bytes, line] of HOSTILE) {
      await page.evaluate(() => { document.getElementById('error').textContent = ''; });
      await drop(page, name, type, bytes);
      await page.waitForFunction(() => document.getElementById('error').textContent, null, { timeout: 20000 });
      assert.match(await errorLine(page), line, name);
      await page.waitForTimeout(200);
      assert.equal(await canvasHash(page), before, name);
    }
    await changing(page, () => page.click('#next'));
    assert.equal(await errorLine(page), '');
  }],
];

/* The stored files of a zip archive, by its directory. */
function unzip(bytes) {
  const files = new Map();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameSize, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const start = offset + 30 + nameSize;
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameSize), bytes.subarray(start, start + size));
    at += 46 + nameSize;
  }
  return files;
}
