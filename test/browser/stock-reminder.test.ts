import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { isWithinWindow, launchBrowser, noTroubles, openPage, visit, waitForHydration } from './browser.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { waitForMail } from './shop-mails.ts';

const host = 'hafero-de.localhost';
const messages = readMessages('de');
const german = readSampleTexts('de');
/** Sold out in the sample shop. */
const soldOut = `/${german.products['grano-whole']!.urlSlug}/`;
const inStock = `/${german.products['prado-sport']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

function findLink(mail: string, page: 'confirm' | 'unsubscribe'): string {
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
    const press = (key: string) => page.getByRole('button', { name: messages[key]!, exact: true }).click();
    const recipient = `warten-${width}@stall.example`;

    await open(getShopUrl(host, soldOut));
    await page.locator('main').getByLabel(messages['service.email']!, { exact: true }).fill('anna');
    await press('stockReminder.button');
    await page.getByText(messages['form.emailFormat']!).waitFor();
    const field = page.locator('main').getByLabel(messages['service.email']!, { exact: true });
    expect(await field.inputValue()).toBe('anna');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill(recipient);
    await press('stockReminder.button');
    await page.getByText(messages['stockReminder.done']!).waitFor();
    expect(await isWithinWindow(page)).toBe(true);

    const mail = await waitForMail(recipient);
    await open(findLink(mail, 'confirm'));
    await press('stockReminder.confirmButton');
    await page.getByText(messages['stockReminder.confirmDone']!).waitFor();
    await open(findLink(mail, 'unsubscribe'));
    await press('stockReminder.endButton');
    await page.getByText(messages['stockReminder.endDone']!).waitFor();

    expect(answers.length).toBeGreaterThanOrEqual(2);
    expect(new Set(answers)).toEqual(new Set(['no-referrer']));
    // The browser logs the response with status 422.
    expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
    await close();
  });

  it('is not offered for products in stock, nor on a site that has it switched off', async () => {
    const { page, close } = await openPage(browser, { isScripted: false });
    await visit(page, getShopUrl(host, inStock));
    expect(await page.locator('input[value="stock-reminder"]').count()).toBe(0);
    const estonian = readSampleTexts('et').products['grano-whole']!.urlSlug;
    const answer = await visit(page, getShopUrl('havero-ee.localhost', `/${estonian}/`));
    expect(answer?.status()).toBe(200);
    expect(await page.locator('input[value="stock-reminder"]').count()).toBe(0);
    await close();
  });
});
