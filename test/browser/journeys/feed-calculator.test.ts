import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from '../axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  WIDTHS,
  waitForHydration,
} from '../browser.ts';
import { readMessages } from '../sample-texts.ts';
import { getShopUrl } from '../shop-client.ts';

const host = 'havero-nl.localhost';
const dutchMessages = readMessages('nl');
const calculator = '/voeradvies/';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe.each(WIDTHS)('the feed calculator at %i pixels', (width) => {
  it('shows a ration after four answers, updates it by keyboard with an announcement, and adds it to the cart', async () => {
    const { page, troubles, close } = await openPage(browser, { width });
    await visit(page, getShopUrl(host, calculator));
    await waitForHydration(page);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: dutchMessages['feedAdvice.roughageName.hay']! }).focus();
    await page
      .locator('main form')
      .first()
      .getByRole('button', { name: dutchMessages['feedAdvice.show']! })
      .last()
      .press('Enter');
    await page.waitForURL('**/voeradvies/?roughage=hay&type=horse&work=light');
    await page.getByText('1.200', { exact: false }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);

    const entries = await page.evaluate(() => history.length);
    const work = page.getByRole('combobox', { name: dutchMessages['feedAdvice.workLabel']! });
    await work.selectOption('heavy');
    await page.waitForURL('**/voeradvies/?roughage=hay&type=horse&work=heavy');
    expect(await page.evaluate(() => history.length)).toBe(entries);
    expect(await isPageWithinWindow(page)).toBe(true);

    await page.locator('form[data-add-to-cart]').first().getByRole('button').press('Enter');
    await page.getByText(dutchMessages['add.done']!).first().waitFor({ state: 'attached' });
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});
