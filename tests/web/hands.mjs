// hands.mjs - all of map mode reached and used by keyboard, by mouse and by touch: methods as
// pictures, peaks, the surface, numbers in cells, growth, sweeps.
import assert from 'node:assert/strict';
import { axe, canvasHash, changing, commandHash, drag, errorLine, open, programHash, settled, swipe } from './kit.mjs';

const MOST_TABS = 150; /* key presses to any control */
const START = '#seed=3&map=plain&size=65x65';

/* Goes to a control by Tab alone. */
async function tabTo(page, selector) {
  const element = await page.locator(selector).first().elementHandle();
  for (let i = 0; i < MOST_TABS; i++) {
    if (await element.evaluate((wanted) => wanted === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector}: is not reached by Tab`);
}

const middle = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/* A place beside another one, in shares of the picture. */
async function beside(page, from, right, down) {
  const { width, height } = await page.locator('#picture').boundingBox();
  return { x: from.x + right * width, y: from.y + down * height };
}

/* Moves what is at the middle of a control; `move` is drag or swipe. */
const dragged = (move) => async (page, selector, right, down) => {
  const from = await middle(page, selector);
  await move(page, from, await beside(page, from, right, down));
};

/* A place of a slider, in shares of its length. */
const spotOf = async (page, selector, part) => {
  const { width, height } = await page.locator(selector).boundingBox();
  return { position: { x: Math.max(2, Math.min(width - 2, part * width)), y: height / 2 } };
};

/* The ways to use a page: press a button, choose a picture, drag by shares of the picture, put a
 * slider to an end, choose of a list. */
const pointing = (click, move, options) => ({
  options,
  press: (page, selector) => page.locator(selector).first()[click](),
  choose: (page, name, value) => page.locator(`label:has(input[name="choice-${name}"][value=${value}])`)[click](),
  drag: dragged(move),
  slide: async (page, selector, part) => page.locator(selector)[click](await spotOf(page, selector, part)),
  select: (page, selector, value) => page.selectOption(selector, value),
});
const HANDS = {
  mouse: pointing('click', drag, {}),
  touch: pointing('tap', swipe, { touch: true }),
  keyboard: {
    options: {},
    async press(page, selector) {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    },
    async choose(page, name, value) {
      const group = `input[name="choice-${name}"]`;
      await tabTo(page, `${group}:checked`);
      const count = await page.locator(group).count();
      for (let i = 0; i < count && !await page.locator(`${group}[value=${value}]`).isChecked(); i++) {
        await changing(page, () => page.keyboard.press('ArrowDown'));
        await settled(page);
      }
    },
    async drag(page, selector, right, down) {
      await tabTo(page, selector);
      for (const [key, share] of [['ArrowRight', right], ['ArrowLeft', -right], ['ArrowDown', down], ['ArrowUp', -down]])
        for (let i = 0; i < Math.round(share / 0.01); i++) await page.keyboard.press(key);
    },
    async slide(page, selector, part) {
      await tabTo(page, selector);
      await page.keyboard.press(part === 0 ? 'Home' : 'End');
    },
    async select(page, selector, value) {
      await tabTo(page, selector);
      for (let i = 0; i < MOST_TABS && await page.inputValue(selector) !== value; i++) await page.keyboard.press('ArrowDown');
    },
  },
};

const unfolded = async (page, hand, title) => {
  const head = `#groups .of-map > details > summary:has(span:text-is("${title}"))`;
  if (!await page.locator(head).evaluate((summary) => summary.parentElement.open)) await hand.press(page, head);
};
const setOf = (page) => page.evaluate(async () => ({ ...(await import('./js/show.js')).shown.scene.set }));
const sameAsCommand = async (page) => {
  await settled(page);
  assert.equal(await errorLine(page), '');
  assert.equal(commandHash(await page.textContent('#command')), await canvasHash(page));
};

async function usePeaks(page, hand) {
  await unfolded(page, hand, 'Peaks');
  assert.equal(await page.locator('#peaks .peak:visible').count(), 16);
  const before = await canvasHash(page);
  const { x, y } = await middle(page, '.peak >> nth=5');
  await changing(page, () => hand.drag(page, '.peak >> nth=5', 0.1, 0.05));
  await settled(page);
  assert.deepEqual(Object.keys(await setOf(page)).filter((path) => path.startsWith('map.peak')), ['map.peak_6']);
  const after = await middle(page, '.peak >> nth=5');
  const wanted = await beside(page, { x, y }, 0.1, 0.05);
  assert.ok(Math.hypot(after.x - wanted.x, after.y - wanted.y) < 4, JSON.stringify([after, wanted]));
  assert.notEqual(await canvasHash(page), before);
  await sameAsCommand(page);
  await changing(page, () => hand.slide(page, '#peak-weight', 1));
  await sameAsCommand(page);
  assert.match((await setOf(page))['map.peak_6'], / [23](\.\d+)?$/);
  await changing(page, () => hand.press(page, '#peak-reset'));
  await settled(page);
  assert.equal(await canvasHash(page), before);
}

async function useSurface(page, hand) {
  await unfolded(page, hand, 'View');
  await changing(page, () => hand.choose(page, 'map.view', 'surface'));
  await settled(page);
  assert.ok(await page.locator('#peaks').isHidden());
  const before = await canvasHash(page);
  await changing(page, () => hand.drag(page, '#picture', -0.1, 0.05));
  await settled(page);
  assert.notEqual(await canvasHash(page), before);
  assert.notEqual(Number((await setOf(page))['map.look_azimuth']), 45);
  await sameAsCommand(page);
  await changing(page, () => hand.choose(page, 'map.view', 'above'));
  await settled(page);
}

async function useSweep(page, hand) {
  await unfolded(page, hand, 'Sweep');
  await hand.select(page, '#sweep-key', 'pass.1.mix');
  await changing(page, () => hand.slide(page, '#sweep-place', 1));
  await settled(page);
  assert.ok(Number((await setOf(page))['pass.1.mix']) > 0.9);
  await hand.press(page, '#sweep-play');
  await page.waitForFunction(() => document.getElementById('sweep-play').ariaLabel === 'Pause'
    && Number(document.getElementById('sweep-place').value) > 1);
  await changing(page, () => hand.press(page, '#sweep-play'));
  await sameAsCommand(page);
}

async function useGrowth(page, hand) {
  await unfolded(page, hand, 'Growth, step by step');
  await changing(page, () => hand.press(page, '#growth-open'));
  await page.waitForSelector('#growth-step', { state: 'visible' });
  const seen = () => page.locator('#cells g:not(.later)').count();
  assert.equal(await page.locator('#cells text').count(), 289);
  await hand.slide(page, '#growth-step', 0);
  assert.equal(await seen(), 4);
  await hand.press(page, '#growth-play');
  await page.waitForFunction(() => document.querySelectorAll('#cells g:not(.later)').length > 4);
  await hand.press(page, '#growth-play');
  const now = await seen();
  await hand.press(page, '#growth-forward');
  assert.ok(await seen() > now);
  await hand.press(page, '#growth-back');
  assert.equal(await seen(), now);
}

async function useMapMode(hand) {
  const page = await open(START, hand.options);
  await unfolded(page, hand, 'Method');
  await changing(page, () => hand.choose(page, 'method', 'combination'));
  await sameAsCommand(page);
  await usePeaks(page, hand);
  await useSurface(page, hand);
  await useSweep(page, hand);
  const minor = await axe(page);
  await useGrowth(page, hand);
  return `${minor + await axe(page)} lesser findings of axe-core`;
}

export default [
  ...Object.entries(HANDS).map(([name, hand]) => [`all of map mode by ${name}`, () => useMapMode(hand)]),
  ['peaks: one key each, reset, the program\'s pixels', async () => {
    const page = await open('#seed=3&map=plain&pass.1.kind=voronoi&pass.1.mix=0&map.peak_3=0.25+0.5+2&size=65x65');
    const words = ['map', '--seed', '3', '--pass', 'voronoi:mix=0', '-s', '65'];
    assert.equal(await canvasHash(page), programHash(...words, '--set', 'map.peak_3=0.25 0.5 2'));
    assert.equal(await page.getAttribute('.peak >> nth=2', 'aria-label'), 'Peak 3: 25 % across, 50 % down, weight 2');
    const picture = await page.locator('#picture').boundingBox();
    const { x, y } = await middle(page, '.peak >> nth=2');
    assert.ok(Math.abs(x - picture.x - picture.width * 16.5 / 65) < 1 && Math.abs(y - picture.y - picture.height / 2) < 1);
    await page.focus('.peak >> nth=0');
    for (const key of ['+', '+', '-', '-', '-']) await page.keyboard.press(key);
    await settled(page);
    assert.match((await setOf(page))['map.peak_1'], / 0\.9$/);
    await changing(page, () => page.keyboard.press('ArrowLeft'));
    assert.equal(await page.inputValue('#seed'), '3');
    await sameAsCommand(page);
    await changing(page, () => page.keyboard.press('Delete'));
    assert.deepEqual(Object.keys(await setOf(page)), ['pass.1.kind', 'pass.1.mix', 'map.peak_3']);
    await page.waitForTimeout(500);
    assert.match(await page.evaluate(() => location.hash), /&map\.peak_3=0\.25\+0\.5\+2&/);
    await settled(page);
    await page.evaluate(() => { document.getElementById('peaks-reset').closest('details').open = true; });
    await changing(page, () => page.click('#peaks-reset'));
    assert.equal(await canvasHash(page), programHash(...words));
    for (const bad of ['map.peak_3=0.25+1.5+2', 'map.peak_3=1', 'map.peak_65=0+0+1']) {
      const other = await open(`#seed=3&map=plain&pass.1.kind=voronoi&pass.1.mix=0&${bad}&size=65x65`);
      await other.waitForSelector('#error:not([hidden])');
      await settled(other);
      assert.match(await errorLine(other), /^map\.peak_\d+ = .*: (must be X Y WEIGHT|no such key)/);
      assert.equal(await canvasHash(other), programHash(...words));
    }
  }],
  ['peaks: another terrain or method leaves them, and so does a map without handles', async () => {
    const page = await open('#seed=3&map=plain&pass.1.kind=voronoi&pass.1.mix=0&map.peak_3=0.25+0.5+2&size=65x65');
    const to = (name, value) => changing(page, () => page.locator(`input[name="choice-${name}"][value=${value}]`).evaluate((input) => input.click()));
    await to('method', 'combination');
    assert.equal((await setOf(page))['map.peak_3'], '0.25 0.5 2');
    await to('method', 'midpoint');
    await settled(page);
    assert.deepEqual(await setOf(page), { 'map.method': 'midpoint' });
    assert.equal(await page.locator('.peak').count(), 0);
    assert.ok(await page.locator('#peak-weight').isHidden());
  }],
];
