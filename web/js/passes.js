/* passes.js - the passes of a map as a list: its order is the order in which they shape the land. */
import { make, worded } from './page.js';
import { change, events, shown } from './show.js';
import { PLAIN_MAP, changed, isMap, libraryScene } from './scene.js';
import { parseRecipe } from './recipe.js';
import { fold } from './choosers.js';
import { sayError } from './status.js';
import { errand } from './workers.js';

const SMALL = { width: 33, height: 33 };

/* The passes in resolved scene text: [{ kind, keys: { strength: '1.35' } }, ...] */
function passesOf(recipe) {
  const list = [];
  for (const [path, value] of recipe) {
    const found = /^pass\.(\d+)\.(\w+)$/.exec(path);
    if (!found) continue;
    const pass = list[Number(found[1]) - 1] ??= { kind: '', keys: {} };
    if (found[2] === 'kind') pass.kind = value;
    else pass.keys[found[2]] = value;
  }
  return list.filter(Boolean);
}

function keysOf(passes) {
  const keys = {};
  passes.forEach(({ kind, keys: own }, i) => {
    keys[`pass.${i + 1}.kind`] = kind;
    for (const [name, value] of Object.entries(own)) keys[`pass.${i + 1}.${name}`] = value;
  });
  return keys;
}

/* What makes a landscape of maps differ from a plain map, as keys: in that form its passes can
 * be put in another order. */
async function spelledOut(scene) {
  if (scene.text !== undefined) return scene.set;
  const [own, plain] = await Promise.all([scene, { seed: scene.seed, map: PLAIN_MAP, set: {} }]
    .map(async (each) => parseRecipe((await errand(null, 'map', libraryScene(each), SMALL)).text)));
  const keys = {};
  for (const [path, value] of own)
    if (/^(map|tint)\./.test(path) && !path.startsWith('tint.stop') && value !== plain.get(path)) keys[path] = value;
  return keys;
}

async function replacePasses(makeList) {
  const { scene, recipe } = shown;
  try {
    const passes = makeList(passesOf(recipe));
    const keys = scene.map === PLAIN_MAP && scene.text === undefined
      ? Object.fromEntries(Object.entries(scene.set).filter(([path]) => !path.startsWith('pass.')))
      : await spelledOut(scene);
    if (shown.scene === scene)
      change(() => changed(scene, { map: PLAIN_MAP, text: null, set: { ...keys, ...keysOf(passes) } }));
  } catch (error) {
    sayError(error);
  }
}

/* The list with one pass moved. */
function moved(list, from, to) {
  const next = [...list];
  const [pass] = next.splice(from, 1);
  next.splice(to, 0, pass);
  return next;
}

export function passesFold(kinds) {
  const list = make('ol', { class: 'passes' });
  let focusAfter; /* which button has the focus when the list is made anew */

  const button = (text, label, action, disabled = false) => make('button', {
    type: 'button', class: 'small quiet', 'aria-label': label, title: label, disabled, onclick: action }, text);

  const row = (pass, i, count) => {
    const move = (to) => {
      focusAfter = { index: to, label: to < i ? 'up' : 'down' };
      replacePasses((passes) => moved(passes, i, to));
    };
    const name = worded(pass.kind);
    const settings = Object.entries(pass.keys).map(([key, value]) => {
      const input = make('input', { value, 'aria-label': `${name} ${key}`, autocomplete: 'off', spellcheck: 'false' });
      input.addEventListener('change', () => replacePasses((passes) => {
        passes[i].keys[key] = input.value;
        return passes;
      }));
      return make('label', {}, key, input);
    });
    const item = make('li', { draggable: 'true' },
      make('details', {}, make('summary', {}, name), make('div', { class: 'settings' }, ...settings)),
      button('↑', `Move ${name} up`, () => move(i - 1), i === 0),
      button('↓', `Move ${name} down`, () => move(i + 1), i === count - 1),
      button('×', `Remove ${name}`, () => replacePasses((passes) => passes.toSpliced(i, 1))));
    item.addEventListener('dragstart', (event) => {
      event.dataTransfer.setData('text/x-ridgeline-pass', String(i));
      event.dataTransfer.effectAllowed = 'move';
    });
    item.addEventListener('dragover', (event) => (
      event.dataTransfer.types.includes('text/x-ridgeline-pass') && event.preventDefault()));
    item.addEventListener('drop', (event) => {
      const from = event.dataTransfer.getData('text/x-ridgeline-pass');
      if (from === '') return;
      event.preventDefault();
      event.stopPropagation();
      replacePasses((passes) => moved(passes, Number(from), i));
    });
    return item;
  };

  const kind = make('select', { id: 'new-pass' }, ...kinds.map((name) => make('option', { value: name }, worded(name))));
  const add = make('form', { class: 'any' }, make('label', { for: 'new-pass' }, 'Another pass'), kind,
    make('button', { type: 'submit' }, 'Add'));
  add.addEventListener('submit', (event) => {
    event.preventDefault();
    replacePasses((passes) => [...passes, { kind: kind.value, keys: {} }]);
  });

  const { details, chosen } = fold('Passes', true, list, add);
  let made = '';
  events.addEventListener('described', () => {
    if (!isMap(shown.scene)) return;
    const passes = passesOf(shown.recipe);
    chosen.textContent = String(passes.length);
    const text = JSON.stringify(passes);
    if (text === made) return;
    made = text;
    const open = [...list.querySelectorAll('details')].map((each) => each.open);
    list.replaceChildren(...passes.map((pass, i) => row(pass, i, passes.length)));
    [...list.querySelectorAll('details')].forEach((each, i) => { each.open = open[i] ?? false; });
    if (focusAfter) {
      const buttons = list.children[focusAfter.index]?.querySelectorAll('button');
      const target = buttons?.[focusAfter.label === 'up' ? 0 : 1];
      (target?.disabled ? buttons[focusAfter.label === 'up' ? 1 : 0] : target)?.focus();
      focusAfter = undefined;
    }
  });
  return details;
}
