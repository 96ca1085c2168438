import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, visit, waitForHydration } from '../browser/browser.ts';
import { type DevShop, startDevShop } from '../dev/dev-shop.ts';

const component = 'client/shell/Footer.tsx';
const footerHeadingLine = '<h2>{brand}</h2>';
const roundCount = 15;

let shop: DevShop;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await startDevShop();
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await shop?.remove();
}, 30_000);

/** Returns the whole home page, and the time of its last byte. */
function fetchHomePage(): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = `havero-nl.localhost:${shop.port}`;
    request({ host: '127.0.0.1', port: shop.port, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

it('an edit of a component is shown on the screen and in new HTML; the test prints the delays', async () => {
  const { page } = await openPage(browser);
  await visit(page, `http://havero-nl.localhost:${shop.port}/`);
  await waitForHydration(page);
  const toScreen: number[] = [];
  const toHtml: number[] = [];
  for (let round = 0; round < roundCount; round += 1) {
    const before = round === 0 ? footerHeadingLine : `<h2>Ronde ${round - 1}.</h2>`;
    const seen = page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            if (!document.querySelector('footer')?.textContent?.includes(text)) return;
            observer.disconnect();
            resolve(Date.now());
          });
          observer.observe(document, { subtree: true, childList: true, characterData: true });
        }),
      `Ronde ${round}.`,
    );
    const began = Date.now();
    shop.edit(component, [before, `<h2>Ronde ${round}.</h2>`]);
    toScreen.push((await seen) - began);
    // Requested after the browser shows the edit, as by a reload; a request waits while an edit is processed.
    expect(await fetchHomePage()).toContain(`Ronde ${round}.`);
    toHtml.push(Date.now() - began);
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  process.stdout.write(
    `npm run dev: edit to screen ${median(toScreen)} ms (${toScreen.join(', ')}), ` +
      `edit to the last byte of new HTML ${median(toHtml)} ms (${toHtml.join(', ')})\n`,
  );
}, 120_000);
