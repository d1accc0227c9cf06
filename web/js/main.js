/* main.js - starts the page: reads the link, shows the picture, then builds the controls. */
import { byId, make, worded } from './page.js';
import { anyKey, sliders, AIR, LAND, MAP } from './sliders.js';
import { chooser, fold } from './choosers.js';
import { change, choose, events, show, shown } from './show.js';
import { MAP_SIZE, isMap, loosened, neighbourSeed, newScene } from './scene.js';
import { released } from './hold.js';
import { namesOf } from './recipe.js';
import { isBare, readLink, withoutBadWord, writeLink } from './link.js';
import { firstScene } from './first.js';
import { paletteFold } from './palette.js';
import { methodFold, terrainFold } from './method.js';
import { peaksFold } from './peaks.js';
import { growthFold } from './growth.js';
import { makeCells } from './cells.js';
import { sweepFold } from './sweep.js';
import { makeTurning } from './turn.js';
import { makeFlight } from './flight.js';
import { passesFold } from './passes.js';
import { acceptDrops } from './drop.js';
import { copyLink, saveFold } from './save.js';
import { closeParallax, isParallax, makeParallax } from './parallax.js';
import { makeSheet } from './sheet.js';
import { say, sayError } from './status.js';
import { errand } from './workers.js';

const HOURS = ['05:00', '06:30', '09:00', '12:00', '16:00', '18:30', '20:00', '22:30'];
const SIZES = [['1280x720', 'Wide, 1280 × 720'], ['1920x1080', 'Wide, 1920 × 1080'], ['2560x1440', 'Wide, 2560 × 1440'],
  ['1680x720', 'Very wide, 1680 × 720'], ['960x960', 'Square, 960 × 960'], ['720x1280', 'Upright, 720 × 1280'],
  ['720x1560', 'Phone, 720 × 1560']];
const LINK_CALM = 300; /* ms: while a slider moves, the address waits */

/* A picture that fits the stage; of a screen with fine pixels, one with more of them. */
function usualSize() {
  if (innerWidth < innerHeight) {
    const { clientWidth, clientHeight } = byId('stage');
    return { width: 720, height: Math.min(1600, Math.max(960, Math.round(720 * clientHeight / clientWidth))) };
  }
  return innerWidth * devicePixelRatio > 2000 ? { width: 1920, height: 1080 } : { width: 1280, height: 720 };
}

/* ---- the address --------------------------------------------------------------- */

let written = ''; /* what this page has put into the address */
let linkTimer;

async function putLink() {
  const { scene } = shown;
  const fragment = `#${await writeLink(scene)}`;
  if (scene !== shown.scene || fragment === location.hash) return;
  const isFirst = written === '';
  written = fragment;
  history[isFirst ? 'replaceState' : 'pushState'](null, '', fragment);
}

async function openLink() {
  if (location.hash === written && written !== '') return;
  closeParallax();
  let fault;
  try {
    const link = await readLink(location.hash, usualSize());
    if (link.scene) written = location.hash;
    fault = link.fault;
    if (link.scene) fault = await showGood(link.scene, link);
    else if (!fault) await show(shown.scene ?? firstScene(usualSize()));
  } catch (error) {
    fault = error;
  }
  if (!fault) return;
  /* There is a picture, whatever the first link was. */
  if (isEmpty()) await show(firstScene(usualSize()), fault);
  else sayError(fault);
}

/* Shows the scene of a link without the words of which the library says that they are wrong.
 * Resolves to the first fault if nothing of the link could be shown. */
async function showGood(scene, { fault: linkFault, hasSeed }) {
  let fault = linkFault;
  for (let next = scene; next;) {
    if (await show(next, fault) || byId('error').hidden) return undefined; /* hidden: another link came meanwhile */
    fault ??= new Error(shown.fault);
    next = withoutBadWord(next, shown.fault);
    if (next && !hasSeed && isBare(next)) next = null;
  }
  return fault;
}

const isEmpty = () => 'empty' in byId('picture').dataset;

/* ---- controls ------------------------------------------------------------------ */

