/* turn.js - turns the surface of a map: dragged by mouse or finger, or by the arrow keys. */
import { byId } from './page.js';
import { events, change, shown } from './show.js';
import { isMap, withKeys } from './scene.js';
import { preview } from './live.js';

const AZIMUTH = 'map.look_azimuth', ELEVATION = 'map.view_elevation';
const LOWEST = 5, HIGHEST = 90; /* degrees of elevation, as the library has them */
const PER_WIDTH = 180; /* degrees of azimuth by which a drag over the whole picture turns it */
const PER_HEIGHT = 90; /* the same of elevation */
const KEY_STEP = 5; /* degrees for each press of an arrow key */

let wish; /* { azimuth, elevation } while the surface is dragged */

const isSurface = () => shown.scene && isMap(shown.scene)
  && (shown.scene.set['map.view'] ?? shown.recipe.get('map.view')) === 'surface';

function angles() {
  const of = (path) => Number(shown.scene.set[path] ?? shown.recipe.get(path) ?? 0);
  return { azimuth: of(AZIMUTH), elevation: of(ELEVATION) };
}

const turned = ({ azimuth, elevation }, right, up) => ({
  azimuth: ((azimuth + right) % 360 + 360) % 360,
  elevation: Math.min(HIGHEST, Math.max(LOWEST, elevation + up)) });

const sceneAt = (scene, { azimuth, elevation }) => withKeys(scene,
  { [AZIMUTH]: azimuth.toFixed(1), [ELEVATION]: elevation.toFixed(1) });

/** Makes the picture turn where it is a surface. */
export function makeTurning() {
  const picture = byId('picture');
  let last; /* the event before, of a pointer that drags */
  const finish = () => {
    const goal = wish;
    wish = last = undefined;
    if (goal) change((scene) => sceneAt(scene, goal));
  };
  picture.addEventListener('pointerdown', (event) => {
    if (!isSurface() || event.button !== 0) return;
    picture.setPointerCapture(event.pointerId);
    last = event;
  });
  picture.addEventListener('pointermove', (event) => {
    if (!last || event.pointerId !== last.pointerId) return;
    const { width, height } = picture.getBoundingClientRect();
    wish = turned(wish ?? angles(), (last.clientX - event.clientX) / width * PER_WIDTH, (event.clientY - last.clientY) / height * PER_HEIGHT);
    last = event;
    preview(sceneAt(shown.scene, wish));
  });
  picture.addEventListener('pointerup', finish);
  picture.addEventListener('pointercancel', finish);
  picture.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || !isSurface() || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); /* else it would change the seed */
    change((scene) => sceneAt(scene, turned(angles(), KEY_STEP * step[0], KEY_STEP * step[1])));
  });
  const sync = () => {
    const can = isSurface();
    picture.classList.toggle('turning', can);
    if (can) picture.tabIndex = 0;
    else picture.removeAttribute('tabindex');
    picture.title = can ? 'Drag it, or use the arrow keys, to turn it' : '';
  };
  events.addEventListener('choice', sync);
  events.addEventListener('described', sync);
}
