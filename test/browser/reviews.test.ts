import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'hafero-de.localhost';
const germanSampleTexts = readSampleTexts('de');
const germanMessages = readMessages('de');
const productPath = `/${germanSampleTexts.products['prado-sport']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('reviews', () => {
  for (const isScripted of selectRotatedTestCases([true, false], 0))
    itAtWidths(
      `can be sorted and written ${isScripted ? 'in place with' : 'without'} script`,
      async (width) => {
        const { page, troubles, close } = await openPage(browser, { width, isScripted });
        await visit(page, getShopUrl(host, productPath));
        if (isScripted) await waitForHydration(page);
        const reviews = page.locator('#reviews');
        expect(await reviews.locator('article').count()).toBe(2);
        await reviews.getByRole('link', { name: germanMessages['review.lowest']! }).click();
        await page.waitForURL(/sort=-rating/);
        const first = reviews.locator('article').first();
        await first.getByText(germanMessages['review.outOfFive']!.replace('%{rating}', '3')).waitFor();

        const form = page.locator('#write-review');
        if (isScripted) {
          await page.evaluate(() => Object.assign(document, { isFirstDocument: true }));
          // A review that is sent within three seconds is treated as spam.
          await page.waitForFunction(() => performance.now() > 3000);
        }
        await form.getByText(germanMessages['review.write']!).first().click();
        await form.getByLabel(germanMessages['review.rating4']!).check({ force: true });
        await form.getByLabel(germanMessages['review.titleLabel']!).fill('Eimer leer');
        await form.getByLabel(germanMessages['review.textLabel']!).fill('Kurz gesagt');
        await form.getByRole('button', { name: germanMessages['review.send']! }).click();

        const missing = germanMessages['form.required.reviewOpinion']!;
        const opinionLink = form.getByRole('link', { name: missing });
        await opinionLink.waitFor();
        expect(await form.locator('[aria-invalid="true"]').count()).toBe(4);
        const title = await page.title();
        expect(title).toMatch(/^Fehler: ./);
        expect(await form.getByLabel(germanMessages['review.titleLabel']!).inputValue()).toBe('Eimer leer');
        if (isScripted) {
          await page.locator('[data-form-summary]:focus').waitFor();
          expect(await page.evaluate(() => Reflect.get(document, 'isFirstDocument'))).toBe(true);
        }
        expect(await isPageWithinWindow(page)).toBe(true);

        await opinionLink.click();
        await page.locator('[name="opinion"]:focus').waitFor();
        await form.getByLabel(germanMessages['review.opinionLabel']!).fill('Er frisst alles.');
        await form
          .getByLabel(germanMessages['review.textLabel']!)
          .fill(`Mein Wallach leert den Eimer, Breite ${width}`);
        await form.getByLabel(germanMessages['review.nameLabel']!).fill('Ulrike');
        await form
          .getByLabel(germanMessages['review.emailLabel']!)
          .fill(`u${width}${isScripted}@example.com`);
        await form.getByRole('button', { name: germanMessages['review.send']! }).click();
        // With script the form shows the message; without it, a private page that links back.
        await (isScripted ? form : page).getByText(germanMessages['review.thanksNext']!).waitFor();
        if (isScripted) {
          await page.waitForFunction(
            (expected) => document.title === expected,
            title.replace('Fehler: ', ''),
          );
          await page.locator('[data-form-notice]:focus').waitFor();
        }
        expect(await isPageWithinWindow(page)).toBe(true);
        if (!isScripted) {
          const path = new URL(page.url()).pathname;
          expect(path).toBe('/form/sent/');
          await page.reload();
          await page.getByText(germanMessages['form.sentBefore']!).waitFor();
        }
        // The browser logs the response with status 422.
        expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
        await close();
      },
    );
});
