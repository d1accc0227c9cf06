// live.mjs PAGE [FOLDER]: the live wallpaper, opened from its file by headless Chromium: it paints,
// follows a clock that the test moves, drifts, rests when it is hidden or paused and where motion is
// not liked, takes options, and asks for nothing.  Pictures of the page go to FOLDER.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [page, shots] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'ridgeline-live-'));
const browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
  '--window-size=1280,720', `--user-data-dir=${profile}`, 'about:blank'],
{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
const [, , , orders, answers] = browser.stdio;
let passed = 0;
let failed = 0;
const end = (code) => {
  browser.on('exit', () => {
    rmSync(profile, { recursive: true, force: true });
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(code);
  });
  browser.kill();
};
setTimeout(() => { console.log('not ok an end within ten minutes'); failed++; end(1); }, 600000).unref();

const verdict = (name, holds, found = '') => {
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? 'ok' : 'not ok'} ${name}${holds ? '' : `: ${JSON.stringify(found)}`}`);
};

// The browser's protocol: one JSON and a NUL for each order and answer.
const waiting = new Map();
const seen = { requests: [], messages: [] };
let rest = '';
let count = 0;
answers.setEncoding('utf8').on('data', (bytes) => {
  const parts = (rest + bytes).split('\0');
  rest = parts.pop();
  for (const { id, method, params, result, error } of parts.map((part) => JSON.parse(part))) {
    if (id) waiting.get(id)(error ? { error } : result);
    if (method === 'Network.requestWillBeSent') seen.requests.push(params.request.url.slice(0, 80));
    if (method === 'Runtime.exceptionThrown') seen.messages.push(params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled') seen.messages.push(params.args[0]?.value);
    if (method === 'Log.entryAdded') seen.messages.push(params.entry.text);
  }
});
let sessionId;
const order = (method, params = {}) => new Promise((done) => {
  waiting.set(++count, done);
  orders.write(JSON.stringify({ id: count, method, params, sessionId }) + '\0');
});
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
const ask = async (expression) => {
  const { result, exceptionDetails } = await order('Runtime.evaluate',
    { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
};
// until EXPRESSION is true; slow machines take long for a picture.
const until = async (expression) => {
  for (let i = 0; i < 1200; i++) {
    if (await ask(expression)) return true;
    await wait(50);
  }
  return false;
};
const shot = async (name) => {
  const { data } = await order('Page.captureScreenshot', { format: 'png' });
  if (shots) writeFileSync(join(shots, `${name}.png`), Buffer.from(data, 'base64'));
};

// Counts what is drawn, has a clock that can be moved, and a switch for being hidden.
const PREPARE = `{
  let drawn = 0, clock = new Date(2026, 5, 21, 9, 3).getTime(), hidden = false;
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...words) { drawn++; return draw.apply(this, words); };
  Date = class extends Date { constructor(...words) { super(...(words.length ? words : [clock])); } };
  Object.defineProperty(Document.prototype, 'hidden', { get: () => hidden });
  window.test = { drawn: () => drawn, hide(is) { hidden = is; document.dispatchEvent(new Event('visibilitychange')); },
    hour(h) { clock = new Date(2026, 5, 21, h, 3).getTime(); document.dispatchEvent(new Event('visibilitychange')); },
    alt: () => document.querySelector('canvas').getAttribute('aria-label'),
    note: () => document.querySelector('p').textContent,
    pixels() {
      const canvas = document.querySelector('canvas');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      return Array.from({ length: 2000 }, (_, i) => new Uint32Array(data.buffer)[Math.floor(i * data.length / 8000)]);
    } };
}`;
const differ = (one, two) => one.filter((value, i) => value !== two[i]).length / one.length;
const drawnIn = async (ms) => {
  const before = await ask('test.drawn()');
  await wait(ms);
  return await ask('test.drawn()') - before;
};

async function open(link, media = []) {
  const { targetId } = await (sessionId = undefined, order('Target.createTarget', { url: 'about:blank' }));
  ({ sessionId } = await order('Target.attachToTarget', { targetId, flatten: true }));
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await order(`${domain}.enable`);
  await order('Emulation.setEmulatedMedia', { features: media });
  await order('Page.addScriptToEvaluateOnNewDocument', { source: PREPARE });
  await order('Page.navigate', { url: pathToFileURL(resolve(page)).href + link });
  return until('typeof test === "object" && test.drawn() > 0');
}

const size = statSync(page).size;
verdict(`the page has less than 700 KB (${size})`, size < 700000, size);
verdict('it paints', await open('#seed=66&world=alpine'));
verdict('as a land, with words', new Set(await ask('test.pixels()')).size > 200 && (await ask('test.alt()')).length > 20);
await shot('morning');
const morning = await ask('test.pixels()');
verdict('it drifts', await drawnIn(1500) > 0 && await until('true') && differ(morning, await ask('test.pixels()')) > 0.05);
await ask('test.hide(true)');
await wait(300);
verdict('hidden it rests', await drawnIn(1500) === 0);
await ask('test.hide(false)');
verdict('and wakes', await drawnIn(1500) > 0);
await ask('wallpaperPropertyListener.setPaused(true)');
await wait(300);
verdict('paused by its program it rests', await drawnIn(1500) === 0);
await ask('livelyWallpaperPlaybackChanged(\'{"IsPaused":false}\')');
verdict('and plays again', await drawnIn(1500) > 0);
let words = await ask('test.alt()');
for (const hour of [13, 20, 23]) {
  await ask(`test.hour(${hour})`);
  verdict(`the light of ${hour}:00 comes`, await until(`test.alt() !== ${JSON.stringify(words)}`), words);
  words = await ask('test.alt()');
  await wait(6000);
  await shot(`hour-${hour}`);
}
verdict('night is darker than morning', (await ask('test.pixels()')).reduce((sum, v) => sum + (v & 255), 0)
  < morning.reduce((sum, v) => sum + (v & 255), 0));
await ask('livelyPropertyListener("world", "lake")');
verdict('an option of Lively', await until(`test.alt() !== ${JSON.stringify(words)}`));
words = await ask('test.alt()');
await ask('wallpaperPropertyListener.applyUserProperties({ world: { value: "dunes" }, drift: { value: 0 } })');
verdict('options of Wallpaper Engine', await until(`test.alt() !== ${JSON.stringify(words)}`));
await ask('livelyPropertyListener("world", "atlantis")');
verdict('a wrong one is a line', await until('test.note().startsWith("world=atlantis: must be alpine")'), await ask('test.note()'));
await order('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
await ask('livelyPropertyListener("world", "alpine")');
verdict('a phone has its own picture', await until('document.querySelector("canvas").width === 780'));
await shot('phone');
for (const [link, said] of [['world=atlantis', 'world=atlantis: must be alpine'], ['mood=sunset', 'mood=sunset: '],
  ['weather=hail', 'weather=hail: '], ['time=25:00', 'time=25:00: '], ['world=atlantis&mood=sunset', '']]) {
  verdict(`a wrong option ${link} in the link: it paints`, await open(`#seed=7&drift=0&${link}`));
  verdict('as a land', new Set(await ask('test.pixels()')).size > 200);
  const note = await ask('test.note()');
  verdict('and names the option', note.length > 10 && note.startsWith(said), note);
}
await shot('wrong');
verdict('motion is not liked: it paints', await open('#seed=7', [{ name: 'prefers-reduced-motion', value: 'reduce' }]));
await wait(300);
verdict('and rests', await drawnIn(1500) === 0);
await shot('still');
const asked = seen.requests.filter((url) => !/^(file|blob|about|data):/.test(url));
verdict('it asks for nothing', asked.length === 0 && seen.requests.some((url) => url.startsWith('file:')), asked);
verdict('the console is empty', seen.messages.length === 0, seen.messages);
end(failed > 0 ? 1 : 0);
