import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { launchBrowser, openPage, visit } from './browser.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { expectEventually } from './expect-eventually.ts';
import { getAdminUrl, openAdminPage } from './open-admin-page.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { waitForMail } from './shop-mails.ts';

const germanSampleTexts = readSampleTexts('de');
const germanMessages = readMessages('de');
/** Articles that no other browser test uses. */
const PRICED_ARTICLE = '1370116';
const STOCKED_ARTICLE = '1380116';
const pricedPath = `/${germanSampleTexts.products['fibra-herb']!.urlSlug}/`;
const stockedPath = `/${germanSampleTexts.products['fibra-straw']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Sends the form of an operation; opens it first if it is collapsed. */
async function sendOperationForm(
  page: Page,
  operation: string,
  fill: Readonly<Record<string, string>> = {},
): Promise<void> {
  const form = page.locator(`form[action="/admin/do/${operation}"]`).first();
  // The page with the form may still be loading.
  await form.waitFor({ state: 'attached' });
  const folded = page.locator('details', { has: form }).first();
  if ((await folded.count()) > 0 && (await folded.getAttribute('open')) === null) {
    await folded.locator('summary').first().click();
  }
  for (const [name, value] of Object.entries(fill)) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('button').click();
}

/** Formats a moment in Amsterdam time. */
const formatAmsterdamTime = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Europe/Amsterdam',
  })
    .format(at)
    .replace(' ', 'T');

/** Formats a moment as English pages of the back office show it: '05/12/2026 17:11'. */
const formatBackOfficeTime = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Amsterdam' })
    .format(at)
    .replace(', ', ' ');

describe('a scheduled price', () => {
  it('is found, viewed, set, listed and removed', async () => {
    const { page, close } = await openAdminPage(browser, 'price', { width: 390, isScripted: true });
    await page.goto(getAdminUrl('/products'));
    await page.fill('#search-text', PRICED_ARTICLE);
    await page.keyboard.press('Enter');
    await page.locator(`tbody a[href="/admin/prices/${PRICED_ARTICLE}"]`).click();
    const from = new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 7 * 24 * 60 * MINUTE_MS);
    await sendOperationForm(page, 'price.preview', { amount: '21.00', from: formatAmsterdamTime(from) });
    await page.locator('form[action="/admin/do/price.set"]').waitFor();
    await expectAccessibleAtWidths(page);
    await sendOperationForm(page, 'price.set');
    await page.locator('.notice', { hasText: formatBackOfficeTime(from) }).waitFor();

    // Visitors pay the current price; a preview of that moment has the new price.
    const shop = await openPage(browser, { width: 390, isScripted: false });
    const readPrices = () => shop.page.locator('main').innerText();
    await visit(shop.page, getShopUrl('hafero-de.localhost', pricedPath));
    expect(await readPrices()).not.toContain('21,00');
    await page.goto(getAdminUrl('/preview'));
    const preview = page.locator('form[action="/admin/do/preview.open"]');
    await preview.locator('[name="place"]').selectOption({ label: 'Hafero Deutschland · de' });
    await sendOperationForm(page, 'preview.open', { path: pricedPath, instant: formatAmsterdamTime(from) });
    const { origin, hash } = new URL((await page.locator('.notice a').getAttribute('href')) ?? '');
    await visit(shop.page, `${origin}/preview/`);
    await shop.page.getByLabel(germanMessages['preview.token']!, { exact: true }).fill(hash.slice(1));
    await shop.page
      .getByRole('main')
      .getByRole('button', { name: germanMessages['preview.open']!, exact: true })
      .click();
    await shop.page.locator('main', { hasText: '21,00' }).waitFor();
    await shop.close();

    await page.goto(getAdminUrl('/prices'));
    await expectAccessibleAtWidths(page);
    const row = page.locator('tbody tr', { hasText: formatBackOfficeTime(from) });
    await row.locator('button').click();
    await page.locator('.notice').waitFor();
    await page.waitForLoadState();
    expect(await row.count()).toBe(0);
    await close();
  });
});

describe('a stock delivery', () => {
  it('is entered, after which a product with stock reminders can be bought again', async () => {
    const customer = 'delivery@stall.example';
    const { page, close } = await openAdminPage(browser, 'delivery');
    await page.goto(getAdminUrl('/stock'));
    await sendOperationForm(page, 'stock.count', { articleNumber: STOCKED_ARTICLE, amount: '0' });
    await page.locator('.notice', { hasText: '120' }).waitFor();
    const shop = await openPage(browser, { isScripted: false });
    const address = shop.page.locator('main').getByLabel(germanMessages['service.email']!, { exact: true });
    await expectEventually(async () => {
      await visit(shop.page, getShopUrl('hafero-de.localhost', stockedPath));
      return await address.count();
    }, 1);
    await address.fill(customer);
    await shop.page
      .getByRole('button', { name: germanMessages['stockReminder.button']!, exact: true })
      .click();
    const mail = await waitForMail(customer);
    const link = /http:\/\/\S+\/stock-reminder\/confirm\/\?token=[\w-]+/.exec(mail)?.[0] ?? '';
    await visit(shop.page, link);
    await shop.page
      .getByRole('button', { name: germanMessages['stockReminder.confirmButton']!, exact: true })
      .click();
    await shop.page.getByText(germanMessages['stockReminder.confirmDone']!).waitFor();

    await sendOperationForm(page, 'stock.deliver', { articleNumber: STOCKED_ARTICLE, pieces: '40' });
    // The previous notice had another number of pieces.
    await page.locator('.notice', { hasText: '40' }).waitFor();
    // Stock reminders are sent within a minute: `extended/admin-prices-and-stock.test.ts` does not wait for them.
    await expectEventually(async () => {
      await visit(shop.page, getShopUrl('hafero-de.localhost', stockedPath));
      return await address.count();
    }, 0);
    const { name } = germanSampleTexts.products['fibra-straw']!;
    await shop.page.getByRole('heading', { level: 1, name }).waitFor();
    await close();
    await shop.close();
  });
});
