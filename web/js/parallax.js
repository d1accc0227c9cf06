/* parallax.js - the layers of the picture over each other, each moved as far as its distance says:
 * by the pointer, by arrow keys, by a slider. */
import { byId, putPixels } from './page.js';
import { shown } from './show.js';
import { isMap, libraryScene } from './scene.js';
import { say, sayError } from './status.js';
import { paint } from './workers.js';

const WIDEST = 1280; /* pixels of a layer: a dozen of them are in memory */
const EASE = 0.12; /* of the way to the pointer, each frame */
const KEY_STEP = 0.02; /* of the width */

let run = new AbortController();
let layers = [];
let target = 0; /* where the camera shall be, in widths of the picture */
let place = 0;
let frame = 0;

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* The land is a loop: each layer is drawn twice where its edge is in the picture. */
function draw() {
  const canvas = byId('parallax');
  const context = canvas.getContext('2d');
  const { width } = canvas;
  for (const { picture, parallax } of layers) {
    const shift = ((place * parallax * width) % width + width) % width;
    context.drawImage(picture, -shift, 0);
    if (shift > 0) context.drawImage(picture, width - shift, 0);
  }
}

function step() {
  place = isCalm() ? target : place + (target - place) * EASE;
  draw();
  frame = Math.abs(target - place) > 1e-4 ? requestAnimationFrame(step) : 0;
}

function aim(where) {
  target = Math.max(-1, Math.min(1, where));
  byId('parallax-place').value = target;
  if (!frame && layers.length > 0) frame = requestAnimationFrame(step);
}

async function open() {
  const { scene } = shown;
  if (isMap(scene)) return say('A map has no layers');
  run.abort();
  run = new AbortController();
  const { signal } = run;
  const scale = Math.min(1, WIDEST / scene.width);
  const view = { width: Math.round(scene.width * scale), height: Math.max(1, Math.round(scene.height * scale)) };
  const given = libraryScene(scene);
  say('The layers are painted');
  try {
    const list = await paint(signal, 'layers', { ...given, set: { ...given.set, 'extent.kind': 'loop' } }, view);
    layers = list.map(({ image, parallax }) => {
      const picture = new OffscreenCanvas(image.width, image.height);
      putPixels(picture, image);
      return { picture, parallax };
    });
    Object.assign(byId('parallax'), view);
    document.body.classList.add('in-parallax');
    byId('open-parallax').setAttribute('aria-pressed', 'true');
    place = target = 0;
    byId('parallax-place').value = 0;
    draw();
    byId('parallax-place').focus();
    say(`${layers.length} layers: move with the pointer or the arrow keys, leave with Escape`);
  } catch (error) {
    sayError(error);
  }
  return undefined;
}

export function closeParallax() {
  run.abort();
  if (!isParallax()) return;
  document.body.classList.remove('in-parallax');
  byId('open-parallax').setAttribute('aria-pressed', 'false');
  cancelAnimationFrame(frame);
  frame = 0;
  layers = [];
  byId('parallax').width = 0;
}

export const isParallax = () => document.body.classList.contains('in-parallax');

export function makeParallax() {
  byId('open-parallax').addEventListener('click', () => {
    if (isParallax()) {
      closeParallax();
      byId('open-parallax').focus();
    } else open();
  });
  byId('parallax').addEventListener('pointermove', (event) => {
    const { left, width } = byId('parallax').getBoundingClientRect();
    aim((event.clientX - left) / width - 0.5);
  });
  byId('parallax-place').addEventListener('input', (event) => aim(Number(event.target.value)));
  addEventListener('keydown', (event) => {
    if (!isParallax()) return;
    if (event.key === 'Escape') {
      closeParallax();
      byId('open-parallax').focus();
    } else if (['ArrowLeft', 'ArrowRight'].includes(event.key) && event.target.id !== 'parallax-place') {
      event.preventDefault();
      aim(target + (event.key === 'ArrowLeft' ? -KEY_STEP : KEY_STEP));
    }
  });
}
