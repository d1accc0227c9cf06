/* show.js - the scene that is shown: painted in parts by the workers, small first where that takes
 * a while, and given up for the next one.
 *
 * Events: `choice` at once, for controls; `painted` when the picture is there; `described` when
 * its recipe and its words are known.  A scene that cannot be painted leaves the old picture.
 */
import { byId, putPixels } from './page.js';
import { parseRecipe } from './recipe.js';
import { isMap, libraryScene, loosened, viewOf } from './scene.js';
import { clearError, sayError } from './status.js';
import { errand, paint, painterCount } from './workers.js';

const SLOW = 250; /* ms: below it the whole picture is there as soon as a small one */
const SMALL = 4; /* of its sides, a small picture's */
const SMALL_MAP = 129;
const WORDS_WIDTH = 480; /* pixels: words come of proportions, which a small picture has, too */

export const events = new EventTarget();
/** What is shown: the scene, its recipe's text and keys, its title and alt text.  `described` is the
 * scene that they are of; `fault` is the line of the last scene that could not be painted; `grid`
 * has the heights of a map and its peaks. */
export const shown = { scene: null, described: null, text: '', recipe: new Map(), title: '', alt: '', fault: '', grid: null };

let good; /* the last scene that could be painted */
let onCanvas; /* the scene of which the canvas has something, if only a small picture */
let run = new AbortController();
let lastTime = Infinity;

function announce(name) {
  if (name === 'painted') byId('stage').removeAttribute('aria-busy');
  events.dispatchEvent(new Event(name));
}

/** Columns of the picture, one part for each painter. */
function partsOf({ width, height }) {
  const count = Math.min(painterCount, Math.max(1, width >> 6));
  return Array.from({ length: count }, (_, i) => {
    const x = Math.floor(width * i / count);
    return { x, y: 0, width: Math.floor(width * (i + 1) / count) - x, height };
  });
}

async function paintLand(scene, signal) {
  const view = viewOf(scene);
  const given = libraryScene(scene);
  const canvas = byId('picture');
  const size = await paint(signal, 'size', given, view); /* the limits are those of the whole */
  const zoom = size.width / view.width;
  let isWhole = false;
  if (lastTime > SLOW && view.width > 64 * SMALL) {
    const small = { width: Math.round(view.width / SMALL), height: Math.max(1, Math.round(view.height / SMALL)) };
    paint(signal, 'render', given, small).then((pixels) => {
      if (signal.aborted || isWhole) return;
      putPixels(canvas, pixels);
      onCanvas = scene;
    }, () => { /* the parts say the same */ });
  }
  const regions = partsOf(view);
  const parts = await Promise.all(regions.map((region) => paint(signal, 'render', given, { ...view, region })));
  if (signal.aborted) return;
  isWhole = true;
  onCanvas = scene;
  Object.assign(canvas, size);
  const context = canvas.getContext('2d', { alpha: false });
  parts.forEach(({ data, width, height }, i) => (
    context.putImageData(new ImageData(data, width, height), regions[i].x * zoom, 0)));
}

async function paintMap(scene, signal) {
  const canvas = byId('picture');
  if (scene.width > SMALL_MAP) {
    const height = Math.max(5, Math.round(scene.height * SMALL_MAP / scene.width));
    const { image } = await paint(signal, 'map', libraryScene(scene), { width: SMALL_MAP, height });
    if (signal.aborted) return;
    putPixels(canvas, image);
    onCanvas = scene;
  }
  const { image } = await paint(signal, 'map', libraryScene(scene), viewOf(scene));
  if (signal.aborted) return;
  putPixels(canvas, image);
  onCanvas = scene;
}

/* The recipe tells the controls what the seed has chosen; the words are read aloud. */
async function describe(scene, signal) {
  if (isMap(scene)) {
    const { text, width, height, heights, peaks } = await errand(signal, 'map', libraryScene(scene), viewOf(scene));
    Object.assign(shown, { text, grid: { width, height, heights, peaks } });
    shown.recipe = parseRecipe(shown.text);
    const kind = shown.recipe.get('map.shape');
    shown.title = `Map ${scene.seed}`;
    shown.alt = `A map of heights${kind === 'none' ? '' : `, ${kind}`}, in the colours ${shown.recipe.get('tint.name')}`;
  } else {
    const given = libraryScene(scene);
    const size = viewOf(scene);
    const text = await errand(signal, 'text', given, size);
    const narrow = Math.min(1, WORDS_WIDTH / size.width);
    const words = await errand(signal, 'words', given,
      { width: Math.round(size.width * narrow), height: Math.max(1, Math.round(size.height * narrow)) });
    Object.assign(shown, { text, recipe: parseRecipe(text), title: words.title, alt: words.alt });
  }
  byId('picture').setAttribute('aria-label', shown.alt);
  shown.described = scene;
  announce('described');
}

/** Shows a scene; resolves to whether it could be painted.  `notice` is an error that is said beside
 * the picture, as of a link that was not understood whole. */
export async function show(scene, notice) {
  run.abort();
  run = new AbortController();
  const { signal } = run;
  shown.scene = scene;
  byId('stage').setAttribute('aria-busy', 'true');
  announce('choice');
  const start = performance.now();
  try {
    await (isMap(scene) ? paintMap : paintLand)(scene, signal);
    if (signal.aborted) return false;
    lastTime = performance.now() - start;
    good = scene;
    if (notice) sayError(notice);
    else clearError();
    announce('painted');
    await describe(scene, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    sayError(error);
    shown.fault = error.message;
    if (good && good !== scene) {
      shown.scene = good;
      announce('choice');
      await restore(signal);
    }
    return false;
  }
}

/* The old picture is painted again where a small one has taken its place. */
async function restore(signal) {
  if (onCanvas !== good) await (isMap(good) ? paintMap : paintLand)(good, signal).catch(() => {});
  announce('painted');
}

/** Shows the scene that `change` makes of the one that is shown. */
export const change = (makeNext) => show(makeNext(shown.scene));

/** The same where a recipe must give way to choices. */
export const choose = (makeNext) => show(makeNext(loosened(shown.scene, shown.recipe)));
