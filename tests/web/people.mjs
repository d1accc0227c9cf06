// people.mjs - the page by keyboard alone, by mouse, on a phone, in the dark, to a screen reader.
import assert from 'node:assert/strict';
import { axe, canvasHash, changing, commandHash, open, programHash, settled, unfold } from './kit.mjs';

const SMALL = '#seed=7&size=320x180';

/* What can be operated and is visible: of a group of radio buttons the first stands for all. */
const CONTROLS = () => {
  const groups = new Set();
  const root = document.querySelector('dialog[open]') ?? document; // the rest is inert behind a dialog
  return [...root.querySelectorAll('button, input, select, summary, [tabindex="0"]')].filter((element) => {
    if (element.disabled || element.ariaHidden === 'true') return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== 'radio') return true;
    const isFirst = !groups.has(element.name);
    groups.add(element.name);
    return isFirst;
  });
};
const LABEL = (element) => element.type === 'radio' ? `radio ${element.name}`
  : element.id || element.getAttribute('aria-label') || element.textContent.trim();

/* Every control is met by Tab. */
async function tabThrough(page) {
  const expected = await page.evaluate(`(${CONTROLS})().map(${LABEL})`);
  const left = new Set(expected);
  await page.evaluate(() => document.activeElement.blur());
  for (let i = 0; i < expected.length + 20 && left.size > 0; i++) {
    await page.keyboard.press('Tab');
    left.delete(await page.evaluate(`(${LABEL})(document.activeElement)`));
  }
  assert.deepEqual([...left], []);
  return expected.length;
}

/* Opens every fold, where the browser closes the others by itself, too. */
const openAll = (page) => page.evaluate(() => {
  for (const details of document.querySelectorAll('#groups details')) {
    details.removeAttribute('name');
    details.open = true;
  }
});

const SURFACES = [
  ['at a desk', {}, async () => {}],
  ['at a desk, dark', { dark: true }, async () => {}],
  ['on a phone', { width: 390, height: 844 }, (page) => page.click('#adjust')],
  ['on a phone, dark', { width: 390, height: 844, dark: true }, (page) => page.click('#adjust')],
];

