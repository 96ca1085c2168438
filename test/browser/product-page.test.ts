import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually } from '../faults/visit.ts';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  pictureBrowserArguments,
  visit,
  waitForAddress,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'hafero-de.localhost';
const germanSampleTexts = readSampleTexts('de');
const germanMessages = readMessages('de');
// A product with two packs, and so with two pictures of packs.
const product = `/${germanSampleTexts.products['prado-senior']!.urlSlug}/`;
const siloPagePath = `/${germanSampleTexts.pages['silo-supply']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser(pictureBrowserArguments);
});

afterAll(() => browser?.close());

const describeScriptMode = (isScripted: boolean) => (isScripted ? 'with script' : 'without script');
const getTextBeforeValue = (text: string) => text.split('%{')[0]!;

describe('a product', () => {
  itAtWidths('opens a large picture, changes it by keyboard, and restores the focus', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await visit(page, getShopUrl(host, product));
    await waitForHydration(page);
    const link = page.getByRole('link', { name: germanMessages['product.zoom']! }).first();
    await link.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const first = await dialog.getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      (name) => document.querySelector('dialog[open]')?.getAttribute('aria-label') !== name,
      first,
    );
    await page.keyboard.press('ArrowLeft');
    await dialog.getByRole('button', { name: germanMessages['product.zoomIn']! }).click();
    await dialog.getByRole('button', { name: germanMessages['product.zoomOut']! }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await waitForFocus(link);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  // `accessibility.test.ts` covers this page with script.
  for (const isScripted of selectRotatedTestCases([true, false], 1))
    itAtWidths(
      `shows the label side and the feed by arrow keys, ${describeScriptMode(isScripted)}`,
      async (width) => {
        const { context, page, troubles } = await openPage(browser, { width, isScripted });
        await visit(page, getShopUrl(host, product));
        if (isScripted) await waitForHydration(page);
        const pictures = page.getByRole('group', { name: germanMessages['product.pictures']! });
        const label = pictures.locator('dl');
        expect(await pictures.getByRole('radio').count()).toBe(4);
        // The label is visible to a screen reader only, until it is chosen.
        expect(await label.isVisible()).toBe(false);
        await pictures.getByRole('radio').first().focus();
        await page.keyboard.press('ArrowRight');
        await label.waitFor();
        const text = await label.innerText();
        expect(text).toContain(germanSampleTexts.products['prado-senior']!.directions);
        for (const key of ['composition', 'constituents', 'additives', 'approvalNumber'] as const) {
          expect(text).toContain(germanMessages[`label.${key}`]);
        }
        expect(await isPageWithinWindow(page)).toBe(true);
        const focused = await page.evaluate(() => document.activeElement?.getAttribute('type'));
        expect(focused).toBe('radio');

        await page.keyboard.press('ArrowRight');
        await label.waitFor({ state: 'hidden' });
        const title =
          getTextBeforeValue(germanMessages['product.feedPicture']!) +
          germanSampleTexts.products['prado-senior']!.name;
        const feed = pictures.getByRole('img', { name: title }).last();
        await feed.waitFor();
        await pictures.getByText(germanMessages['product.scoop']!.split('%{')[0]!).last().waitFor();
        await eventually(async () => {
          const widths = await feed.evaluateAll((images) =>
            images.map((image) =>
              image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0,
            ),
          );
          expect(widths).toEqual([expect.any(Number)]);
          expect(widths[0]).toBeGreaterThan(0);
        });
        expect(await isPageWithinWindow(page)).toBe(true);
        expect(troubles).toEqual(noTroubles);
        await context.close();
      },
    );

  itAtWidths('shows another pack without losing input, scroll position or focus', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await visit(page, getShopUrl(host, product));
    await waitForHydration(page);
    const weight = page.getByLabel(germanMessages['dosage.chosen.weight']!);
    await weight.fill('487');
    const packs = page.getByRole('navigation', { name: germanMessages['product.packs']! });
    const other = packs.locator('a:not([aria-current])');
    const target = await other.getAttribute('href');
    await other.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    await other.press('Enter');
    await waitForAddress(page, getShopUrl(host, target!));
    await packs.locator(`a[aria-current][href="${target}"]:focus`).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
    expect(await weight.inputValue()).toBe('487');
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths('calculates the dose for the typed horse', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await visit(page, getShopUrl(host, product));
    await waitForHydration(page);
    const own = page.getByRole('region', { name: germanMessages['dosage.chosen.title']! });
    const before = await own.getByRole('status').textContent();
    await own.getByLabel(germanMessages['dosage.chosen.weight']!).fill('300');
    expect(await own.getByRole('status').textContent()).not.toBe(before);
    await own.getByLabel(germanMessages['dosage.chosen.weight']!).fill('2000');
    expect(await own.getByRole('status').textContent()).toBe('');
    expect(await own.locator('[aria-invalid="true"]').count()).toBe(0);
    await page.keyboard.press('Tab');
    await own.locator('[aria-invalid="true"]').waitFor();
    expect(await isPageWithinWindow(page)).toBe(true);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths('hides controls that need script without script, and links the picture', async (width) => {
    const { page, close } = await openPage(browser, { width, isScripted: false });
    await visit(page, getShopUrl(host, product));
    // The document may be there before its style sheet is.
    await page.locator('button', { hasText: germanMessages['product.share']! }).waitFor({ state: 'hidden' });
    await page.getByLabel(germanMessages['dosage.chosen.weight']!).waitFor({ state: 'hidden' });
    const href = await page
      .getByRole('link', { name: germanMessages['product.zoom']! })
      .first()
      .getAttribute('href');
    const file = await page.goto(getShopUrl(host, href!));
    expect(file?.headers()['content-type']).toBe('image/webp');
    await close();
  });
});

describe('the request for feed by silo', () => {
  for (const isScripted of selectRotatedTestCases([true, false], 0))
    itAtWidths(
      `reports errors, keeps the input and is sent ${describeScriptMode(isScripted)}`,
      async (width) => {
        const { page, troubles, close } = await openPage(browser, { width, isScripted });
        await visit(page, getShopUrl(host, siloPagePath));
        if (isScripted) await waitForHydration(page);
        const form = page.locator('#silo-request');
        const send = form.getByRole('button', { name: germanMessages['silo.send']! });
        await form.getByLabel(germanMessages['silo.numberOfHorses']!).fill('18');
        await form.getByLabel(germanMessages['silo.zipcode']!).fill('1234 AB');
        await send.click();

        const toKilograms = form.getByRole('link', {
          name: getTextBeforeValue(germanMessages['silo.kilogramsProblem']!),
        });
        await toKilograms.waitFor();
        // The product, the kilograms, the postcode, and four empty fields.
        expect(await form.locator('[aria-invalid="true"]').count()).toBe(7);
        expect(await form.getByLabel(germanMessages['silo.numberOfHorses']!).inputValue()).toBe('18');
        if (isScripted) {
          await page.locator('[data-form-summary]:focus').waitFor();
        }
        await toKilograms.click();
        await page.locator('[name="kilograms"]:focus').waitFor();
        expect(await isPageWithinWindow(page)).toBe(true);

        await form.getByLabel(germanMessages['silo.product']!, { exact: true }).selectOption({ index: 1 });
        await form.getByLabel(germanMessages['silo.kilograms']!).fill(`${width + 1000}`);
        await form.getByLabel(germanMessages['silo.name']!, { exact: true }).fill('Ulrike');
        await form.getByLabel(germanMessages['silo.email']!).fill(`silo${width}${isScripted}@example.com`);
        await form.getByLabel(germanMessages['silo.phone']!).fill('030 23125 010');
        await form.getByLabel(germanMessages['silo.zipcode']!).fill('48149');
        await form.getByLabel(germanMessages['silo.city']!, { exact: true }).fill('Münster');
        await send.click();
        await (isScripted ? form : page).getByText(germanMessages['silo.thanks']!).waitFor();
        if (isScripted) {
          await page.locator('[data-form-notice]:focus').waitFor();
        }
        if (!isScripted) {
          await page.getByRole('link', { name: germanMessages['form.backToPage']! }).click();
          await form.waitFor();
        }
        // The browser logs the response with status 422.
        expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
        await close();
      },
    );
});
