import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { waitForMail } from './shop-mails.ts';

const host = 'hafero-de.localhost';
const germanMessages = readMessages('de');
const germanSampleTexts = readSampleTexts('de');
/** Sold out in the sample shop. */
const soldOutPath = `/${germanSampleTexts.products['grano-whole']!.urlSlug}/`;
const inStockPath = `/${germanSampleTexts.products['prado-sport']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

function findMailedLink(mail: string, page: 'confirm' | 'unsubscribe'): string {
  const found = new RegExp(`http://\\S+/stock-reminder/${page}/\\?token=[\\w-]+`).exec(mail);
  if (!found) throw new Error(`The mail has no link to ${page}`);
  return found[0];
}

describe('a stock reminder', () => {
  itWithAndWithoutScript('plain', 'is requested, confirmed and ended', async ({ isScripted, width }) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    const answers: (string | undefined)[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('token=')) answers.push(answer.headers()['referrer-policy']);
    });
    const open = async (url: string) => {
      await visit(page, url);
      if (isScripted) await waitForHydration(page);
    };
    const press = (key: string) =>
      page.getByRole('button', { name: germanMessages[key]!, exact: true }).click();
    const recipient = `warten-${width}@stall.example`;

    await open(getShopUrl(host, soldOutPath));
    await page.locator('main').getByLabel(germanMessages['service.email']!, { exact: true }).fill('anna');
    await press('stockReminder.button');
    await page.getByText(germanMessages['form.emailFormat']!).waitFor();
    const field = page.locator('main').getByLabel(germanMessages['service.email']!, { exact: true });
    expect(await field.inputValue()).toBe('anna');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(recipient);
    await press('stockReminder.button');
    await page.getByText(germanMessages['stockReminder.done']!).waitFor();
    expect(await isPageWithinWindow(page)).toBe(true);

    const mail = await waitForMail(recipient);
    await open(findMailedLink(mail, 'confirm'));
    await press('stockReminder.confirmButton');
    await page.getByText(germanMessages['stockReminder.confirmDone']!).waitFor();
    await open(findMailedLink(mail, 'unsubscribe'));
    await press('stockReminder.endButton');
    await page.getByText(germanMessages['stockReminder.endDone']!).waitFor();

    expect(answers.length).toBeGreaterThanOrEqual(2);
    expect(new Set(answers)).toEqual(new Set(['no-referrer']));
    // The browser logs the response with status 422.
    expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
    await close();
  });

  it('is not offered for products in stock, nor on a site that has it switched off', async () => {
    const { page, close } = await openPage(browser, { isScripted: false });
    await visit(page, getShopUrl(host, inStockPath));
    expect(await page.locator('input[value="stock-reminder"]').count()).toBe(0);
    const estonian = readSampleTexts('et').products['grano-whole']!.urlSlug;
    const answer = await visit(page, getShopUrl('havero-ee.localhost', `/${estonian}/`));
    expect(answer?.status()).toBe(200);
    expect(await page.locator('input[value="stock-reminder"]').count()).toBe(0);
    await close();
  });
});
