/* thumbs.js - small pictures of scenes: painted when they can be seen and nothing else is to be
 * painted, kept for the next time. */
import { events } from './show.js';
import { libraryScene, isMap } from './scene.js';
import { errand } from './workers.js';
import { putPixels } from './page.js';

export const THUMB = { width: 176, height: 99 };
const THUMB_MAP = { width: 99, height: 99 };
const CALM = 120; /* ms without a change before the first is painted */
const KEPT = 400; /* pictures of 70 KB */

const kept = new Map(); /* pixels by scene, the oldest first */
const sources = new WeakMap(); /* canvas -> a function that makes its scene, or a promise of it */
const drawn = new WeakMap(); /* canvas -> the scene that it shows, as text */
const visible = new Set();
let run = new AbortController();
let timer;

/* Keys by which a scene could ask for more pixels than a thumbnail has. */
const SMALL = { 'output.zoom': 1 };
const SMALL_MAP = { 'map.picture': '240x180' };

/** The pixels of a small picture. */
export async function thumbPixels(scene, signal) {
  const whole = libraryScene(scene);
  const given = { ...whole, set: { ...whole.set, ...isMap(scene) ? SMALL_MAP : SMALL } };
  const key = JSON.stringify(given);
  let pixels = kept.get(key);
  if (!pixels) {
    pixels = isMap(scene) ? (await errand(signal, 'map', given, THUMB_MAP)).image
      : await errand(signal, 'render', given, THUMB);
    kept.set(key, pixels);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return pixels;
}

async function draw(canvas, signal) {
  try {
    const scene = await sources.get(canvas)(signal);
    const key = JSON.stringify(scene);
    if (drawn.get(canvas) === key) return;
    const pixels = await thumbPixels(scene, signal);
    if (signal.aborted) return;
    putPixels(canvas, pixels);
    drawn.set(canvas, key);
  } catch { /* cancelled, or a choice that does not go with the others: it stays empty */ }
}

function drawVisible() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const canvas of visible) draw(canvas, run.signal);
  }, CALM);
}

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target);
    else visible.delete(target);
  }
  drawVisible();
}, { rootMargin: '120px' });

events.addEventListener('choice', () => {
  run.abort();
  run = new AbortController();
});
events.addEventListener('described', drawVisible);

/** Keeps `canvas` a picture of the scene that `makeScene` gives. */
export function thumb(canvas, makeScene) {
  Object.assign(canvas, THUMB);
  sources.set(canvas, makeScene);
  watcher.observe(canvas);
}
