/* command.js - the command line of the program that makes the same picture. */
import { PLAIN_MAP, isMap } from './scene.js';

const OPTIONS = { world: '-w', mood: '-m', weather: '--weather', composition: '--composition',
  motif: '--motif', time: '--time', palette: '-p' };
const RECIPE = 'land.ini';

/* A word for a shell: quoted unless it is of harmless characters. */
const quoted = (word) => /^[\w.,:=@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/* The text of a palette file is no option: its scene is given as a recipe. */
export const needsRecipe = (scene) => scene.text !== undefined || Boolean(scene.palette?.includes('\n'));

/** `ridgeline --seed 7 -w lake -s 1280x720 -o land.png`. */
export function commandLine(scene, { width, height } = scene) {
  const words = ['ridgeline'];
  if (isMap(scene)) words.push('map');
  if (needsRecipe(scene)) words.push(RECIPE);
  else {
    words.push(`--seed=${scene.seed}`);
    if (isMap(scene) && scene.map !== PLAIN_MAP) words.push('--preset', scene.map);
    for (const [name, option] of Object.entries(OPTIONS))
      if (scene[name] !== undefined) words.push(option, scene[name]);
    for (const [key, value] of Object.entries(scene.set)) words.push('--set', `${key}=${value}`);
  }
  words.push('-s', `${width}x${height}`, '-o', isMap(scene) ? 'map.png' : 'land.png');
  return words.map(quoted).join(' ');
}
