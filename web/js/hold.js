/* hold.js - a choice changes one thing: what the seed would deal otherwise with it is written into
 * the scene as it is now.
 *
 * `held` of a scene lists the choices that were written so.  They are taken back before the next
 * choice, so that a link holds only what it needs, and when another seed is chosen.
 */
import { parseRecipe } from './recipe.js';
import { changed, isMap, libraryScene, loosened, viewOf, withKeys } from './scene.js';
import { sayError } from './status.js';
import { show, shown } from './show.js';
import { paint, Cancelled } from './workers.js';

/* A choice, and the key of the resolved scene that tells its value. */
const DEALT = [['world', 'ridgeline.world'], ['mood', 'ridgeline.mood'], ['weather', 'ridgeline.weather'], ['print', 'print.name'],
  ['composition', 'ridgeline.composition'], ['motif', 'motif.name'], ['aloft.name', 'aloft.name'],
  ['trees.species', 'trees.species']];

/** What follows from a choice: trees grow in worlds and seasons, and the hour sets the mood. */
export const DEPENDANTS = { world: ['trees.species'], mood: ['trees.species'], time: ['mood', 'trees.species'] };

const ROUNDS = 4; /* a held world may deal another motif, which is held in the next round */

const isMember = (name) => !name.includes('.');
const valueOf = (scene, name) => isMember(name) ? scene[name] : scene.set[name];

/** The scene with a choice of either kind; null takes it away. */
export const withChoice = (scene, name, value) => (
  isMember(name) ? changed(scene, { [name]: value }) : withKeys(scene, { [name]: value }));

/** The scene without what was held. */
export function released(scene) {
  const { held = [], ...rest } = scene;
  return held.reduce((next, name) => withChoice(next, name, null), rest);
}

const resolved = async (scene, size, ask) => parseRecipe(await ask('text', libraryScene(scene), size));

/** The scene with `value` for the choice `name`, and all else that `recipe` tells as it is.  `ask`
 * calls the library. */
export async function withOnly(scene, recipe, name, value, size, ask) {
  let next = withChoice(released(scene), name, value);
  if (isMap(next)) return next;
  const free = DEPENDANTS[name] ?? [];
  const held = [];
  for (let round = 0; round < ROUNDS; round++) {
    const made = await resolved(next, size, ask);
    const differing = DEALT.filter(([each, path]) => each !== name && !free.includes(each)
      && valueOf(next, each) === undefined && made.get(path) !== recipe.get(path)
      && ![undefined, 'auto', ''].includes(recipe.get(path)));
    if (differing.length === 0) break;
    for (const [each, path] of differing) {
      next = withChoice(next, each, recipe.get(path));
      held.push(each);
    }
  }
  return held.length > 0 ? { ...next, held } : next;
}

const wanted = new Map(); /* the last value that was chosen, by choice, until its turn comes */
let turn = Promise.resolve();
let painting; /* the last of show()'s promises: the next choice does not wait for it */

async function take(name) {
  if (!wanted.has(name)) return; /* a later choice of the same kind has been made in its place */
  const value = wanted.get(name);
  wanted.delete(name);
  const ask = (...words) => paint(null, ...words);
  for (;;) {
    const { scene } = shown;
    const before = isMember(name) ? loosened(scene, shown.recipe) : scene;
    let next;
    try {
      const size = viewOf(before);
      const recipe = shown.described === scene || isMap(scene) ? shown.recipe : await resolved(scene, size, ask);
      next = before.text === undefined ? await withOnly(before, recipe, name, value, size, ask)
        : withChoice(before, name, value);
    } catch (error) {
      if (error instanceof Cancelled) return;
      next = withChoice(before, name, value); /* show() reports what is wrong with it */
    }
    if (shown.scene !== scene) continue; /* another scene was opened meanwhile: the choice is made in it */
    painting = show(next);
    painting.catch(sayError);
    return;
  }
}

/** Chooses one thing; null leaves it to the seed.  Resolves as show() does. */
export function pick(name, value) {
  wanted.set(name, value);
  turn = turn.then(() => take(name)).catch(sayError);
  return turn.then(() => painting);
}
