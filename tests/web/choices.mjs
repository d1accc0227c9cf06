// choices.mjs - a choice changes one thing; links keep what is right in them; the page says what it
// is; its command is safe in every shell.
import assert from 'node:assert/strict';
import { canvasHash, changing, commandHash, errorLine, open, programHash, settled, unfold, url } from './kit.mjs';
import { commandLine } from '../../web/js/command.js';

/* Choices: title of the fold, and the values in the resolved scene that may change with it. */
const CHOICES = [
  ['World', ['ridgeline.world', 'trees.species']],
  ['Mood', ['ridgeline.mood', 'trees.species']],
  ['Hour', ['ridgeline.time', 'ridgeline.mood', 'trees.species']],
  ['Weather', ['ridgeline.weather']],
  ['Print', ['print.name']],
  ['Trees', ['trees.species']],
  ['Motif', ['motif.name']],
  ['Composition', ['ridgeline.composition']],
  ['Colours', []],
];
const VALUES = ['ridgeline.world', 'ridgeline.mood', 'ridgeline.weather', 'ridgeline.composition', 'ridgeline.time',
  'print.name',  'motif.name', 'aloft.name', 'trees.species'];
const SEEDS = ['5116', '12'];

/* Values of the scene that is shown, when its recipe is there. */
const values = (page) => page.evaluate(async (names) => {
  const { shown } = await import('./js/show.js');
  while (shown.described !== shown.scene) await new Promise((resolve) => { setTimeout(resolve, 10); });
  return Object.fromEntries(names.map((name) => [name, shown.recipe.get(name)]));
}, VALUES);

/* The link of the scene, read again: whether it is the same for the library. */
const linkKeeps = (page) => page.evaluate(async () => {
  const [{ shown }, { readLink, writeLink }, { libraryScene }] = await Promise.all(
    ['show', 'link', 'scene'].map((name) => import(`./js/${name}.js`)));
  const { scene } = await readLink(await writeLink(shown.scene), {});
  const text = (each) => Object.entries(libraryScene(each)).map((pair) => JSON.stringify(pair)).sort().join();
  return text(scene) === text(shown.scene);
});

async function checkChoices(seed, title, free) {
  const page = await open(`#seed=${seed}&size=160x90`);
  const original = await canvasHash(page);
  const own = await values(page);
  const details = await unfold(page, title);
  const inputs = details.locator('.pictures input');
  const count = await inputs.count();
  for (let i = 1; i < count; i++) {
    const name = await inputs.nth(i).inputValue();
    await changing(page, () => inputs.nth(i).evaluate((input) => input.click()));
    assert.equal(await errorLine(page), '');
    const now = await values(page);
    const changed = VALUES.filter((path) => now[path] !== own[path] && !free.includes(path));
    assert.deepEqual(changed, [], `seed ${seed}, ${title}: ${name}`);
    assert.ok(await linkKeeps(page), `link of ${title}: ${name}`);
    if (i % 3 === 0) assert.equal(commandHash(await page.textContent('#command')), await canvasHash(page), name);
  }
  await changing(page, () => inputs.nth(0).evaluate((input) => input.click()));
  assert.equal(await canvasHash(page), original, `${title}: back to the seed's`);
  return `${count - 1} choices`;
}

/* Links with a bad word: fragment, beginning of the line, words of the same picture. */
const BAD_WORDS = [
  ['seed=5&mood=sunset', /^mood = sunset: no such mood: must be one of dawn, ember/, ['--seed', '5']],
  ['seed=5&world=alpne&mood=dusk', /^ridgeline\.world = alpne: .*did you mean alpine/, ['--seed', '5', '-m', 'dusk']],
  ['seed=5&wrld=alpine&mood=dusk', /^link: wrld: must be/, ['--seed', '5', '-m', 'dusk']],
  ['seed=5&sky.haze=2&mood=dusk', /^sky\.haze = 2: must be 0\.\.1/, ['--seed', '5', '-m', 'dusk']],
  ['seed=5&mood=sunset&motif=tentt', /^mood = sunset/, ['--seed', '5']],
];

const scene = (more) => ({ seed: '7', set: {}, width: 320, height: 180, ...more });

