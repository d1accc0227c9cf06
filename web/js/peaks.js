/* peaks.js - the points of a map's Voronoi pass as handles over the picture: dragged by mouse or
 * finger, moved and weighted by keys, weighted by a slider.
 *
 * A peak that was changed is a key of the scene, as `map.peak_3 = 0.25 0.5 1`: x, y and weight.  All
 * others are the seed's.
 */
import { byId, make } from './page.js';
import { change, events, shown } from './show.js';
import { PLAIN_MAP, isMap, withKeys } from './scene.js';
import { fold } from './choosers.js';
import { preview } from './live.js';

const STEP = 0.01; /* of a side, for each press of an arrow key */
const WEIGHT_STEP = 0.1; /* for each press of + or - */
const WEIGHT_LEAST = 0;
const WEIGHT_MOST = 3; /* of the slider; the library takes up to 1000 */
const DIGITS = 3; /* after the point, of all three numbers */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WEIGHTS = { '+': 1, '=': 1, '-': -1 };

const keyOf = (index) => `map.peak_${index + 1}`;
const isPeakKey = (path) => path.startsWith('map.peak_');
const rounded = (value) => Number(value.toFixed(DIGITS));
const share = (value) => Math.min(1, Math.max(0, value));
const textOf = ({ x, y, weight }) => [x, y, weight].map(rounded).join(' ');

/* What a scene says beside its peaks: while it is the same, so are the peaks that have no key. */
const restOf = (scene) => JSON.stringify({ ...scene,
  set: Object.entries(scene.set).filter(([path]) => !isPeakKey(path)) });

/* Paths of the peaks that a scene or its recipe moves. */
function movedKeys({ scene, recipe }) {
  const ofRecipe = [...recipe].filter(([path, value]) => isPeakKey(path) && value !== 'auto').map(([path]) => path);
  return [...new Set([...Object.keys(scene.set).filter(isPeakKey), ...scene.text === undefined ? [] : ofRecipe])];
}

/* The scene with peaks of the seed at some paths; a recipe may have others. */
const withoutPeaks = (scene, paths) => withKeys(scene,
  Object.fromEntries(paths.map((path) => [path, scene.text === undefined ? null : 'auto'])));

