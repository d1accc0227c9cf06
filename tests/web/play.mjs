// play.mjs - the page of `layers --for play`, opened as a file: keys, touch, ground, pace.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browser, program, scratch } from './kit.mjs';

const DESK = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const MEGABYTES = 8; // most bytes of a page of the default size
const LEAST_PACE = 50; // frames a second, the median

const made = new Map();

/** The page of a set that is made once. */
function pageOf(...words) {
  const name = `play-${words.join('-').replace(/[^a-z0-9]+/gi, '-')}`;
  if (!made.has(name)) {
    program('layers', ...words, '--for', 'play', '-q', '-o', name);
    made.set(name, join(scratch, name));
  }
  return made.get(name);
}

/** Opens a page, hands it to `use`, and fails on any word on its console or request. */
async function play(folder, how, use) {
  const context = await browser.newContext(how);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => /^(file|data):/.test(request.url()) || faults.push(`request: ${request.url()}`));
  await page.goto(pathToFileURL(join(folder, 'play.html')).href);
  await page.waitForFunction('due > 0');
  const result = await use(page);
  await context.close();
  assert.deepEqual(faults, []);
  return result;
}

const LAND = ['-w', 'alpine', '--seed', '66', '-s', '640x360'];
const state = (page) => page.evaluate('({ x: figure.x, y: figure.y, stands: figure.stands, hour, camera })');

/** The median frames a second over two seconds of running. */
const pace = (page) => page.evaluate(`(async () => {
  const times = [];
  held.right = true;
  for (let i = 0; i < 120; i++) times.push(await new Promise(requestAnimationFrame));
  held.right = false;
  const steps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return 1000 / steps[steps.length >> 1];
})()`);

/** Drops the figure from the upper edge at places of three widths: the largest distance from the
 * heights of ridges.csv at which it comes to rest, as a share of the picture's height. */
async function drops(words) {
  const folder = pageOf(...words);
  const up = readFileSync(join(folder, 'ridges.csv'), 'utf8').trim().split('\n').slice(1)
    .map((line) => Number(line.split(',').at(-1)));
  const { width, height } = JSON.parse(readFileSync(join(folder, 'layers.json'), 'utf8'));
  return play(folder, DESK, (page) => page.evaluate(({ up, width, height }) => {
    cancelAnimationFrame(due);
    let most = 0;
    for (let x = -width; x < 2 * width; x += 9) {
      Object.assign(figure, { x: (x + 0.5) * SCALE, y: 0, across: 0, down: 0, stands: false, wish: -1 });
      for (let step = 0; step < 5 / STEP; step++) advance();
      const line = (height - up[(x % width + width) % width]) * SCALE;
      most = Math.max(most, figure.stands ? Math.abs(figure.y - line) / HEIGHT : 1);
    }
    return most;
  }, { up, width, height }));
}

export default [
  ['the page to play: keys run and jump, light moves, nothing is said or asked for', () =>
    play(pageOf(...LAND), DESK, async (page) => {
      const before = await state(page);
      await page.keyboard.down('ArrowRight');
      await page.waitForFunction((x) => figure.x > x + 0.3 * HEIGHT, before.x);
      await page.keyboard.press('Space', { delay: 150 });
      await page.waitForFunction('!figure.stands || hasJumped');
      await page.keyboard.up('ArrowRight');
      await page.waitForFunction('figure.stands && Math.abs(figure.across) < 1');
      const after = await state(page);
      assert(after.camera > before.camera && after.hour > before.hour);
      assert(await page.evaluate('Math.abs(figure.y - groundAt(figure.x)) < 0.01'));
      await page.keyboard.down('KeyA');
      await page.waitForFunction((x) => figure.x < x, after.x);
    })],
  ['the page to play: touch runs and jumps, the hint fades', () =>
    play(pageOf(...LAND), PHONE, async (page) => {
      const before = await state(page);
      const touch = (type, id) => page.dispatchEvent(`#${id}`, type, { pointerType: 'touch' });
      await touch('pointerdown', 'right');
      await page.waitForFunction((x) => figure.x > x + 0.1 * HEIGHT, before.x);
      await touch('pointerup', 'right');
      await page.touchscreen.tap(300, 300);
      await page.waitForFunction("hasJumped && document.getElementById('hint').className === 'gone'");
      assert(await page.evaluate("['left', 'right', 'jump'].every((id) => document.getElementById(id).offsetWidth >= 44)"));
    })],
  ['the page to play: it stands still while it is hidden', () =>
    play(pageOf(...LAND), DESK, async (page) => {
      await page.keyboard.down('ArrowRight');
      const still = await page.evaluate(`(async () => {
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
        const before = clock;
        await new Promise((done) => setTimeout(done, 200));
        return clock === before && !held.right;
      })()`);
      assert(still);
    })],
  ['the page to play: a figure dropped on 48 grounds of all worlds rests on them', async () => {
    const worlds = readdirSync('data/worlds').map((file) => file.replace('.ini', '')).sort();
    for (let seed = 1; seed <= 48; seed++) {
      const world = worlds[seed % worlds.length];
      const most = await drops(['-w', world, '--seed', String(seed), '-s', '320x180', '--time', '12:00']);
      assert(most < 0.003, `${world}, seed ${seed}: ${most}`);
    }
  }],
  ['the page to play: fifty frames a second at a desk and on a phone', async () => {
    const folder = pageOf('-w', 'alpine', '--seed', '66');
    const size = statSync(join(folder, 'play.html')).size / 1e6;
    const paces = [await play(folder, DESK, pace), await play(folder, PHONE, pace)];
    assert(Math.min(...paces) >= LEAST_PACE && size < MEGABYTES, `${paces} frames a second, ${size} MB`);
    return `${paces.map((value) => value.toFixed(1)).join(' and ')} frames a second, ${size.toFixed(1)} MB`;
  }],
];
