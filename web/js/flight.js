/* flight.js - a flight over the map, steered by keys, by dragging and by sliders.
 *
 * The page moves the eye; the painters paint frames by turns, two at a time, each with a flight of
 * its own (worker.js).  The map is made once more as a tile that repeats, so the flight never ends.
 */
import { byId } from './page.js';
import { events, shown } from './show.js';
import { isMap, libraryScene, viewOf, withKeys } from './scene.js';
import { say, sayError } from './status.js';
import { paint } from './workers.js';

const WIDE = { width: 640, height: 360 }; /* pixels of a frame */
const UPRIGHT = { width: 400, height: 520 };
const MOST_FRAMES = 2; /* frames that are painted at a time */
const SIDES = [64, 128, 256, 512, 1024]; /* samples along a side of the tile */
/* Light from the side, as that of `ridgeline animate --flight`: land that is lit as a map looks flat. */
const LIGHT = { 'map.azimuth': '20', 'map.altitude': '30' };
/* Keys that make a map a tile; one of an endless map joins others, and not itself. */
const TILE = { 'map.wrap': '1', 'map.edge_seed': 'auto', 'map.tile_x': 'auto', 'map.tile_y': 'auto' };

/* Lengths are sides of the map. */
const START = { x: 0.5, y: 0.5, height: 0.05, heading: 90 };
const START_SPEED = 0.05; /* each second */
const MOST_SPEED = 0.2;
const LOWEST = 0.01, HIGHEST = 0.25;
const TURN = 60; /* degrees each second, of a key or of a drag over half the picture */
const CLIMB = 1.2; /* natural logarithm of the height's growth each second */
const GAIN = 0.08; /* change of the speed each second */
const EASE = 6; /* share of the way to another turn or climb, each second */
const LONGEST_STEP = 0.1; /* s; after a pause the eye does not leap */

/* What each key changes: [turn, climb, gain]. */
const KEYS = { ArrowLeft: [-1, 0, 0], KeyA: [-1, 0, 0], ArrowRight: [1, 0, 0], KeyD: [1, 0, 0],
  ArrowUp: [0, 0, 1], KeyW: [0, 0, 1], ArrowDown: [0, 0, -1], KeyS: [0, 0, -1],
  PageUp: [0, 1, 0], KeyE: [0, 1, 0], PageDown: [0, -1, 0], KeyQ: [0, -1, 0] };
const SIGNS = { '+': [0, 1, 0], '-': [0, -1, 0] };

/** The flight: null, or { eye, speed, turn, climb, ... }. */
export let flight = null;
const held = new Map(); /* keys that are down: what each changes */
let drag = null; /* { start, across, down }: shares of the picture, -1..1 */

const within = (value, low, high) => Math.min(high, Math.max(low, value));
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* The scene of the land, as a tile, and its size. */
function landOf(scene) {
  const longer = Math.max(scene.width, scene.height);
  const side = SIDES.findLast((each) => each <= longer) ?? SIDES[0];
  const tile = withKeys(scene, { ...LIGHT, ...scene.set, ...TILE });
  return [libraryScene(tile), { ...viewOf(scene), width: side, height: side }];
}

/* ---- steering ------------------------------------------------------------------ */

/* Moves the eye by `time` seconds; returns whether it did move. */
function advance(time) {
  const [turn, climb, gain] = [0, 1, 2].map((i) => [...held.values()].reduce((sum, change) => sum + change[i], 0));
  const ease = isCalm() ? 1 : Math.min(1, EASE * time);
  flight.turn += (within(turn + (drag?.across ?? 0), -1, 1) - flight.turn) * ease;
  flight.climb += (within(climb - (drag?.down ?? 0), -1, 1) - flight.climb) * ease;
  flight.speed = within(flight.speed + gain * GAIN * time, 0, MOST_SPEED);
  const { eye } = flight;
  const heading = ((eye.heading + flight.turn * TURN * time) % 360 + 360) % 360;
  const angle = heading * Math.PI / 180;
  const height = within(eye.height * Math.exp(flight.climb * CLIMB * time), LOWEST, HIGHEST);
  const wrapped = (place) => place - Math.floor(place);
  flight.eye = { x: wrapped(eye.x + Math.sin(angle) * flight.speed * time),
    y: wrapped(eye.y - Math.cos(angle) * flight.speed * time), height, heading };
  return Object.keys(eye).some((name) => Math.abs(eye[name] - flight.eye[name]) > 1e-6);
}

function showControls() {
  for (const [id, value] of [['flight-speed', flight.speed], ['flight-height', flight.eye.height]])
    if (document.activeElement !== byId(id)) byId(id).value = value;
}

