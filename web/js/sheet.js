/* sheet.js - 24 seeds side by side, of which one is chosen. */
import { byId, make, putPixels } from './page.js';
import { choose, shown } from './show.js';
import { released } from './hold.js';
import { loosened, neighbourSeed } from './scene.js';
import { thumbPixels } from './thumbs.js';

const COUNT = 24;
let run = new AbortController();

function seedsFrom(first) {
  const seeds = [first];
  while (seeds.length < COUNT) seeds.push(neighbourSeed(seeds.at(-1), 1));
  return seeds;
}

function fill(first) {
  run.abort();
  run = new AbortController();
  const { signal } = run;
  const base = released(loosened(shown.scene, shown.recipe));
  const list = byId('sheet-list');
  list.replaceChildren(...seedsFrom(first).map((seed) => {
    const canvas = make('canvas', { width: 176, height: 99, 'aria-hidden': 'true' });
    const button = make('button', { type: 'button', 'data-seed': seed, onclick: () => {
      byId('sheet').close();
      choose((scene) => ({ ...released(scene), seed }));
    } }, canvas, make('span', {}, `Seed ${seed}`));
    thumbPixels({ ...base, seed }, signal).then((pixels) => !signal.aborted && putPixels(canvas, pixels), () => {});
    return make('li', {}, button);
  }));
}

/** The dialog and the buttons in it. */
export function makeSheet() {
  const dialog = byId('sheet');
  let first;
  const turn = (step) => {
    for (let i = 0; i < COUNT; i++) first = neighbourSeed(first, step);
    fill(first);
  };
  byId('open-sheet').addEventListener('click', () => {
    first = loosened(shown.scene, shown.recipe).seed;
    fill(first);
    dialog.showModal();
  });
  byId('sheet-next').addEventListener('click', () => turn(1));
  byId('sheet-previous').addEventListener('click', () => turn(-1));
  byId('sheet-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => run.abort());
}