function seedControls() {
  const seed = byId('seed');
  const step = (by) => choose((scene) => ({ ...released(scene), seed: neighbourSeed(scene.seed, by) }));
  byId('previous').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  byId('surprise').addEventListener('click', () => show(newScene({ width: shown.scene.width, height: shown.scene.height,
    ...(isMap(shown.scene) ? { map: shown.scene.map } : {}) })));
  seed.addEventListener('change', () => seed.value !== '' && choose((scene) => ({ ...released(scene), seed: seed.value })));
  addEventListener('keydown', (event) => {
    const isOwn = event.target.closest?.('input, select, textarea, summary, dialog, [role=radiogroup]');
    if (isOwn || isParallax() || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else return;
    event.preventDefault();
  });
  const sync = () => {
    if (document.activeElement !== seed) seed.value = loosened(shown.scene, shown.recipe).seed;
  };
  events.addEventListener('choice', sync);
  events.addEventListener('described', sync);
}

function fullScreen() {
  byId('full-screen').addEventListener('click', () => {
    const wish = document.fullscreenElement ? document.exitFullscreen() : byId('stage').requestFullscreen?.();
    wish?.catch((error) => sayError(error));
  });
}

/* The panel is a sheet at the foot of a phone's page: this opens it. */
function panelButton() {
  const button = byId('adjust');
  const set = (isOpen) => {
    document.body.classList.toggle('adjusting', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => set(!document.body.classList.contains('adjusting')));
  byId('link').addEventListener('click', copyLink);
  byId('save').addEventListener('click', () => {
    set(true);
    const details = byId('controls').querySelector('.save').closest('details');
    details.open = true;
    details.querySelector('select').focus();
    details.scrollIntoView({ block: 'nearest' });
  });
}

/* Landscape or map; each has its own controls. */
function kindSwitch() {
  const before = {}; /* sizes to return to */
  for (const input of document.querySelectorAll('input[name=kind]'))
    input.addEventListener('change', () => choose((scene) => {
      before[isMap(scene) ? 'map' : 'land'] = { width: scene.width, height: scene.height };
      const { seed } = scene;
      return input.value === 'map' ? { seed, map: 'alps', set: {}, ...(before.map ?? MAP_SIZE) }
        : { seed, set: {}, ...(before.land ?? usualSize()) };
    }));
  events.addEventListener('choice', () => {
    const kind = isMap(shown.scene) ? 'map' : 'land';
    document.body.dataset.kind = kind;
    document.querySelector(`input[name=kind][value=${kind}]`).checked = true;
  });
}

function sizeFold() {
  const select = make('select', { id: 'page-size', 'aria-label': 'Size on the page' });
  select.addEventListener('change', () => change((scene) => {
    const [width, height] = select.value.split('x').map(Number);
    return { ...scene, width, height };
  }));
  const { details, chosen } = fold('Size', false, select);
  events.addEventListener('choice', () => {
    const { width, height } = shown.scene;
    const size = `${width}x${height}`;
    const list = isMap(shown.scene) ? ['5x5', '9x9', '17x17', '65x65', '257x257', '513x513', '1025x1025'].map((each) => [each, each.replace('x', ' × ')]) : [...SIZES];
    if (!list.some(([value]) => value === size)) list.push([size, `${width} × ${height}`]);
    select.replaceChildren(...list.map(([value, text]) => make('option', { value }, text)));
    select.value = size;
    chosen.textContent = `${width} × ${height}`;
  });
  return details;
}

async function buildControls() {
  const [names, list] = await Promise.all([errand(null, 'names'), errand(null, 'keys')]);
  const keys = new Map(list.map((key) => [key.path, key]));
  const of = (path) => namesOf(keys.get(path).rule);
  const land = make('div', { class: 'of-land' },
    chooser({ title: 'Mood', key: 'mood', names: names.moods, recipeKey: 'ridgeline.mood' }),
    chooser({ title: 'Hour', key: 'time', names: HOURS, recipeKey: 'ridgeline.time', open: 'Of the mood', label: (hour) => hour }),
    chooser({ title: 'Weather', key: 'weather', names: names.weathers, recipeKey: 'ridgeline.weather', open: 'Of the mood' }),
    chooser({ title: 'Print', key: 'print', names: names.prints.slice(1), recipeKey: 'print.name', open: 'None' }),
    chooser({ title: 'World', key: 'world', names: names.worlds, recipeKey: 'ridgeline.world', isOpen: innerWidth > 900 }),
    chooser({ title: 'Trees', key: 'trees.species', names: of('trees.species') }),
    chooser({ title: 'Motif', key: 'motif', names: ['none', ...names.motifs], recipeKey: 'motif.name' }),
    chooser({ title: 'Composition', key: 'composition', names: names.compositions, recipeKey: 'ridgeline.composition', open: 'Of the world' }),
    paletteFold(names.palettes),
    sliders('Land, by numbers', LAND, keys),
    sliders('Air and light, by numbers', AIR, keys));
  const map = make('div', { class: 'of-map' },
    terrainFold(names.maps.filter((name) => name !== 'none')),
    methodFold(),
    peaksFold(),
    growthFold(),
    sweepFold(),
    passesFold(names.passes),
    chooser({ title: 'Tint', key: 'tint.name', names: names.tints, open: 'Of the landscape' }),
    chooser({ title: 'Outline', key: 'map.shape', names: of('map.shape'), open: 'Of the landscape' }),
    chooser({ title: 'View', key: 'map.view', names: of('map.view'), open: 'From above' }),
    sliders('Map, by numbers', MAP, keys));
  for (const details of map.children) details.name = 'map-group'; /* one of them is open, and one of the land's */
  byId('groups').replaceChildren(land, map, sizeFold(), anyKey(keys), saveFold());
  if (shown.scene) for (const name of ['choice', 'described']) events.dispatchEvent(new Event(name));
}

/* ---- the page ------------------------------------------------------------------ */

events.addEventListener('painted', () => {
  delete byId('picture').dataset.empty;
  performance.mark('painted');
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => putLink().catch(sayError), LINK_CALM);
});
events.addEventListener('choice', () => {
  closeParallax();
  byId('stage').style.setProperty('--ratio', shown.scene.width / shown.scene.height);
});
events.addEventListener('described', () => {
  byId('title').textContent = shown.title;
  document.title = `${shown.title} - ridgeline`;
  say(`${isMap(shown.scene) ? '' : `Seed ${loosened(shown.scene, shown.recipe).seed}: `}${shown.title}`);
});

kindSwitch();
seedControls();
fullScreen();
panelButton();
makeSheet();
makeParallax();
makeTurning();
makeFlight();
makeCells();
acceptDrops();
addEventListener('hashchange', openLink);
const first = openLink();
first.then(buildControls).catch(sayError);
first.finally(() => navigator.serviceWorker?.register('./sw.js').catch(() => { /* the page works without */ }));
