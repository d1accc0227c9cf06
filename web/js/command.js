/* command.js - the command line of the program that makes the same picture.
 *
 * The line must mean the same in POSIX shells, PowerShell and cmd, since values of links come from
 * strangers.  Each word is therefore of characters that no shell interprets, bare or between double
 * quotes; a scene with another character is given as a recipe.
 */
import { PLAIN_MAP, isMap } from './scene.js';

const OPTIONS = { world: '-w', mood: '-m', weather: '--weather', print: '--print', composition: '--composition',
  motif: '--motif', time: '--time', palette: '-p' };
const RECIPE = 'land.ini';

/* PowerShell splits a bare word at a comma, and reads @ and # at its beginning. */
const BARE = /^[\w.:=+/-]+$/;
/* Without $, `, \, !, % and any quotation mark, which are read between double quotes, too. */
const QUOTABLE = /^[\p{L}\p{N}_ .,:=+/@#-]+$/u;

const quoted = (word) => BARE.test(word) ? word : `"${word}"`;

/* Seed and choices as words of the command. */
function choiceWords(scene) {
  const words = [`--seed=${scene.seed}`];
  if (isMap(scene) && scene.map !== PLAIN_MAP) words.push('--preset', scene.map);
  for (const [name, option] of Object.entries(OPTIONS))
    if (scene[name] !== undefined) words.push(option, scene[name]);
  for (const [key, value] of Object.entries(scene.set)) words.push('--set', `${key}=${value}`);
  return words;
}

/** Whether the scene cannot be written as options: a recipe, a palette's file, unsafe characters. */
export const needsRecipe = (scene) => scene.text !== undefined
  || !choiceWords(scene).every((word) => QUOTABLE.test(word));

/** `ridgeline --seed=7 -w lake -s 1280x720 -o land.png`. */
export function commandLine(scene, { width, height } = scene) {
  const words = ['ridgeline', ...isMap(scene) ? ['map'] : [], ...needsRecipe(scene) ? [RECIPE] : choiceWords(scene),
    '-s', `${width}x${height}`, '-o', isMap(scene) ? 'map.png' : 'land.png'];
  return words.map(quoted).join(' ');
}
