/* save.js - what is taken away: PNG of any size, layers, the recipe, the command, the link. */
import { byId, download, make } from './page.js';
import { fold } from './choosers.js';
import { fileButton } from './drop.js';
import { commandLine, needsRecipe } from './command.js';
import { events, shown } from './show.js';
import { isMap, libraryScene, viewOf } from './scene.js';
import { say, sayError } from './status.js';
import { errand, paint, painterCount, Cancelled } from './workers.js';
import { filterRows } from './png.js';

const MOST = { side: 8192, area: 7680 * 4320 };
const BAND = 1 << 20; /* pixels that a worker paints at a time: 4 MiB */
const SIZES = [['as', 'As on the page'], ['1920x1080', '1920 × 1080, full HD'], ['2560x1440', '2560 × 1440'],
  ['3840x2160', '3840 × 2160, 4K'], ['7680x4320', '7680 × 4320, 8K'], ['1440x3120', '1440 × 3120, phone'], ['own', 'Another size']];

let run = new AbortController();

/* A worker for the file: what it is given it answers. */
function pngWorker(signal) {
  const worker = new Worker(new URL('./png-worker.js', import.meta.url), { type: 'module' });
  const ask = (message, buffers = []) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.fault ? reject(new Error(data.fault)) : resolve(data.value);
    worker.onerror = () => reject(new Error('png: the worker ended'));
    signal.addEventListener('abort', () => reject(new Cancelled()), { once: true });
    worker.postMessage(message, buffers);
  });
  return { ask, end: () => worker.terminate() };
}

/* Bands are painted by all painters and arrive in any order; they are written from the top, and
 * no more of them are under way than two for each painter. */
async function writeBands(scene, view, zoom, writer, signal, onRows) {
  const given = libraryScene(scene);
  const height = Math.max(Math.ceil(16 / zoom), Math.floor(BAND / (view.width * zoom * zoom)));
  const starts = [];
  for (let y = 0; y < view.height; y += height) starts.push(y);
  const begin = (y) => {
    const rows = paint(signal, 'pngRows', given, view, y, Math.min(height, view.height - y));
    rows.catch(() => {}); /* reported where it is awaited */
    return rows;
  };
  const bands = starts.splice(0, 2 * painterCount).map(begin);
  for (let y = 0; bands.length > 0; y += height) {
    const rows = await bands.shift();
    if (starts.length > 0) bands.push(begin(starts.shift()));
    await writer.ask({ rows }, [rows.buffer]);
    onRows(Math.min(1, (y + height) / view.height));
  }
}

/** A PNG of a scene, with its recipe. */
export async function pngOf(scene, view, signal, onRows = () => {}) {
  const writer = pngWorker(signal);
  try {
    if (isMap(scene)) {
      const { image, text } = await paint(signal, 'map', libraryScene(scene), view);
      const rows = filterRows(image.data, image.width, 0, 3);
      await writer.ask({ start: [image.width, image.height, 3, { ridgeline: text }] });
      await writer.ask({ rows }, [rows.buffer]);
    } else {
      const size = await paint(signal, 'size', libraryScene(scene), view);
      const text = await paint(signal, 'text', libraryScene(scene), view);
      await writer.ask({ start: [size.width, size.height, 3,
        { ridgeline: text, Title: shown.title, Description: shown.alt }] });
      await writeBands(scene, view, size.width / view.width, writer, signal, onRows);
    }
    return await writer.ask({ finish: true });
  } finally {
    writer.end();
  }
}

const fileName = (scene, { width, height }, ending) => (
  `ridgeline-${(scene.text === undefined ? scene.seed : 'scene').replace(/[^\w-]+/g, '_').slice(0, 40)}-${width}x${height}${ending}`);

/* The size that the controls name. */
function wishedSize() {
  const word = byId('save-size').value;
  if (word === 'as') return viewOf(shown.scene);
  const [width, height] = word === 'own' ? [byId('save-width').valueAsNumber, byId('save-height').valueAsNumber]
    : word.split('x').map(Number);
  const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= MOST.side;
  if (!isSide(width) || !isSide(height) || width * height > MOST.area)
    throw new Error(`size = ${width}x${height}: must be whole numbers up to ${MOST.side}, no more pixels than 7680x4320`);
  return { width, height, limits: MOST };
}