/* Scenes, and their command. */
const COMMANDS = [
  [scene(), 'ridgeline --seed=7 -s 320x180 -o land.png'],
  [scene({ seed: 'two words' }), 'ridgeline "--seed=two words" -s 320x180 -o land.png'],
  [scene({ seed: 'é' }), 'ridgeline "--seed=é" -s 320x180 -o land.png'],
  [scene({ palette: '#112233,#445566' }), 'ridgeline --seed=7 -p "#112233,#445566" -s 320x180 -o land.png'],
  [scene({ set: { 'trees.species': 'oak birch' } }), 'ridgeline --seed=7 --set "trees.species=oak birch" -s 320x180 -o land.png'],
];
/* Characters that a shell reads: POSIX shells, PowerShell (its quotation marks, too), cmd; and
 * those that make a line look like another. */
const UNSAFE = ['\'', '"', '`', '$', '\\', '!', '%', '&', '|', ';', '<', '>', '^', '(', '*', '?', '~', '{', '[',
  '\u2018', '\u2019', '\u201c', '\u201d', '\u201e', '\u202e', '\u2066', '\u200b', '\u00a0', '\u0085', '\u2028', '\n', '\r', '\t', '\x7f'];

export default [
  ...SEEDS.flatMap((seed) => CHOICES.map(([title, free]) => [`each choice of ${title} changes one thing, seed ${seed}`,
    () => checkChoices(seed, title, free)])),
  ['a choice that was held is the seed\'s again with another seed', async () => {
    const page = await open('#seed=5116&size=160x90');
    await unfold(page, 'World');
    await changing(page, () => page.locator('input[name=choice-world][value=alpine]').evaluate((input) => input.click()));
    assert.equal(await canvasHash(page), programHash('--seed', '5116', '-w', 'alpine', '-m', 'mist', '--motif', 'windmill', '-s', '160x90'));
    await page.waitForTimeout(500);
    assert.match(await page.evaluate(() => location.hash), /&world=alpine&mood=mist&motif=windmill&/);
    await changing(page, () => page.click('#next'));
    assert.equal(await canvasHash(page), programHash('--seed', '5117', '-w', 'alpine', '-s', '160x90'));
  }],
  ...BAD_WORDS.map(([fragment, line, words]) => [`a link with a bad word keeps the rest, #${fragment}`, async () => {
    const page = await open(`#${fragment}&size=160x90`);
    await page.waitForSelector('#error:not([hidden])');
    await settled(page);
    assert.match(await errorLine(page), line);
    assert.equal(await canvasHash(page), programHash(...words, '-s', '160x90'));
  }]),
  ['the page says what it is', async () => {
    const answer = await fetch(url);
    const text = await answer.text();
    assert.match(text, /<title>ridgeline landscapes<\/title>/);
    assert.match(text, /<meta property="og:title" content="ridgeline landscapes">/);
    assert.match(text, /<meta property="og:description" content="[^"]{40,}">/);
    const image = /<meta property="og:image" content="([^":]+)">/.exec(text)[1];
    const picture = await fetch(url + image);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.doesNotMatch(text, /@\w+@|content="@/);
    const page = await open('');
    assert.match(await page.textContent('.about'), /^ridgeline paints .*seed/);
    const licence = await page.getAttribute('.about a:last-child', 'href');
    assert.match(await (await fetch(url + licence)).text(), /^MIT License/);
    const chosen = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('#groups .of-land > details > summary')]
      .map((summary) => [...summary.children].map((part) => part.textContent))));
    assert.deepEqual(Object.keys(chosen).slice(0, 2), ['Mood', 'Hour']);
    assert.deepEqual(Object.entries(chosen).filter(([, value]) => value === ''), []);
  }],
  ['the command means the same in POSIX shells, PowerShell and cmd', async () => {
    for (const [given, line] of COMMANDS) assert.equal(commandLine(given), line);
    for (const character of UNSAFE)
      for (const given of [scene({ seed: `a${character}b` }), scene({ palette: `${character}1` }), scene({ set: { 'a.b': character } })])
        assert.equal(commandLine(given), 'ridgeline land.ini -s 320x180 -o land.png', JSON.stringify(character));
  }],
];
