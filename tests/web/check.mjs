// check.mjs BUILD PROGRAM [WORD] - the playground in headless Chromium: one line for each row of
// the tables, those alone whose name matches WORD.
import { closePages, end } from './kit.mjs';
import files from './files.mjs';
import network from './network.mjs';
import people from './people.mjs';
import pictures from './pictures.mjs';

const word = process.argv[4] ?? '';
let passed = 0;
let failed = 0;
for (const [name, row] of [...pictures, ...files, ...people, ...network]) {
  if (!new RegExp(word).test(name)) continue;
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
