import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ACCOUNT_RETURNS_PATH } from '../../../shared/rules/account/account-paths.ts';
import { drawPhoto } from '../../fixtures/return-forms.ts';
import { createAccountActions } from '../account-actions.ts';
import { findViolations } from '../axe.ts';
import { isPageWithinWindow, launchBrowser, openPage, visit, WIDTHS } from '../browser.ts';
import { getAdminUrl, openAdminPage } from '../open-admin-page.ts';
import { readMailMessages } from '../sample-texts.ts';

import { waitForMail } from '../shop-mails.ts';

const dutchAccountActions = createAccountActions('havero-nl.localhost', 'nl');
const { say } = dutchAccountActions;
const TRACKING_URL = 'https://parcels.example/track/3SHAV0001';

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'admin-orders-'));
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Expects a back-office page to be accessible at both widths. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await isPageWithinWindow(page)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  }
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
/** Presses the search button, and waits for the page with the results. */
async function searchOrders(page: Page, text: string): Promise<void> {
  await press(page, 'Search');
  await page.waitForURL((url) => url.searchParams.get('text') === text);
}
const openDetailsSection = (page: Page, name: string) =>
  page.locator('summary', { hasText: name }).first().click();

it('a staff member processes an order from paid to sent, and decides on its return', async () => {
  const owner = { emailAddress: 'inpakken@stal.example', password: 'Haverstro 12' };
  await dutchAccountActions.createActiveAccount(owner);
  const customer = await openPage(browser, { isScripted: false, width: 390 });
  await dutchAccountActions.giveSession(customer.page.context(), owner);
  const orderNumber = await dutchAccountActions.orderAndPay(customer.page, owner.emailAddress, false);

  const { page, close } = await openAdminPage(browser, 'packer', { isScripted: true });
  // Open work is listed on the first page.
  await page
    .getByRole('main')
    .getByRole('link', { name: /to pack/ })
    .click();
  await page.getByLabel('Order number, email or name').fill(orderNumber);
  await page.getByRole('combobox', { name: 'Site' }).selectOption('havero-nl');
  await searchOrders(page, orderNumber);
  await expectAccessible(page);
  await page.getByRole('link', { name: orderNumber }).first().click();
  await page.getByRole('heading', { level: 1, name: `Order ${orderNumber}` }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Text').fill('Rings at the back door');
  await press(page, 'Add note');
  await page.getByText('Rings at the back door').waitFor();

  await page.getByRole('link', { name: 'Packing slip' }).click();
  await page
    .locator('.slip')
    .getByText(/Apeldoorn/)
    .waitFor();
  await expectAccessible(page);
  await page.goBack();
  await press(page, 'Mark as being packed');
  await page.getByRole('status').waitFor();
  await page.getByLabel(/Tracking link/).fill('http://parcels.example/');
  await press(page, 'Mark as dispatched');
  await page
    .getByRole('alert')
    .getByText(/begins with https/)
    .waitFor();
  await page.getByLabel(/Tracking link/).fill(TRACKING_URL);
  await press(page, 'Mark as dispatched');
  await page.getByRole('status').waitFor();
  await page.getByText(TRACKING_URL).waitFor();
  // The order confirmation also has the order number.
  await waitForMail(owner.emailAddress, new RegExp(readMailMessages('nl')['orderSent.preview']!));
  await expectAccessible(page);

  // The customer returns the bag, with a photo.
  await visit(customer.page, dutchAccountActions.getUrl(ACCOUNT_RETURNS_PATH));
  const photo = path.join(folder, 'bag.jpg');
  await drawPhoto().toFile(photo);
  await customer.page.locator('main input[name="goods"]').first().check();
  await customer.page.getByRole('radio', { name: say('returns.reasonDamaged') }).check();
  await customer.page.locator('main input[type="file"]').first().setInputFiles(photo);
  await dutchAccountActions.press(customer.page, 'returns.send');
  await customer.page.getByText(say('returns.done')).waitFor();

  await page.goto(getAdminUrl('/'));
  await page
    .getByRole('main')
    .getByRole('link', { name: /return/ })
    .click();
  await page.getByLabel('Order number, email or name').fill(owner.emailAddress);
  await searchOrders(page, owner.emailAddress);
  await expectAccessible(page);
  await page.locator('main td a').first().click();
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await expectAccessible(page);
  await openDetailsSection(page, 'Accept and refund');
  const form = page.locator('details[open] form');
  await form.getByLabel('Quantity').fill('1');
  await form.getByLabel('Text').fill('Het spijt ons. Gooi de zak maar weg.');
  await form.getByRole('checkbox').check();
  await form.getByRole('button').click();
  await page.getByRole('status').waitFor();
  await page.getByText('A replacement or refund is on its way').waitFor();
  await expectAccessible(page);

  await waitForMail(owner.emailAddress, /Gooi de zak maar weg/);
  await visit(customer.page, dutchAccountActions.getUrl(ACCOUNT_RETURNS_PATH));
  await customer.page.getByText(say('returns.statusRefunded')).waitFor();
  await customer.page.getByText('Het spijt ons. Gooi de zak maar weg.').waitFor();
  expect(await isPageWithinWindow(customer.page)).toBe(true);
  // A credit note is created automatically.
  await waitForMail(owner.emailAddress, /Creditnota|creditnota/);
  await close();
  await customer.close();
});
