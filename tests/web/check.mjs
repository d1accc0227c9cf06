// check.mjs BUILD PROGRAM [WORD] - the playground in headless Chromium: one line for each row of
// the tables, those alone whose name matches WORD.  With SLICE=1 the rows that SLICE lists.
import { closePages, end } from './kit.mjs';
import choices from './choices.mjs';
import files from './files.mjs';
import maps from './maps.mjs';
import hands from './hands.mjs';
import network from './network.mjs';
import people from './people.mjs';
import play from './play.mjs';
import pictures from './pictures.mjs';

/* A minute of the whole: pictures, links, files, keyboard, screen reader, network. */
const SLICE = [
  'the link #seed=7&size=360x780',
  'the link #seed=3&palette=nord-night&sky.haze=0.25&trees.species=oak+birch&size=320x180',
  'the link #seed=3&map=plain&map.sea=0.5&pass.1.kind=terrace&pass.1.steps=5&size=129x129',
  'each choice of World changes one thing, seed 5116',
  'a choice that was held is the seed\'s again with another seed',
  'a link with a bad word keeps the rest, #seed=5&mood=sunset',
  'the page says what it is',
  'the command means the same in POSIX shells, PowerShell and cmd',
  'each method of a map is the program\'s',
  'the growth of a grid is played, paused, and steps back',
  'the surface of a map is turned by mouse and keys',
  'a sweep runs to its end, or to where it is paused',
  'a map of at most 17x17 has numbers in its cells',
  'peaks: one key each, reset, the program\'s pixels',
  'all of map mode by touch',
  'the alt text is the program\'s',
  'twenty keys in a row end at the last one\'s picture',
  'a PNG: the program\'s pixels and recipe; dropped, its scene',
  'a PNG of zoomed pixels, and the limit of it',
  'palettes: a file, a photo, typed colours',
  'layers: those of the program, in a zip',
  'a hostile link, #__proto__=1',
  'a hostile link, #seed=7&output.zoom=32&size=640x360',
  'hostile files',
  'keyboard alone: every control is reached',
  'keyboard alone: seeds, choices, sliders, sheet, parallax, download',
  'axe-core: no serious finding, at a desk',
  'axe-core: no serious finding, on a phone, dark',
  'a phone: nothing is cut off, the controls are a sheet below the picture',
  'no request after the first load',
  'the page to play: keys run and jump, light moves, nothing is said or asked for',
];

const word = new RegExp(process.argv[4] ?? '');
const all = [...pictures, ...choices, ...maps, ...hands, ...files, ...people, ...network, ...play].filter(([name]) => word.test(name));
const rows = process.env.SLICE ? all.filter(([name]) => SLICE.includes(name)) : all;
let passed = 0;
let failed = 0;
if (process.env.SLICE && !process.argv[4] && rows.length !== SLICE.length) {
  failed++;
  console.log(`not ok a slice of ${SLICE.length} rows: ${rows.length} of them are there`);
}
for (const [name, row] of rows) {
  let fault;
  let measured;
  try {
    measured = await row();
  } catch (error) {
    fault = error;
  }
  try {
    await closePages();
  } catch (error) {
    fault ??= error;
  }
  if (fault) failed++;
  else passed++;
  console.log(`${fault ? 'not ok' : 'ok'} ${name}`);
  const note = fault ? fault.message : measured;
  if (note) console.log(note.slice(0, 2000).replace(/^/gm, '    '));
}
await end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
