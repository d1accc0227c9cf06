/* drop.js - files that are dropped on the page or chosen: a picture of ridgeline opens its scene,
 * another picture gives its colours, a text is a scene or a palette. */
import { choose, show, shown } from './show.js';
import { changed, isMap } from './scene.js';
import { pick } from './hold.js';
import { parseRecipe } from './recipe.js';
import { photoColours } from './photo.js';
import { clearError, say, sayError } from './status.js';
import { errand } from './workers.js';
import { make } from './page.js';

const MOST_PICTURE = 256 << 20; /* bytes */
const MOST_TEXT = 1 << 20;
const MOST_PAGE_SIDE = 1920; /* pixels: larger pictures are shown smaller */

/** Shows a recipe's text, at its own size where that is one for a page. */
export async function openRecipe(text, own = {}) {
  const recipe = parseRecipe(text);
  const isOfMap = recipe.get('ridgeline.kind') === 'map';
  let { width, height } = own.width ? own : sizeOf(recipe) ?? shown.scene;
  const shrink = Math.min(1, MOST_PAGE_SIDE / Math.max(width, height));
  width = Math.max(1, Math.round(width * shrink));
  height = Math.max(1, Math.round(height * shrink));
  const scene = changed({ seed: recipe.get('ridgeline.seed') ?? '1', set: {}, width, height },
    { text, map: isOfMap ? 'plain' : null });
  return show(isOfMap ? scene : await shortest(scene, recipe));
}

const sizeOf = (recipe) => {
  const found = /^(\d+)x(\d+)$/.exec(recipe.get('output.size') ?? '');
  return found && { width: Number(found[1]), height: Number(found[2]) };
};

/* A scene of choices, where these alone make the same recipe: its link can be read by people. */
async function shortest(scene, recipe) {
  const size = { width: scene.width, height: scene.height };
  const names = { world: 'ridgeline.world', mood: 'ridgeline.mood', weather: 'ridgeline.weather', print: 'print.name',
    composition: 'ridgeline.composition', time: 'ridgeline.time' };
  const choices = {};
  for (const [name, key] of Object.entries(names))
    if (recipe.has(key) && recipe.get(key) !== 'auto') choices[name] = recipe.get(key);
  const short = changed(scene, { ...choices, text: null });
  try {
    const [whole, made] = await Promise.all([errand(null, 'text', { text: scene.text }, size),
      errand(null, 'text', { set: {}, seed: short.seed, ...choices }, size)]);
    return whole === made ? short : scene;
  } catch {
    return scene; /* show() reports what is wrong with it */
  }
}

async function openPicture(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let found;
  try {
    found = await errand(null, 'recipe', bytes);
  } catch {
    return false; /* a format that the library does not read, or a damaged file */
  }
  if (!found.scene) return false;
  await openRecipe(found.scene, found);
  return true;
}

const isScene = (text) => /^\s*\[\w+[^\]\n]*\]\s*$/m.test(text) && /^\s*\w+\s*=/m.test(text)
  && !/^GIMP Palette/.test(text);

async function openText(file) {
  if (file.size > MOST_TEXT) throw new Error(`${file.name}: must have at most ${MOST_TEXT} bytes to be a text`);
  const text = (await file.text()).replaceAll('\r\n', '\n');
  if (text.includes('\0')) throw new Error(`${file.name}: must be a picture, a scene or a palette`);
  if (isScene(text)) return openRecipe(text);
  return usePalette(text.includes('\n') ? text : `${text}\n`);
}

/** Paints in the colours of a palette: a name, a file's text, or colours. */
export const usePalette = (palette) => isMap(shown.scene)
  ? choose((scene) => changed(scene, { palette, map: null })) : pick('palette', palette);

/** Opens what a person has dropped or chosen. */
export async function openFile(file) {
  clearError();
  try {
    if (file.size > MOST_PICTURE) throw new Error(`${file.name}: must have at most ${MOST_PICTURE >> 20} MiB`);
    if (file.type.startsWith('image/') || /\.(png|jpe?g|webp|avif|jxl)$/i.test(file.name)) {
      if (await openPicture(file)) return say('The scene of the picture is open');
      const colours = await photoColours(file);
      await usePalette(colours);
      return say(`In the colours of ${file.name}`);
    }
    return await openText(file);
  } catch (error) {
    return sayError(error);
  }
}

/** Makes the whole page a place to drop files on. */
export function acceptDrops() {
  let depth = 0; /* elements that the pointer is in */
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle('dropping', depth > 0);
  };
  addEventListener('dragenter', (event) => event.dataTransfer?.types.includes('Files') && mark(1));
  addEventListener('dragleave', (event) => event.dataTransfer?.types.includes('Files') && mark(-1));
  addEventListener('dragover', (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
  addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    mark(-depth);
    openFile(event.dataTransfer.files[0]);
  });
}

/** A button that opens a file. */
export function fileButton(text) {
  const input = make('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-hidden': 'true' });
  input.addEventListener('change', () => {
    if (input.files[0]) openFile(input.files[0]);
    input.value = '';
  });
  return make('span', {}, input, make('button', { type: 'button', onclick: () => input.click() }, text));
}
