/* sliders.js - keys of scenes as sliders with numbers.  Ranges and meanings are those of the
 * library's key table; here is only which keys are at hand. */
import { make, worded } from './page.js';
import { change, events, shown } from './show.js';
import { withKeys } from './scene.js';
import { namesOf, rangeOf } from './recipe.js';
import { fold } from './choosers.js';

/* A third and fourth entry: the part of a wide range that is worth a slider. */
export const LAND = [['land.mountains', 0, 3], ['land.relief'], ['land.relief_calm'], ['land.snow'],
  ['composition.amplitude_far', 0, 0.6], ['composition.amplitude_near', 0, 0.4], ['composition.dip'],
  ['composition.valley', 0, 0.5], ['lake.level'], ['lake.wind'], ['trees.height', 0, 0.15], ['trees.autumn'],
  ['hero.height'], ['ground.grass'], ['ground.flowers'], ['ground.boulders']];
export const AIR = [['sun.x', -0.9, 0.9], ['sun.lift', -4, 16], ['sun.radius', 0, 0.15], ['sun.halo'], ['sun.bloom'],
  ['sky.horizon'], ['sky.haze'], ['mist.amount'], ['mist.height', 0.001, 0.2], ['fog.amount'], ['clouds.amount'],
  ['clouds.cover'], ['stars.amount'], ['moon.show'], ['moon.phase'], ['aurora.amount'], ['weather.rain'],
  ['weather.snow'], ['weather.rainbow'], ['birds.count']];
export const MAP = [['map.sea'], ['map.relief', 100, 6000], ['map.rivers'], ['map.contours', 0, 500], ['map.exaggeration', 0, 6],
  ['map.shade'], ['map.azimuth'], ['map.altitude'], ['map.spread', 0, 2], ['map.persistence', 0.2, 0.9],
  ['map.look_azimuth', 0, 360], ['map.view_elevation']];

const DIGITS = 4; /* of a number that is shown */

/** A key with its slider, number, meaning and a button that leaves it to the seed again. */
export function slider(key, path, from, to) {
  const range = rangeOf(key.rule);
  const least = Math.max(range.least, from ?? range.least);
  const most = Math.min(range.most, to ?? range.most);
  const isCount = key.meaning.startsWith('how many') || most - least > 50;
  const step = isCount ? 1 : (most - least) / 200;
  const name = worded(path);
  const id = `key-${path.replaceAll('.', '-')}`;
  const slide = make('input', { type: 'range', id, min: least, max: most, step, 'aria-describedby': `${id}-meaning` });
  const number = make('input', { type: 'number', min: range.least, max: range.most, step: 'any', 'aria-label': `${name}, number`, placeholder: 'auto' });
  const reset = make('button', { type: 'button', class: 'small quiet', 'aria-label': `${name}: as the seed has it`, title: 'As the seed has it' }, '↺');
  const apply = (value) => change((scene) => withKeys(scene, { [path]: value }));
  slide.addEventListener('input', () => apply(String(Number(Number(slide.value).toPrecision(DIGITS)))));
  number.addEventListener('change', () => apply(number.value === '' ? null : number.value));
  reset.addEventListener('click', () => apply(null));
  const sync = () => {
    const own = shown.scene.set[path];
    const value = own ?? shown.recipe.get(path) ?? 'auto';
    const isNumber = value !== '' && Number.isFinite(Number(value));
    if (document.activeElement !== slide) slide.value = isNumber ? value : (least + most) / 2;
    if (document.activeElement !== number) number.value = isNumber ? String(Number(Number(value).toPrecision(DIGITS))) : '';
    reset.disabled = own === undefined;
  };
  events.addEventListener('choice', sync);
  events.addEventListener('described', sync);
  return make('div', { class: 'slider' }, make('label', { for: id }, name), number, reset, slide,
    make('p', { id: `${id}-meaning`, class: 'meaning' }, key.meaning));
}

/** A fold of sliders for rows of [path, from, to]. */
export function sliders(title, rows, keys) {
  const list = rows.filter(([path]) => rangeOf(keys.get(path)?.rule ?? ''))
    .map(([path, from, to]) => slider(keys.get(path), path, from, to));
  const { details, chosen } = fold(title, false, ...list);
  const count = () => rows.filter(([path]) => shown.scene.set[path] !== undefined).length;
  events.addEventListener('choice', () => { chosen.textContent = count() > 0 ? `${count()} set` : 'As the seed has it'; });
  return details;
}

/** Any key at all, by its name. */
export function anyKey(keys) {
  const list = make('datalist', { id: 'all-keys' }, ...[...keys.keys()].filter((path) => !path.startsWith('output.'))
    .map((path) => make('option', { value: path.replace('.N.', '.1.') })));
  const names = make('datalist', { id: 'key-names' });
  const path = make('input', { id: 'any-key', list: 'all-keys', autocomplete: 'off', spellcheck: 'false', placeholder: 'sky.haze' });
  const value = make('input', { id: 'any-value', list: 'key-names', autocomplete: 'off', spellcheck: 'false' });
  const rule = make('p', { class: 'meaning', id: 'any-rule' });
  const own = make('ul', { class: 'own-keys' });
  path.setAttribute('aria-describedby', 'any-rule');
  path.addEventListener('input', () => {
    const key = keys.get(path.value.replace(/\.\d+\./, '.N.'));
    rule.textContent = key ? `${key.meaning}: ${key.rule}` : '';
    names.replaceChildren(...(key && !rangeOf(key.rule) ? namesOf(key.rule) : []).map((name) => make('option', { value: name })));
    value.value = shown.scene.set[path.value] ?? shown.recipe.get(path.value) ?? '';
  });
  const form = make('form', { class: 'any' }, make('label', { for: 'any-key' }, 'Key'), path,
    make('label', { for: 'any-value' }, 'Value'), value, make('button', { type: 'submit' }, 'Set'), rule, list, names);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (path.value) change((scene) => withKeys(scene, { [path.value]: value.value === '' ? null : value.value }));
  });
  const sync = () => own.replaceChildren(...Object.entries(shown.scene.set).map(([name, text]) => make('li', {},
    make('code', {}, `${name} = ${text}`),
    make('button', { type: 'button', class: 'small quiet', 'aria-label': `${name}: as the seed has it`,
      onclick: () => change((scene) => withKeys(scene, { [name]: null })) }, '↺'))));
  const { details, chosen } = fold('Every key', false, form, own);
  events.addEventListener('choice', () => {
    sync();
    chosen.textContent = `${Object.keys(shown.scene.set).length} set`;
  });
  return details;
}
