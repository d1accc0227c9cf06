/* scene.js - what the page shows, as plain data that is never changed in place.
 *
 * A choice that is absent the seed decides.  `set` has keys of scene text; `text` is a whole recipe,
 * of a picture that was dropped; `map` is a landscape of maps or 'plain'.
 */

/** Choices with a member of their own in the library's scene objects. */
export const CHOICES = ['world', 'mood', 'weather', 'print', 'composition', 'motif', 'time', 'palette'];

/** Pixels of the picture on the page, along a side and in all, zoomed; downloads may have more. */
export const MOST_SIDE = 4096;
export const MOST_PIXELS = 9e6;
const LIMITS = { side: MOST_SIDE, area: MOST_PIXELS };

/** Samples along a map's side. */
export const MAP_SIZE = { width: 513, height: 513 };

export const PLAIN_MAP = 'plain';

export function newScene(size) {
  return { seed: String(1 + Math.floor(Math.random() * 9999)), set: {}, ...size };
}

/** The scene with other choices; null takes one away. */
export function changed(scene, changes) {
  const next = { ...scene, ...changes };
  for (const name of Object.keys(next)) if (next[name] === null || next[name] === undefined) delete next[name];
  return next;
}

/** The scene with other keys of scene text; null takes one away. */
export function withKeys(scene, keys) {
  return { ...scene, set: changed(scene.set, keys) };
}

/** What the library is given. */
export function libraryScene(scene) {
  const given = { set: scene.set };
  if (scene.text !== undefined) return { ...given, text: scene.text };
  given.seed = scene.seed;
  if (scene.map !== undefined) return { ...given, map: scene.map === PLAIN_MAP ? true : scene.map };
  for (const name of CHOICES) if (scene[name] !== undefined) given[name] = scene[name];
  return given;
}

export const isMap = (scene) => scene.map !== undefined;

export const viewOf = ({ width, height }) => ({ width, height, limits: LIMITS });

/** The seed after or before: numbers count, a text has a number after it. */
export function neighbourSeed(seed, step) {
  if (/^\d+$/.test(seed)) return String(BigInt.asUintN(64, BigInt(seed) + BigInt(step)));
  const [, word, number = '1'] = /^(.*?)(?: (\d{1,9}))?$/s.exec(seed);
  const count = Number(number) + step;
  return count < 2 ? word : `${word} ${count}`;
}

/** A recipe's scene by its choices alone: what remains when another seed or world is chosen. */
export function loosened(scene, recipe) {
  if (scene.text === undefined) return scene;
  const choices = { world: recipe.get('ridgeline.world'), mood: recipe.get('ridgeline.mood'),
    weather: recipe.get('ridgeline.weather'), print: recipe.get('print.name'), composition: recipe.get('ridgeline.composition'),
    time: recipe.get('ridgeline.time') };
  for (const name of Object.keys(choices)) if (choices[name] === 'auto') choices[name] = null;
  const map = recipe.get('ridgeline.kind') === 'map' ? PLAIN_MAP : null;
  return changed(scene, { ...(map ? {} : choices), map, text: null, seed: recipe.get('ridgeline.seed') ?? '1' });
}