/* ---- frames -------------------------------------------------------------------- */

/* Paints the frame that the eye sees now; a frame that comes after a later one is not shown. */
async function look(flown) {
  const number = ++flown.asked;
  flown.waiting++;
  flown.isLate = false;
  try {
    const image = await paint(flown.run.signal, 'flightFrame', ...flown.land, { ...flown.eye }, flown.size);
    if (flown !== flight || number < flown.seen) return;
    if (flown.seen === 0) say('You fly: steer with the arrow keys or by dragging, leave with Escape');
    flown.seen = number;
    const canvas = byId('flight');
    canvas.getContext('2d', { alpha: false }).putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
    canvas.dataset.frames = Number(canvas.dataset.frames) + 1;
  } catch (error) {
    if (flown !== flight) return;
    closeFlight();
    sayError(error);
  } finally {
    flown.waiting--;
  }
}

function step(now) {
  const time = Math.min(LONGEST_STEP, (now - flight.last) / 1000);
  flight.last = now;
  if (flight.seen > 0 && advance(time)) flight.isLate = true; /* the eye stands until there is land */
  if (flight.isLate && flight.waiting < MOST_FRAMES) look(flight);
  showControls();
  flight.frame = requestAnimationFrame(step);
}

function openFlight() {
  if (!shown.scene || !isMap(shown.scene)) return;
  const stage = byId('stage');
  const size = stage.clientWidth < stage.clientHeight ? UPRIGHT : WIDE;
  const canvas = byId('flight');
  Object.assign(canvas, size);
  canvas.dataset.frames = 0;
  stage.style.setProperty('--flight-ratio', size.width / size.height);
  document.body.classList.add('in-flight');
  byId('open-flight').setAttribute('aria-pressed', 'true');
  flight = { eye: START, speed: isCalm() ? 0 : START_SPEED, turn: 0, climb: 0, land: landOf(shown.scene), size,
    run: new AbortController(), asked: 0, seen: 0, waiting: 0, isLate: true, last: performance.now() };
  flight.frame = requestAnimationFrame(step);
  canvas.focus();
  say('The land of the flight is made');
}

export function closeFlight() {
  if (!flight) return;
  flight.run.abort();
  cancelAnimationFrame(flight.frame);
  flight = drag = null;
  held.clear();
  document.body.classList.remove('in-flight');
  byId('open-flight').setAttribute('aria-pressed', 'false');
  byId('flight').width = 0;
}

function leave() {
  closeFlight();
  byId('open-flight').focus();
}

/* ---- controls ------------------------------------------------------------------ */

/* Before the page's other keys: the arrows would change the seed. */
function steerByKeys() {
  addEventListener('keydown', (event) => {
    if (!flight || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('dialog')) return;
    const change = KEYS[event.code] ?? SIGNS[event.key];
    if (event.key === 'Escape') leave();
    else if (change && !event.target.closest?.('input, select, textarea, summary')) held.set(event.code, change);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  addEventListener('keyup', (event) => held.delete(event.code), true);
  addEventListener('blur', () => held.clear());
}

function steerByDragging() {
  const canvas = byId('flight');
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || drag) return;
    canvas.setPointerCapture(event.pointerId);
    drag = { start: event, across: 0, down: 0 };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (drag?.start.pointerId !== event.pointerId) return;
    const { width, height } = canvas.getBoundingClientRect();
    drag.across = within(2 * (event.clientX - drag.start.clientX) / width, -1, 1);
    drag.down = within(2 * (event.clientY - drag.start.clientY) / height, -1, 1);
  });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
    canvas.addEventListener(name, (event) => {
      if (drag?.start.pointerId === event.pointerId) drag = null;
    });
}

/** Makes the button that begins a flight, and what steers it. */
export function makeFlight() {
  byId('open-flight').addEventListener('click', () => (flight ? leave() : openFlight()));
  byId('flight-end').addEventListener('click', leave);
  const slider = (id, range, put) => {
    const input = byId(id);
    Object.assign(input, range);
    input.addEventListener('input', () => flight && put(Number(input.value)));
    input.addEventListener('pointerup', () => byId('flight').focus()); /* so that keys steer again */
  };
  slider('flight-speed', { min: 0, max: MOST_SPEED, step: 0.005 }, (value) => { flight.speed = value; });
  slider('flight-height', { min: LOWEST, max: HIGHEST, step: 0.005 }, (value) => {
    flight.eye = { ...flight.eye, height: value };
    flight.isLate = true;
  });
  steerByKeys();
  steerByDragging();
  events.addEventListener('choice', closeFlight);
}
