/* choosers.js - groups of pictures of which one is chosen: radio buttons, so that keys and screen
 * readers work as they do everywhere. */
import { make, worded } from './page.js';
import { choose, events, shown } from './show.js';
import { isMap, loosened } from './scene.js';
import { pick, withChoice, withOnly } from './hold.js';
import { THUMB, thumb } from './thumbs.js';
import { errand } from './workers.js';

const OPEN = ''; /* the value of the choice that the seed makes */

/** A group that can be folded; its head shows what is chosen. */
export function fold(title, isOpen, ...content) {
  const chosen = make('span', { class: 'chosen' });
  const details = make('details', { name: 'group', open: isOpen },
    make('summary', {}, make('span', {}, title), chosen), ...content);
  return { details, chosen };
}

/** `row`: title, names, `key` a member of scenes or a key of scene text, `recipeKey` which tells
 * what the seed chose, `label` for names that read otherwise.  A choice of several keys has `nameOf`
 * (scene) and `apply` (scene, name); `open` names the choice of the seed, null = there is none. */
export function chooser(row) {
  const isMember = !row.key.includes('.');
  const valueOf = row.nameOf ?? ((scene) => (isMember ? scene[row.key] : scene.set[row.key]) ?? OPEN);
  const withValue = (value, signal) => {
    const { scene, recipe } = shown;
    if (row.apply) return row.apply(loosened(scene, recipe), value);
    const before = isMember ? loosened(scene, recipe) : scene;
    const wish = value === OPEN ? null : value;
    return isMap(before) || before.text !== undefined ? withChoice(before, row.key, wish)
      : withOnly(before, recipe, row.key, wish, THUMB, (...words) => errand(signal, ...words));
  };
  const label = row.label ?? worded;
  const group = make('div', { class: 'pictures', role: 'radiogroup', 'aria-label': row.title });
  const inputs = [...row.open === null ? [] : [OPEN], ...row.names].map((name) => {
    const canvas = make('canvas', { 'aria-hidden': 'true' });
    const input = make('input', { type: 'radio', name: `choice-${row.key}`, value: name });
    group.append(make('label', {}, input, canvas, make('span', {}, name === OPEN ? row.open ?? 'As the seed has it' : label(name))));
    thumb(canvas, (signal) => withValue(name, signal));
    return input;
  });
  group.addEventListener('change', ({ target: { value } }) => (
    row.apply ? choose((scene) => row.apply(scene, value)) : pick(row.key, value === OPEN ? null : value)));
  const { details, chosen } = fold(row.title, row.isOpen ?? false, group);
  const sync = () => {
    const value = valueOf(shown.scene);
    for (const input of inputs) input.checked = input.value === value;
    const resolved = shown.recipe.get(row.recipeKey ?? row.key);
    const name = value !== OPEN ? value : resolved === 'auto' || !resolved ? '' : resolved;
    chosen.textContent = name ? label(name.split('\n')[0].slice(0, 40)) : row.open ?? 'As the seed has it';
    chosen.classList.toggle('open', value === OPEN);
  };
  events.addEventListener('choice', sync);
  events.addEventListener('described', sync);
  return details;
}
