/* growth.js - the growth of a small grid, step by step: corners, then centres and edges by turns.
 *
 * No point changes once it is set, so the finished heights and the step that sets each point are
 * the whole growth, as in `ridgeline map --trace`; cells of later steps are covered.
 */
import { byId, make } from './page.js';
import { events, choose, shown } from './show.js';
import { PLAIN_MAP, changed, isMap } from './scene.js';
import { fold } from './choosers.js';

const STEP_TIME = 900; /* ms from step to step while it plays */
const EXAMPLE = { width: 17, height: 17 }; /* samples of the grid that the button makes */
/* Keys by which heights are changed after the fractal, with the value that leaves them. */
const UNSHAPED = { 'map.shape': 'none', 'map.wrap': '0', 'map.blur': '0', 'map.smoothed': '0', 'map.edge_seed': 'auto' };

/* Step that sets the point (x, y) of a grid whose corners are `spacing` cells apart; 0 = corners. */
function pointStep(x, y, spacing) {
  let reach = 1;
  while (reach < spacing && ((x | y) & reach) === 0) reach *= 2;
  if (reach === spacing) return 0;
  const isCentre = (x & reach) !== 0 && (y & reach) !== 0;
  return (isCentre ? 1 : 2) + 2 * (Math.log2(spacing / reach) - 1);
}

/* Steps of the grid that is shown; 0 where its growth is no such growth. */
function stepsOf({ grid, recipe, scene }) {
  if (byId('cells').hasAttribute('hidden') || scene.text !== undefined || recipe.has('pass.1.kind')) return 0;
  const levels = Math.log2(grid.width - 1);
  if (grid.width !== grid.height || !Number.isInteger(levels)) return 0;
  const isPlain = Object.entries(UNSHAPED).every(([path, value]) => (recipe.get(path) ?? value) === value);
  return isPlain ? 1 + 2 * levels : 0;
}

function caption(step, count) {
  if (step === 0) return `Step 1 of ${count}: four corners to begin with.`;
  const isMidpoint = shown.recipe.get('map.method') === 'midpoint';
  const rule = isMidpoint ? ['Edges: the middle of each edge is the mean of its two ends', 'Centres: the middle of each square is the mean of its four corners']
    : ['Square step: the centre of each diamond is the mean of its tips', 'Diamond step: the centre of each square is the mean of its four corners'];
  const bound = Number(shown.recipe.get('map.spread')) * Number(shown.recipe.get('map.persistence')) ** (Math.ceil(step / 2) - 1);
  return `Step ${step + 1} of ${count}. ${rule[step % 2]}, and a random number of at most ${Number(bound.toPrecision(3))}.`;
}

export function growthFold() {
  let count = 0;
  let timer;
  const button = (id, text, label, onclick) => make('button', { type: 'button', id, 'aria-label': label, title: label, onclick }, text);
  const slide = make('input', { type: 'range', id: 'growth-step', min: 0, max: 0, step: 1, 'aria-label': 'Step of the growth' });
  const line = make('p', { class: 'meaning', id: 'growth-line', role: 'status' });
  const put = (step) => {
    slide.value = step;
    const { width } = shown.grid;
    [...byId('cells').children].forEach((cell, i) => (
      cell.classList.toggle('later', pointStep(i % width, Math.floor(i / width), width - 1) > Number(slide.value))));
    line.textContent = caption(Number(slide.value), count);
  };
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = '▶';
    play.ariaLabel = play.title = 'Play';
  };
  const forward = (by) => put(Math.min(count - 1, Math.max(0, Number(slide.value) + by)));
  const play = button('growth-play', '▶', 'Play', () => {
    if (timer) return pause();
    if (Number(slide.value) === count - 1) put(0);
    play.textContent = '❚❚';
    play.ariaLabel = play.title = 'Pause';
    timer = setInterval(() => {
      forward(1);
      if (Number(slide.value) === count - 1) pause();
    }, STEP_TIME);
    return undefined;
  });
  const step = (by) => () => {
    pause();
    forward(by);
  };
  slide.addEventListener('input', () => {
    pause();
    put(Number(slide.value));
  });
  const tools = make('div', { hidden: true }, make('div', { class: 'row' }, button('growth-back', '◂', 'A step back', step(-1)), play,
    button('growth-forward', '▸', 'A step forward', step(1))), slide, line);
  const open = make('button', { type: 'button', id: 'growth-open', onclick: () => choose((scene) => changed(scene,
    { map: PLAIN_MAP, text: null, set: scene.set['map.method'] ? { 'map.method': scene.set['map.method'] } : {}, ...EXAMPLE })) }, 'Show a grid of 17 × 17');
  const { details, chosen } = fold('Growth, step by step', false, tools, open);
  const sync = () => {
    pause();
    count = isMap(shown.scene) && shown.described === shown.scene ? stepsOf(shown) : 0;
    tools.hidden = count === 0;
    open.hidden = count > 0;
    chosen.textContent = count > 0 ? `${count} steps` : '';
    if (count === 0) return;
    slide.max = count - 1;
    put(count - 1);
  };
  events.addEventListener('choice', sync);
  events.addEventListener('described', sync);
  return details;
}
