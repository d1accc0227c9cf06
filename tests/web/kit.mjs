// kit.mjs - what the tests of the playground share: a server, a browser, pages that must be clean,
// the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serve } from '../../web/serve.mjs';

const [build, programPath] = process.argv.slice(2);
const require = createRequire(resolve(build, 'web-deps/node_modules/none.js'));
const { chromium } = require('playwright-core');

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const scratch = mkdtempSync(join(tmpdir(), 'ridgeline-web-'));
export const requests = []; // paths that the server was asked for
export const server = await serve(join(build, 'web'), 0, (path) => requests.push(path));
export const url = `http://localhost:${server.address().port}/`;

// Chromium's own decision where it has no answer for its Debian wrapper's first lines.
const launch = () => chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
export let browser = await launch();

/** A browser that has seen nothing. */
export async function freshBrowser() {
  await browser.close();
  browser = await launch();
}

export async function end() {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}

/** The program's output, as bytes. */
export const program = (...words) => execFileSync(resolve(programPath), words, { cwd: scratch, maxBuffer: 1 << 30,
  env: { ...process.env, RIDGELINE_CONFIG: '' } });
export const programHash = (...words) => program(...words, '-f', 'hash', '-o', '-', '-q').toString().trim();

/** What a command line of the page paints, by the program in a shell. */
export function commandHash(command) {
  const line = command.replace(/^ridgeline/, resolve(programPath)).replace(/-o \S+$/, '-f hash -o - -q');
  return execFileSync('sh', ['-c', line], { cwd: scratch, env: { ...process.env, RIDGELINE_CONFIG: '' } }).toString().trim();
}

const opened = [];

/** A page of the playground.  What it reports on its console, and what it asks other hosts for, is
 * a fault of the test that opened it. */
export async function open(fragment = '', { width = 1280, height = 720, dark = false, calm = true, touch = false, waitFor = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true,
    colorScheme: dark ? 'dark' : 'light', hasTouch: touch, reducedMotion: calm ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.faults = [];
  opened.push(page);
  page.on('console', (message) => page.faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => page.faults.push(`exception: ${error.message}`));
  page.on('request', (request) => /^(http:\/\/localhost|blob:|data:)/.test(request.url())
    || page.faults.push(`request: ${request.url()}`));
  await page.goto(url + fragment);
  if (waitFor) await settled(page);
  return page;
}

/** Closes what a test has opened; fails where a page was not clean. */
export async function closePages() {
  const faults = [];
  for (const page of opened.splice(0)) {
    faults.push(...page.faults);
    await page.context().close();
  }
  assert.deepEqual(faults, []);
}

/** Waits until the picture, its words and the controls are there. */
export async function settled(page) {
  await page.waitForFunction(() => !document.getElementById('stage').hasAttribute('aria-busy')
    && document.title.includes(' - ') && document.querySelector('#groups details'), null, { timeout: 30000 });
}

/** Does something that changes the scene, and waits for the new picture. */
export async function changing(page, action) {
  const before = await page.evaluate(() => performance.getEntriesByName('painted').length);
  await action();
  await page.waitForFunction((count) => performance.getEntriesByName('painted').length > count
    && !document.getElementById('stage').hasAttribute('aria-busy'), before, { timeout: 30000 });
}

/** The hash of the picture on the page, of its pixels as they are shown. */
export const canvasHash = (page) => page.evaluate(async () => {
  const { hash } = await import('./ridgeline/index.js');
  const { width, height } = document.getElementById('picture');
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(document.getElementById('picture'), 0, 0);
  return hash(copy.getImageData(0, 0, width, height));
});

export const errorLine = (page) => page.evaluate(() => document.getElementById('error').textContent);

/** Moves a finger over the page, from one place to another. */
export async function swipe(page, from, to, steps = 4) {
  const session = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', from);
  for (let i = 1; i <= steps; i++)
    await send('touchMove', { x: from.x + (to.x - from.x) * i / steps, y: from.y + (to.y - from.y) * i / steps });
  await send('touchEnd');
  await session.detach();
}

/** The same with the mouse. */
export async function drag(page, from, to, steps = 4) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) await page.mouse.move(from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps);
  await page.mouse.up();
}

/** Drops a file on the page. */
export const drop = (page, name, type, bytes) => page.evaluate(({ fileName, mime, base64 }) => {
  const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([data], fileName, { type: mime }));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, { fileName: name, mime: type, base64: Buffer.from(bytes).toString('base64') });

/** axe-core finds nothing serious; the number of lesser findings. */
export async function axe(page) {
  // By the driver: the page's own rules let in no script of others.
  const { violations } = await page.evaluate(`(() => { ${axeSource}; return axe.run(document, { resultTypes: ['violations'] }); })()`);
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  assert.deepEqual(serious, []);
  return violations.length;
}

/** Opens a fold of the controls. */
export async function unfold(page, title) {
  const details = page.locator('#groups details:visible', { has: page.locator(`summary span:text-is("${title}")`) }).first();
  if (!await details.evaluate((element) => element.open)) await details.locator('summary').first().click();
  return details;
}

/** Clicks what makes a file; its bytes. */
export async function downloaded(page, action) {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 300000 }), action()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