/** The handles, and a fold with the weight of the one that was chosen last. */
export function peaksFold() {
  let points = []; /* { x, y, weight } of each handle, as it is shown */
  let rest; /* what the scene says beside the peaks, when `points` was read */
  let selected = 0;
  const handles = make('div', { id: 'peaks', role: 'group', 'aria-label': 'Peaks of the map', hidden: true });
  byId('cells').after(handles);

  const slide = make('input', { type: 'range', id: 'peak-weight', min: WEIGHT_LEAST, max: WEIGHT_MOST, step: WEIGHT_STEP });
  const label = make('label', { for: 'peak-weight' });
  const one = make('button', { type: 'button', id: 'peak-reset' });
  const all = make('button', { type: 'button', id: 'peaks-reset' }, 'All as the seed has them');
  const tools = make('div', { hidden: true }, make('p', { class: 'meaning', id: 'peak-keys' },
    'Drag a peak, or focus it: the arrow keys move it, + and - change its weight, Enter chooses it for the slider, Delete gives it back to the seed.'),
  label, slide, make('div', { class: 'row' }, one, all));
  const none = make('p', { class: 'meaning' }, 'Voronoi and the combination, under Method, have peaks.');
  const { details, chosen } = fold('Peaks', false, tools, none);

  /* Samples from the first to the last one along a side; a tile has another one behind the last. */
  const span = (samples) => samples - (shown.recipe.get('map.wrap') === '1' ? 0 : 1);
  const place = (part, samples) => `${100 * (part * span(samples) + 0.5) / samples}%`;
  const put = (index) => {
    const { x, y, weight } = points[index];
    const handle = handles.children[index];
    handle.style.left = place(x, shown.grid.width);
    handle.style.top = place(y, shown.grid.height);
    handle.style.setProperty('--weight', Math.min(WEIGHT_MOST, weight));
    handle.ariaLabel = `Peak ${index + 1}: ${Math.round(100 * x)} % across, ${Math.round(100 * y)} % down, weight ${rounded(weight)}`;
  };
  const putTools = () => {
    const moved = movedKeys(shown);
    tools.hidden = points.length === 0;
    none.hidden = points.length > 0;
    chosen.textContent = points.length === 0 ? 'None' : moved.length > 0 ? `${moved.length} of ${points.length} set` : String(points.length);
    label.textContent = `Weight of peak ${selected + 1}: ${rounded(points[selected]?.weight ?? 1)}`;
    one.textContent = `Peak ${selected + 1} as the seed has it`;
    one.disabled = !moved.includes(keyOf(selected));
    all.disabled = moved.length === 0;
    if (document.activeElement !== slide) slide.value = points[selected]?.weight ?? 1;
  };
  const select = (index) => {
    selected = index;
    [...handles.children].forEach((handle, i) => handle.classList.toggle('selected', i === index));
    putTools();
  };
  const sceneWith = (index) => withKeys(shown.scene, { [keyOf(index)]: textOf(points[index]) });
  const set = (index, changes) => {
    points[index] = { ...points[index], ...changes };
    put(index);
  };
  const settle = (index) => change(() => sceneWith(index));
  const weigh = (index, weight) => {
    set(index, { weight: Math.max(WEIGHT_LEAST, rounded(weight)) });
    settle(index);
  };
  const reset = (paths) => change((scene) => withoutPeaks(scene, paths));

  const handle = (index) => {
    let before; /* the point where a drag began */
    const finish = (isKept) => {
      if (!before) return;
      const isMoved = textOf(before) !== textOf(points[index]);
      if (!isKept) set(index, before);
      before = undefined;
      if (isMoved && isKept) settle(index);
      else if (isMoved) change((scene) => scene);
    };
    const made = make('button', { type: 'button', class: 'peak', 'aria-describedby': 'peak-keys' });
    made.addEventListener('click', () => select(index)); /* not with focus: Tab passes the others on its way to the slider */
    made.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      made.setPointerCapture(event.pointerId);
      made.focus();
      select(index);
      before = points[index];
    });
    made.addEventListener('pointermove', (event) => {
      if (!before) return;
      const { left, top, width, height } = handles.getBoundingClientRect();
      const { grid } = shown;
      const along = (part, samples) => rounded(share((part * samples - 0.5) / span(samples)));
      set(index, { x: along((event.clientX - left) / width, grid.width), y: along((event.clientY - top) / height, grid.height) });
      preview(sceneWith(index));
    });
    made.addEventListener('pointerup', () => finish(true));
    made.addEventListener('pointercancel', () => finish(false));
    made.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const arrow = ARROWS[event.key];
      const { x, y, weight } = points[index];
      const isOwn = arrow || event.key in WEIGHTS || event.key === 'Delete' || event.key === 'Backspace';
      if (!isOwn) return;
      event.preventDefault();
      event.stopPropagation(); /* else it would change the seed */
      select(index);
      if (arrow) {
        set(index, { x: share(x + STEP * arrow[0]), y: share(y + STEP * arrow[1]) });
        settle(index);
      } else if (event.key in WEIGHTS) {
        weigh(index, weight + WEIGHT_STEP * WEIGHTS[event.key]);
      } else {
        reset([keyOf(index)]);
      }
    });
    return made;
  };

  slide.addEventListener('input', () => weigh(selected, Number(slide.value)));
  one.addEventListener('click', () => reset([keyOf(selected)]));
  all.addEventListener('click', () => reset(movedKeys(shown)));

  const isSeen = () => points.length > 0 && isMap(shown.scene) && restOf(shown.scene) === rest
    && shown.recipe.get('map.view') === 'above' && shown.recipe.get('map.frame') === '0'
    && (details.open || shown.scene.map === PLAIN_MAP || movedKeys(shown).length > 0);
  const sync = () => {
    handles.hidden = !isSeen();
    putTools();
  };
  details.addEventListener('toggle', sync);
  events.addEventListener('choice', sync);
  events.addEventListener('described', () => {
    if (!isMap(shown.scene)) return;
    points = shown.grid.peaks.map((point) => ({ ...point }));
    rest = restOf(shown.scene);
    while (handles.children.length > points.length) handles.lastChild.remove();
    while (handles.children.length < points.length) handles.append(handle(handles.children.length));
    points.forEach((_, i) => put(i));
    select(selected < points.length ? selected : 0);
    sync();
  });
  return details;
}
