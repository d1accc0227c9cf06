// maps.mjs - map mode: methods as pictures, the surface turned, numbers in cells, the flight.
import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { axe, canvasHash, changing, commandHash, errorLine, open, programHash, settled, unfold } from './kit.mjs';

/* Methods, and the program's words for them. */
const METHODS = [
  ['diamond-square', ['--method', 'diamond-square']],
  ['midpoint', ['--method', 'midpoint']],
  ['voronoi', ['--pass', 'voronoi:mix=0']],
  ['combination', ['--pass', 'voronoi']],
];

const SURFACE = '#seed=3&map=plain&map.view=surface&map.look_azimuth=45&map.view_elevation=35&map.picture=320x240&size=65x65';
const angles = (page) => page.evaluate(async () => {
  const { set } = (await import('./js/show.js')).shown.scene;
  return ['map.look_azimuth', 'map.view_elevation'].map((path) => Number(set[path]));
});

async function drag(page, right, down) {
  const { x, y, width, height } = await page.locator('#picture').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 4; i++) await page.mouse.move(x + width / 2 + right * i / 4, y + height / 2 + down * i / 4);
  await changing(page, () => page.mouse.up());
  return { width, height };
}

/* ---- the flight ---------------------------------------------------------------- */

const FLOWN = '#seed=8&map=plain&map.sea=0.4&size=513x513';
const flown = (page) => page.evaluate(async () => {
  const { flight } = await import('./js/flight.js');
  return flight && { ...flight.eye, speed: flight.speed };
});
const frames = (page) => page.evaluate(() => Number(document.getElementById('flight').dataset.frames));
const hasFrames = (page, count) => page.waitForFunction((least) => Number(document.getElementById('flight').dataset.frames) >= least, count, { timeout: 60000 });

/* A page that flies, and has a frame. */
async function flying(options, fragment = FLOWN.replace('513x513', '65x65')) {
  const page = await open(fragment, options);
  await page.focus('#open-flight');
  await page.keyboard.press('Enter');
  await hasFrames(page, 1);
  return page;
}

/* Holds a key until what it steers has changed as it should. */
async function holding(page, key, hasChanged) {
  const before = await flown(page);
  await page.keyboard.down(key);
  for (let tries = 0; !hasChanged(before, await flown(page)); tries++) {
    assert.ok(tries < 200, `${key} steers nothing`);
    await page.waitForTimeout(25);
  }
  await page.keyboard.up(key);
}

/* Degrees from one heading to another, -180..180. */
const turned = (before, after) => ((after.heading - before.heading + 540) % 360) - 180;

const STEERED = [
  ['ArrowLeft', (before, after) => turned(before, after) < -2], ['a', (before, after) => turned(before, after) < -2],
  ['ArrowRight', (before, after) => turned(before, after) > 2], ['d', (before, after) => turned(before, after) > 2],
  ['ArrowUp', (before, after) => after.speed > before.speed], ['s', (before, after) => after.speed < before.speed],
  ['w', (before, after) => after.speed > before.speed], ['ArrowDown', (before, after) => after.speed < before.speed],
  ['PageUp', (before, after) => after.height > before.height], ['PageDown', (before, after) => after.height < before.height],
  ['+', (before, after) => after.height > before.height], ['-', (before, after) => after.height < before.height],
];

/* A drag on the flight by what sends events of a pointer; waits until it has turned and climbed. */
async function dragged(page, press, move, release) {
  const { x, y, width, height } = await page.locator('#flight').boundingBox();
  const before = await flown(page);
  await press(x + width / 2, y + height / 4);
  await move(x + width / 4, y + height / 8);
  for (let tries = 0; ; tries++) {
    const after = await flown(page);
    if (turned(before, after) < -3 && after.height > before.height) break;
    assert.ok(tries < 200, 'a drag steers nothing');
    await page.waitForTimeout(25);
  }
  await release();
  await page.waitForTimeout(1000); // the turn fades out
  const still = await flown(page);
  await page.waitForTimeout(200);
  assert.ok(Math.abs(turned(still, await flown(page))) < 1);
}

/* Intervals of frames of a flight that keys steer, ms. */
async function intervals(seconds) {
  const page = await flying({ calm: false }, FLOWN);
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    window.times = [];
    new MutationObserver(() => window.times.push(performance.now()))
      .observe(document.getElementById('flight'), { attributes: true, attributeFilter: ['data-frames'] });
  });
  const end = Date.now() + seconds * 1000;
  for (let i = 0; Date.now() < end; i++) {
    const key = ['ArrowLeft', 'PageUp', 'ArrowRight', 'PageDown'][i % 4];
    await page.keyboard.down(key);
    await page.waitForTimeout(700);
    await page.keyboard.up(key);
  }
  const times = await page.evaluate(() => window.times);
  return times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
}

