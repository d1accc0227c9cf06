/* method.js - the methods of the literature by which a map is made, as pictures. */
import { PLAIN_MAP, changed } from './scene.js';
import { chooser } from './choosers.js';

/* Keys of scene text of each method.  `mix` is the share of the fractal in the combination, 2/3 as
 * in the paper that proposes it (Olsen 2004). */
const METHODS = {
  'diamond-square': { 'map.method': 'diamond-square' },
  midpoint: { 'map.method': 'midpoint' },
  voronoi: { 'pass.1.kind': 'voronoi', 'pass.1.mix': '0' },
  combination: { 'pass.1.kind': 'voronoi', 'pass.1.mix': '0.666666667' },
};

const isOfMethod = (path) => path === 'map.method' || path.startsWith('pass.');

/* The method that a scene's own keys name, or ''. */
function methodOf(scene) {
  const own = Object.entries(scene.set).filter(([path]) => isOfMethod(path));
  const isSame = (keys) => own.length === Object.keys(keys).length && own.every(([path, value]) => keys[path] === value);
  return scene.map === PLAIN_MAP ? Object.keys(METHODS).find((name) => isSame(METHODS[name])) ?? '' : '';
}

/* The scene without what a method or a list of passes has set; peaks are moved within these. */
const withoutMethod = (scene, keepsPeaks = false) => ({ ...scene,
  set: Object.fromEntries(Object.entries(scene.set).filter(([path]) => !isOfMethod(path)
    && (keepsPeaks || !path.startsWith('map.peak_')))) });

/* The map of `scene` by a method, without the passes of a terrain. */
function byMethod(scene, name) {
  const plain = withoutMethod(scene, METHODS[name]['pass.1.kind'] === 'voronoi');
  return changed(plain, { map: PLAIN_MAP, text: null, set: { ...plain.set, ...METHODS[name] } });
}

export const methodFold = () => chooser({ title: 'Method', key: 'method', names: Object.keys(METHODS), open: 'Of the terrain',
  nameOf: methodOf, apply: (scene, name) => name === '' ? withoutMethod(scene) : byMethod(scene, name) });

/** The landscapes of maps: one of them brings its own passes. */
export const terrainFold = (names) => chooser({ title: 'Terrain', key: 'map', names: [PLAIN_MAP, ...names], open: null,
  apply: (scene, name) => changed(withoutMethod(scene), { map: name, text: null }) });
