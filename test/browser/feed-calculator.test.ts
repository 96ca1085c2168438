import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { printPage } from './print-page.ts';
import { readMessages } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const germanHost = 'hafero-de.localhost';
const germanMessages = readMessages('de');
const calculator = '/futterberatung/';
/** A ration with the maximum number of warnings, in a language with long words. */
const pathWithAllWarnings = `${calculator}?cp=40&de=9.8&dm=86&roughage=hay&sugar=150&type=pony&weight=200&work=none`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('the feed calculator', () => {
  it.each([
    ['the questions', calculator],
    ['a ration', `${calculator}?roughage=hay&type=horse&weight=600&work=light`],
    ['a ration with many warnings', pathWithAllWarnings],
    ['a refusal', `${calculator}?roughage=hay&type=pony&weight=60&work=light`],
  ])('has no accessibility violation and fits at 360 pixels: %s', async (_what, path) => {
    const { page, troubles, close } = await openPage(browser, { width: 360 });
    await visit(page, getShopUrl(germanHost, path));
    await waitForHydration(page);
    expect(await isPageWithinWindow(page)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('has a weight slider with script, which also works with the keyboard, and only a field without script', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    await visit(page, getShopUrl(germanHost, calculator));
    await waitForHydration(page);
    const name = germanMessages['dosage.chosen.weight']!;
    await page.getByRole('slider', { name }).press('ArrowRight');
    expect(await page.getByRole('textbox', { name }).inputValue()).toBe('605');
    await close();
    const plain = await openPage(browser, { width: 390, isScripted: false });
    await visit(plain.page, getShopUrl(germanHost, calculator));
    expect(await plain.page.getByRole('textbox', { name }).isVisible()).toBe(true);
    expect(await plain.page.locator('input[type="range"]').isVisible()).toBe(false);
    await plain.close();
  });

  itWithAndWithoutScript(
    'plain',
    'prints a ration on one A5 card, with any number of warnings',
    async (way) => {
      const { isScripted } = way;
      const { page, close } = await openPage(browser, way);
      await visit(
        page,
        getShopUrl(
          germanHost,
          `${pathWithAllWarnings}&horse=Wilhelmina+von+der+Hohen+Heide+auf+der+Lichtung`,
        ),
      );
      if (isScripted) await waitForHydration(page);
      const { pages, text, size } = await printPage(page);
      expect([pages, size]).toEqual([1, [148, 210]]);
      expect(text).toContain(
        `${germanMessages['feedAdvice.horseName']}: Wilhelmina von der Hohen Heide auf der Lichtung`,
      );
      const today = new Intl.DateTimeFormat('de-DE', {
        dateStyle: 'long',
        timeZone: 'Europe/Berlin',
      }).format();
      expect(text).toContain(`${germanMessages['feedAdvice.card']}, ${today}`);
      expect(text).toContain(germanMessages['feedAdvice.warning.sugar_high']);
      expect(text).toContain(germanMessages['feedAdvice.safety.breeding']);
      await close();
    },
  );
});