/* One thing at a time is made; the button beside it stops it. */
async function making(what, work) {
  run.abort();
  run = new AbortController();
  const { signal } = run;
  const progress = byId('save-progress');
  progress.hidden = byId('save-stop').hidden = false;
  progress.value = 0;
  say(`${what}: begun`);
  const start = performance.now();
  try {
    const [blob, name] = await work(signal, (share) => { progress.value = share; });
    download(blob, name);
    say(`${name}: ${(blob.size / 1e6).toFixed(1)} MB in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    if (signal === run.signal) say(error instanceof Cancelled ? `${what}: stopped` : '');
    sayError(error);
  } finally {
    if (signal === run.signal) progress.hidden = byId('save-stop').hidden = true;
  }
}

const savePicture = () => making('Picture', async (signal, onRows) => {
  const { scene } = shown;
  const size = isMap(scene) ? viewOf(scene) : wishedSize();
  return [await pngOf(scene, size, signal, onRows), fileName(scene, size, '.png')];
});

const saveLayers = () => making('Layers', async (signal) => {
  const { scene } = shown;
  if (isMap(scene)) throw new Error('layers: a map has none');
  const given = libraryScene(scene);
  const blob = await paint(signal, 'layerFiles', { ...given, set: { ...given.set, 'extent.kind': 'loop' } }, viewOf(scene));
  return [blob, fileName(scene, scene, '-layers.zip')];
});

const saveRecipe = () => making('Recipe', async (signal) => {
  const { scene } = shown;
  const text = isMap(scene) ? (await errand(signal, 'map', libraryScene(scene), viewOf(scene))).text
    : await errand(signal, 'text', libraryScene(scene), viewOf(scene));
  return [new Blob([text], { type: 'text/plain' }), 'land.ini'];
});

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied`);
  } catch {
    say(`${what}: this browser does not let the page copy; select the text`);
  }
}

export const copyLink = () => copy(location.href, 'The link');

export function saveFold() {
  const size = make('select', { id: 'save-size' }, ...SIZES.map(([value, text]) => make('option', { value }, text)));
  const side = (id, label, value) => make('label', {}, label, make('input', { id, type: 'number', min: 1, max: MOST.side, value }));
  const own = make('div', { class: 'own-size', hidden: true }, side('save-width', 'Width', 5120), side('save-height', 'Height', 2880));
  const command = make('code', { id: 'command', tabindex: '0', 'aria-label': 'Command' });
  const hint = make('p', { class: 'meaning' });
  const sync = () => {
    own.hidden = size.value !== 'own';
    let view = viewOf(shown.scene);
    try {
      if (!isMap(shown.scene)) view = wishedSize();
    } catch { /* said when the picture is made */ }
    command.textContent = commandLine(shown.scene, view);
    hint.textContent = needsRecipe(shown.scene) ? 'land.ini is the recipe below.' : '';
  };
  for (const name of ['choice', 'described']) events.addEventListener(name, sync);
  own.addEventListener('input', sync);
  size.addEventListener('change', sync);
  const button = (text, action, extra = {}) => make('button', { type: 'button', onclick: action, ...extra }, text);
  return fold('Download and share', false, make('div', { class: 'save' },
    make('label', { for: 'save-size' }, 'Size'), size, own,
    make('div', { class: 'row' }, button('Download PNG', savePicture, { id: 'save-png', class: 'strong' }),
      button('Layers (zip)', saveLayers, { id: 'save-layers' }), button('Recipe', saveRecipe, { id: 'save-recipe' })),
    make('div', { class: 'row' }, make('progress', { id: 'save-progress', max: 1, value: 0, hidden: true, 'aria-label': 'Progress' }),
      button('Stop', () => run.abort(), { id: 'save-stop', hidden: true })),
    make('h3', {}, 'The same by the program'), command, hint,
    make('div', { class: 'row' }, button('Copy the command', () => copy(command.textContent, 'The command'), { id: 'copy-command' }),
      button('Copy the link', copyLink)),
    make('h3', {}, 'Open'), make('p', { class: 'meaning' }, 'A picture of ridgeline holds its recipe: drop it here, or '), fileButton('Open a file'))).details;
}
