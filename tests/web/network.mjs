// network.mjs - nothing is asked of others, nothing after the first load, and without a network
// the page is there.
import assert from 'node:assert/strict';
import { canvasHash, changing, downloaded, open, programHash, requests, settled, unfold } from './kit.mjs';

const LINK = '#seed=7&size=320x180';

/* The service worker has what it keeps. */
async function kept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { timeout: 30000 });
}

export default [
  ['no request after the first load', async () => {
    const page = await open(LINK);
    await kept(page);
    await page.waitForLoadState('networkidle');
    const before = requests.length;
    await changing(page, () => page.click('#next'));
    await unfold(page, 'Mood');
    await page.click('#open-sheet');
    await page.waitForTimeout(1000);
    await page.click('#sheet-close');
    await changing(page, () => page.click('.kinds label >> nth=1'));
    await changing(page, () => page.click('.kinds label >> nth=0'));
    await page.click('#save');
    await downloaded(page, () => page.click('#save-png'));
    await page.click('#open-parallax');
    await page.waitForSelector('.in-parallax', { timeout: 60000 });
    assert.deepEqual(requests.slice(before), []);
    await page.reload();
    await settled(page);
    // The browser looks whether the service worker is a newer one; nothing else.
    assert.deepEqual(requests.slice(before).filter((path) => path !== '/sw.js'), []);
  }],
  ['without a network: the page, its pictures, its downloads', async () => {
    const page = await open(LINK);
    await kept(page);
    await page.context().setOffline(true);
    await page.goto(`${page.url().split('#')[0]}?again${LINK}`);
    await settled(page);
    assert.equal(await canvasHash(page), programHash('--seed', '7', '-s', '320x180'));
    await changing(page, () => page.click('#next'));
    await page.click('#save');
    await downloaded(page, () => page.click('#save-png'));
    page.faults = page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault)); // of sw.js
  }],
];