export default [
  ['keyboard alone: every control is reached', async () => {
    const page = await open(SMALL);
    await openAll(page);
    await page.waitForTimeout(300);
    const land = await tabThrough(page);
    const map = await open('#seed=3&map=volcano&size=129x129');
    await openAll(map);
    await map.waitForTimeout(300);
    return `${land} of the landscape, ${await tabThrough(map)} of the map`;
  }],
  ['keyboard alone: seeds, choices, sliders, sheet, parallax, download', async () => {
    const page = await open(SMALL);
    await changing(page, () => page.keyboard.press('ArrowRight'));
    assert.equal(await canvasHash(page), programHash('--seed', '8', '-s', '320x180'));
    await changing(page, () => page.keyboard.press('ArrowLeft'));
    await page.focus('input[name=choice-world]:checked');
    await changing(page, () => page.keyboard.press('ArrowRight')); // a radio button's own key
    const world = await page.inputValue('input[name=choice-world]:checked');
    assert.equal(commandHash(await page.textContent('#command')), await canvasHash(page));
    assert.equal(await page.inputValue('#seed'), '7');
    await page.focus('#seed');
    await changing(page, async () => {
      await page.keyboard.press('Control+A');
      await page.keyboard.type('hello');
      await page.keyboard.press('Enter');
    });
    assert.equal(await canvasHash(page), programHash('--seed', 'hello', '-w', world, '-s', '320x180'));
    await unfold(page, 'Air and light, by numbers');
    await page.focus('#key-sky-haze');
    await changing(page, () => page.keyboard.press('Home'));
    assert.equal(await canvasHash(page), programHash('--seed', 'hello', '-w', world, '--set', 'sky.haze=0', '-s', '320x180'));
    await page.focus('#open-sheet');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#sheet[open]');
    await tabThrough(page);
    await page.focus('#sheet-list button >> nth=3');
    await changing(page, () => page.keyboard.press('Enter'));
    assert.equal(await page.inputValue('#seed'), 'hello 4');
    await page.focus('#open-parallax');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.in-parallax', { timeout: 60000 });
    const shot = () => page.evaluate(() => document.getElementById('parallax').toDataURL());
    const still = await shot();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
    assert.notEqual(await shot(), still);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.in-parallax').count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'open-parallax');
  }],
  ['mouse: each group of pictures, sliders, keys, size, sheet, full screen, copying', async () => {
    const page = await open('#seed=11&size=320x180', { calm: false });
    for (const title of ['World', 'Mood', 'Hour', 'Weather', 'Trees', 'Motif', 'Composition', 'Colours']) {
      const details = await unfold(page, title);
      const before = await canvasHash(page);
      const option = details.locator('.pictures label').nth(title === 'Motif' ? 2 : 4);
      await changing(page, () => option.click());
      const thumb = option.locator('canvas');
      await page.waitForFunction((canvas) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, i) => i % 4 !== 3 && value !== 0);
      }, await thumb.elementHandle(), { timeout: 60000 });
      assert.notEqual(await canvasHash(page), before, title);
      await changing(page, () => details.locator('.pictures label').first().click());
      assert.equal(await canvasHash(page), programHash('--seed', '11', '-s', '320x180'), title);
    }
    const details = await unfold(page, 'Land, by numbers');
    const box = await page.locator('#key-land-snow').boundingBox();
    assert.ok(box.width > 100);
    await changing(page, () => page.locator('#key-land-snow').click({ position: { x: box.width - 6, y: box.height / 2 } }));
    await changing(page, () => details.getByRole('button', { name: 'Land snow: as the seed has it', exact: true }).click());
    assert.equal(await canvasHash(page), programHash('--seed', '11', '-s', '320x180'));
    await unfold(page, 'Every key');
    await page.fill('#any-key', 'sun.radius');
    assert.match(await page.textContent('#any-rule'), /U; 0 = no disc.*: 0\.\.10/);
    await page.fill('#any-value', '0.1');
    await changing(page, () => page.getByRole('button', { name: 'Set', exact: true }).click());
    assert.equal(await canvasHash(page), programHash('--seed', '11', '--set', 'sun.radius=0.1', '-s', '320x180'));
    await unfold(page, 'Size');
    await changing(page, () => page.selectOption('#page-size', '960x960'));
    assert.equal(await canvasHash(page), programHash('--seed', '11', '--set', 'sun.radius=0.1', '-s', '960x960'));
    await page.click('#open-sheet');
    await changing(page, () => page.click('#sheet-next').then(() => page.click('#sheet-list button >> nth=2')));
    assert.equal(await page.inputValue('#seed'), '37');
    await page.click('#open-parallax');
    await page.waitForSelector('.in-parallax', { timeout: 60000 });
    const shot = () => page.evaluate(() => document.getElementById('parallax').toDataURL());
    const still = await shot();
    const area = await page.locator('#parallax').boundingBox();
    await page.mouse.move(area.x + area.width * 0.9, area.y + area.height / 2);
    await page.waitForTimeout(500);
    assert.notEqual(await shot(), still);
    await page.click('#open-parallax');
    await page.click('#full-screen');
    await page.waitForFunction(() => document.fullscreenElement?.id === 'stage');
    await page.evaluate(() => document.exitFullscreen());
    await page.click('#save');
    await page.click('#copy-command');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('#command'));
    await page.click('#link');
    await page.waitForFunction(() => document.getElementById('status').textContent === 'The link is copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => location.href));
    await changing(page, () => page.click('.kinds label >> nth=1'));
    await settled(page);
    for (const title of ['Terrain', 'Tint', 'Outline', 'View']) {
      const fold = await unfold(page, title);
      await changing(page, () => fold.locator('.pictures label').nth(3).click());
      await settled(page);
    }
    await changing(page, () => page.click('#surprise'));
    await settled(page);
  }],
  ...SURFACES.map(([name, options, prepare]) => [`axe-core: no serious finding, ${name}`, async () => {
    const page = await open('#seed=7&size=320x180', options);
    await prepare(page);
    let minor = await axe(page);
    await openAll(page);
    minor += await axe(page);
    await page.click('#open-sheet');
    minor += await axe(page);
    await page.click('#sheet-close');
    await page.click('#open-parallax');
    await page.waitForSelector('.in-parallax', { timeout: 60000 });
    minor += await axe(page);
    await page.evaluate(() => { location.hash = '#seed=3&map=alps&size=65x65'; });
    await page.waitForSelector('[data-kind=map]');
    await settled(page);
    minor += await axe(page);
    await page.evaluate(() => { location.hash = '#seed=3&mood=none'; });
    await page.waitForSelector('#error:not([hidden])');
    minor += await axe(page);
    return `${minor} lesser ones`;
  }]),
  ['a phone: nothing is cut off, the controls are a sheet below the picture', async () => {
    const page = await open('#seed=7', { width: 390, height: 844 });
    const inside = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth
      && [...document.querySelectorAll('#caption button, #caption input')].filter((each) => each.checkVisibility()).every((element) => {
        const { left, right, bottom, width, height } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && bottom <= innerHeight && width >= 24 && height >= 24;
      }));
    assert.ok(await inside());
    const shape = await page.evaluate(() => document.getElementById('picture').getBoundingClientRect().toJSON());
    assert.ok(shape.width > 380 && shape.height > 600, JSON.stringify(shape));
    await page.click('#adjust');
    assert.equal(await page.getAttribute('#adjust', 'aria-expanded'), 'true');
    const [picture, controls] = await page.evaluate(() => ['picture', 'controls']
      .map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
    assert.ok(picture.bottom <= controls.top && picture.height > 150 && controls.bottom <= 845, JSON.stringify([picture, controls]));
    assert.ok(await inside());
    const details = await unfold(page, 'Mood');
    await changing(page, () => details.locator('.pictures label').nth(5).click());
    await page.click('#adjust');
    assert.ok(await page.locator('#controls').isHidden());
  }],
  ['narrow and low windows', async () => {
    for (const [width, height] of [[320, 568], [844, 390], [1024, 600], [2560, 1440]]) {
      const page = await open('#seed=7&size=320x180', { width, height });
      const picture = await page.evaluate(() => document.getElementById('picture').getBoundingClientRect().toJSON());
      assert.ok(picture.width >= 160 && picture.left >= 0 && picture.right <= width && picture.bottom <= height,
        `${width}x${height}: ${JSON.stringify(picture)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}x${height}`);
    }
  }],
];
