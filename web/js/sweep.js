/* sweep.js - a number of a map run through its range: persistence, the weights of Voronoi, the share
 * of the combination, the magnitude of a perturbation; from above or as a surface, as the view is. */
import { byId, make, putPixels, worded } from './page.js';
import { change, events, shown } from './show.js';
import { isMap, libraryScene, withKeys } from './scene.js';
import { fold } from './choosers.js';
import { sayError } from './status.js';
import { paint } from './workers.js';

const FRAMES = 40; /* pictures of a sweep */
const FRAME_TIME = 60; /* ms that a picture stays at least */
const SMALL = 129; /* samples along a side while it runs */

/* Ends of the sweep of a key of a pass, or of the map. */
const ENDS = { c1: [-1, 1], c2: [-1, 1], c3: [-1, 1], c4: [-1, 1], c5: [-1, 1], c6: [-1, 1], c7: [-1, 1], c8: [-1, 1],
  weight: [0, 1], mix: [0, 1], magnitude: [0, 0.5], persistence: [0.3, 0.8] };
const NAMES = { weight: 'inequality of the peaks', mix: 'alpha, share of the fractal' };

const keyOf = (path) => path.split('.').at(-1);

/* Keys of the map that can be swept, each with its label. */
const swept = (recipe) => [['map.persistence', 'Persistence'], ...[...recipe.keys()]
  .filter((path) => /^pass\.\d+\./.test(path) && ENDS[keyOf(path)])
  .map((path) => {
    const number = path.split('.')[1];
    return [path, `${worded(recipe.get(`pass.${number}.kind`))} ${number}: ${NAMES[keyOf(path)] ?? keyOf(path)}`];
  })];

export function sweepFold() {
  let isPlaying = false;
  let made = '';
  const select = make('select', { id: 'sweep-key', 'aria-label': 'What is swept' });
  const slide = make('input', { type: 'range', id: 'sweep-place', min: 0, max: FRAMES, step: 1, value: 0, 'aria-label': 'Place in the sweep' });
  const line = make('p', { class: 'meaning', id: 'sweep-line' });
  const play = make('button', { type: 'button', id: 'sweep-play', 'aria-label': 'Sweep' }, '▶');
  const value = () => {
    const [from, to] = ENDS[keyOf(select.value)];
    return (from + (to - from) * Number(slide.value) / FRAMES).toFixed(3);
  };
  const say = () => { line.textContent = `${select.value} = ${value()}`; };
  const setPlaying = (is) => {
    isPlaying = is;
    play.textContent = is ? '❚❚' : '▶';
    play.ariaLabel = is ? 'Pause' : 'Sweep';
  };
  const settle = () => change((scene) => withKeys(scene, { [select.value]: value() }));
  const run = async () => {
    const { scene } = shown;
    const size = { width: Math.min(SMALL, scene.width), height: Math.min(SMALL, scene.height) };
    if (Number(slide.value) === FRAMES) slide.value = 0;
    setPlaying(true);
    try {
      while (isPlaying && shown.scene === scene) {
        say();
        const [{ image }] = await Promise.all([paint(null, 'map', libraryScene(withKeys(scene, { [select.value]: value() })), size),
          new Promise((resolve) => { setTimeout(resolve, FRAME_TIME); })]);
        if (shown.scene !== scene) break;
        putPixels(byId('picture'), image);
        if (Number(slide.value) === FRAMES) break;
        slide.value = Number(slide.value) + 1;
      }
    } catch (error) {
      sayError(error);
    }
    setPlaying(false);
    if (shown.scene === scene) settle();
  };
  play.addEventListener('click', () => isPlaying ? setPlaying(false) : run());
  slide.addEventListener('input', () => {
    if (isPlaying) return;
    say();
    settle();
  });
  select.addEventListener('change', () => {
    setPlaying(false);
    slide.value = 0;
    say();
  });
  const { details, chosen } = fold('Sweep', false, make('div', { class: 'row' }, play, select), slide, line);
  events.addEventListener('described', () => {
    if (!isMap(shown.scene)) return;
    const list = swept(shown.recipe);
    chosen.textContent = `${list.length} numbers`;
    const text = JSON.stringify(list);
    if (text === made) return;
    made = text;
    const before = select.value;
    select.replaceChildren(...list.map(([path, label]) => make('option', { value: path }, label)));
    if (list.some(([path]) => path === before)) select.value = before;
    else slide.value = 0;
    say();
  });
  return details;
}
