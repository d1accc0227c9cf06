// maps.mjs - map mode: methods as pictures, the surface turned, numbers in cells.
import assert from 'node:assert/strict';
import { canvasHash, changing, commandHash, errorLine, open, programHash, settled, unfold } from './kit.mjs';

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
];