export default [
  ['each method of a map is the program\'s', async () => {
    const page = await open('#seed=3&map=alps&map.sea=0.5&size=65x65');
    await unfold(page, 'Method');
    for (const [name, words] of METHODS) {
      await changing(page, () => page.locator(`input[name=choice-method][value=${name}]`).evaluate((input) => input.click()));
      await settled(page);
      assert.equal(await canvasHash(page), programHash('map', '--seed', '3', '--set', 'map.sea=0.5', ...words, '-s', '65'), name);
      assert.ok(await page.locator(`input[name=choice-method][value=${name}]`).isChecked());
    }
    await unfold(page, 'Terrain');
    await changing(page, () => page.locator('input[name=choice-map][value=alps]').evaluate((input) => input.click()));
    assert.equal(await canvasHash(page), programHash('map', '--seed', '3', '--preset', 'alps', '--set', 'map.sea=0.5', '-s', '65'));
  }],
  ['the surface of a map is turned by mouse and keys', async () => {
    const page = await open(SURFACE);
    const { width, height } = await drag(page, -100, 50);
    const [azimuth, elevation] = await angles(page);
    assert.ok(Math.abs(azimuth - 45 - 100 / width * 180) < 1 && Math.abs(elevation - 35 - 50 / height * 90) < 1, `${azimuth} ${elevation}`);
    await settled(page);
    assert.equal(commandHash(await page.textContent('#command')), await canvasHash(page));
    await page.focus('#picture');
    for (const [key, right, up] of [['ArrowRight', 5, 0], ['ArrowUp', 0, 5], ['ArrowLeft', -5, 0], ['ArrowDown', 0, -5]]) {
      const before = await angles(page);
      await changing(page, () => page.keyboard.press(key));
      const after = await angles(page);
      assert.deepEqual(after.map((value, i) => Math.round(value - before[i])), [right, up], key);
    }
    assert.equal(await page.inputValue('#seed'), '3');
    for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown');
    await settled(page);
    assert.equal((await angles(page))[1], 5);
    assert.equal(await errorLine(page), '');
    await drag(page, 200, 0);
    assert.ok((await angles(page)).every((value) => value >= 0 && value < 360));
  }],
  ['a map of at most 17x17 has numbers in its cells', async () => {
    const page = await open('#seed=3&map=plain&size=9x9');
    await page.waitForFunction(() => document.querySelectorAll('#cells text').length === 81);
    const texts = await page.locator('#cells text').allTextContents();
    assert.ok(texts.every((text) => /^(\.\d\d|1\.00)$/.test(text)), texts.join());
    assert.ok(texts.includes('.00') && texts.includes('1.00')); // heights are stretched to 0..1
    const [picture, cells] = await page.evaluate(() => ['picture', 'cells'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
    for (const side of ['left', 'top', 'width', 'height']) assert.ok(Math.abs(picture[side] - cells[side]) < 1, side);
    await page.evaluate(() => { location.hash = '#seed=3&map=plain&size=33x33'; });
    await page.waitForFunction(() => document.getElementById('cells').hasAttribute('hidden'));
  }],
  ['the growth of a grid is played, paused, and steps back', async () => {
    const page = await open('#seed=3&map=plain&size=65x65');
    await unfold(page, 'Growth, step by step');
    await changing(page, () => page.click('#growth-open'));
    await page.waitForSelector('#growth-step');
    const seen = () => page.locator('#cells g:not(.later)').count();
    assert.equal(await seen(), 289);
    await page.focus('#growth-step');
    await page.keyboard.press('Home');
    assert.equal(await seen(), 4);
    assert.match(await page.textContent('#growth-line'), /^Step 1 of 9: four corners/);
    for (const count of [5, 9, 13, 25]) {
      await page.click('#growth-forward');
      assert.equal(await seen(), count);
    }
    await page.click('#growth-back');
    assert.equal(await seen(), 13);
    await page.focus('#growth-play');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#cells g:not(.later)').length === 25);
    await page.keyboard.press('Enter');
    assert.equal(await page.getAttribute('#growth-play', 'aria-label'), 'Play');
    assert.equal(await seen(), 25);
    assert.equal(await canvasHash(page), programHash('map', '--seed', '3', '-s', '17'));
  }],
  ['a sweep runs to its end, or to where it is paused', async () => {
    const page = await open(SURFACE.replace('map.view', 'pass.1.kind=voronoi&map.view'));
    await unfold(page, 'Sweep');
    const keys = await page.locator('#sweep-key option').evaluateAll((options) => options.map((option) => option.value));
    for (const path of ['map.persistence', 'pass.1.c1', 'pass.1.c8', 'pass.1.mix', 'pass.1.weight']) assert.ok(keys.includes(path), path);
    const set = (path) => page.evaluate(async (key) => (await import('./js/show.js')).shown.scene.set[key], path);
    await page.selectOption('#sweep-key', 'pass.1.c1');
    await changing(page, () => page.click('#sweep-play'));
    assert.equal(await set('pass.1.c1'), '1.000');
    await settled(page);
    assert.equal(commandHash(await page.textContent('#command')), await canvasHash(page));
    await page.selectOption('#sweep-key', 'map.persistence');
    await page.focus('#sweep-place');
    await changing(page, () => page.keyboard.press('ArrowRight'));
    assert.equal(await set('map.persistence'), '0.313');
    await page.focus('#sweep-play');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => Number(document.getElementById('sweep-place').value) >= 4);
    await changing(page, () => page.keyboard.press('Enter'));
    const value = Number(await set('map.persistence'));
    assert.ok(value > 0.34 && value < 0.8, String(value));
    assert.equal(await page.getAttribute('#sweep-play', 'aria-label'), 'Sweep');
  }],
  ['a flight is steered by keys, and ends with Escape', async () => {
    const page = await flying({});
    assert.equal(await page.evaluate(() => document.activeElement.id), 'flight');
    assert.equal((await flown(page)).speed, 0); // reduced motion: it waits for the first key
    for (const [key, hasChanged] of STEERED) await holding(page, key, hasChanged);
    await holding(page, 'w', (before, after) => after.speed > 0.1);
    await holding(page, 'a', (before, after) => Math.hypot(after.x - before.x, after.y - before.y) > 0.01);
    await page.locator('#flight-height').focus(); // a slider keeps its arrows
    const { height } = await flown(page);
    await page.keyboard.press('ArrowRight');
    assert.ok((await flown(page)).height > height);
    await page.locator('#flight-speed').fill('0');
    assert.equal((await flown(page)).speed, 0);
    assert.equal(await page.inputValue('#seed'), '8');
    await page.keyboard.press('Escape');
    assert.equal(await flown(page), null);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'open-flight');
    assert.ok(await page.locator('#picture').isVisible() && !await page.locator('#flight').isVisible());
    assert.equal(await errorLine(page), '');
  }],
  ['a flight is steered by mouse, wraps, and ends by its button', async () => {
    const page = await flying({ calm: false }, '#seed=8&map=plain&map.edge_seed=5&map.tile_x=2&size=65x65');
    assert.ok((await flown(page)).speed > 0);
    await dragged(page, (x, y) => page.mouse.move(x, y).then(() => page.mouse.down()),
      (x, y) => page.mouse.move(x, y), () => page.mouse.up());
    await page.evaluate(async () => {
      const { flight } = await import('./js/flight.js');
      Object.assign(flight, { eye: { ...flight.eye, x: 0.999, y: 0.5, heading: 90 }, turn: 0 });
    });
    for (let tries = 0; (await flown(page)).x > 0.2; tries++) {
      assert.ok(tries < 200, 'the flight does not wrap');
      await page.waitForTimeout(25);
    }
    await hasFrames(page, await frames(page) + 3);
    await page.click('#flight-end');
    assert.equal(await flown(page), null);
    await page.click('#open-flight');
    await hasFrames(page, 1);
    await changing(page, () => page.click('#next')); // another land ends it
    assert.equal(await flown(page), null);
    assert.equal(await errorLine(page), '');
  }],
  ['a flight is steered by touch; axe-core: no serious finding', async () => {
    const page = await flying({ width: 390, height: 844, calm: false, touch: true });
    const session = await page.context().newCDPSession(page);
    const send = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await dragged(page, (x, y) => send('touchStart', { x, y }), (x, y) => send('touchMove', { x, y }), () => send('touchEnd'));
    const size = await page.locator('#flight').evaluate(({ width, height }) => ({ width, height }));
    assert.ok(size.height > size.width);
    await page.setViewportSize({ width: 320, height: 568 });
    for (const element of await page.locator('.pilot input, .pilot button').all()) {
      const box = await element.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 320 && box.width > 30, JSON.stringify(box));
    }
    const minor = await axe(page);
    await page.locator('#flight-end').tap();
    assert.equal(await flown(page), null);
    return `${minor} lesser ones`;
  }],
  ['frames of a flight at 640x360 that keys steer', async () => {
    const times = await intervals(Number(process.env.FLIGHT_SECONDS ?? 4));
    const rate = (share) => (1000 / times[Math.floor(times.length * share)]).toFixed(1);
    return `${rate(0.5)} a second, the median of ${times.length}; slowest twentieth below ${rate(0.95)} (expected: a median of at least 20 with two workers on two free processors; load ${loadavg()[0].toFixed(1)})`;
  }],
];
