/* worker.js - one worker: calls the library, one task after the other.
 *
 * A task is { id, name, words }; the answer { id, value } or { id, fault } with the library's line.
 * Pixels are handed over, not copied.
 */
import * as ridgeline from '../ridgeline/index.js';
import { encodePng, filterRows } from './png.js';
import { zip } from './zip.js';

/* Rows of a picture, ready for a PNG.  The row above the first is painted, too: filters need it. */
async function pngRows(scene, view, y, rows) {
  const above = y > 0 ? 1 : 0;
  const region = { x: 0, y: y - above, width: view.width, height: rows + above };
  const { data, width } = await ridgeline.render(scene, { ...view, region });
  return filterRows(data, width, above * width / view.width, 3);
}

/* The layers as files: a PNG each, their list, the recipe. */
async function layerFiles(scene, view) {
  const files = [];
  const list = await ridgeline.layers(scene, view);
  for (const { name, image } of list)
    files.push({ name: `${name}.png`, bytes: await encodePng(image, 4) });
  const described = list.map(({ name, kind, depth, parallax }) => (
    { name, file: `${name}.png`, kind, depth, parallax }));
  files.push({ name: 'layers.json', bytes: JSON.stringify({ width: view.width, height: view.height, layers: described }, null, 1) });
  files.push({ name: 'recipe.ini', bytes: await ridgeline.text(scene, view) });
  return zip(files);
}

/* The flight over the land that frames were last asked for; another task ends it. */
let over; /* { key, made: a promise of the flight } */

function endFlight() {
  over?.made.then((flight) => flight.free(), () => { /* there is none */ });
  over = undefined;
}

async function flightFrame(scene, view, eye, size) {
  const key = JSON.stringify([scene, view]);
  if (over?.key !== key) {
    endFlight();
    over = { key, made: ridgeline.flight(scene, view) };
  }
  try {
    return await (await over.made).look(eye, size);
  } catch (error) {
    endFlight();
    throw error;
  }
}

const TASKS = { ...ridgeline, pngRows, layerFiles, flightFrame };

/* The buffers in an answer that can be handed over. */
function buffersOf(value) {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  if (value?.data) return [value.data.buffer];
  if (value?.image) return [value.image.data.buffer];
  return Array.isArray(value) ? value.flatMap(buffersOf) : [];
}

/* What a message can hold: pixels as bytes with their size. */
function plain(value) {
  if (value?.data) return { data: value.data, width: value.width, height: value.height };
  if (Array.isArray(value)) return value.map(plain);
  return value?.image ? { ...value, image: plain(value.image) } : value;
}

addEventListener('message', async ({ data: { id, name, words } }) => {
  if (name !== 'flightFrame') endFlight();
  try {
    const value = plain(await TASKS[name](...words));
    postMessage({ id, value }, buffersOf(value));
  } catch (error) {
    postMessage({ id, fault: error.message });
  }
});
