import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import {
  ACCOUNT_FEED_ADVICE_PATH,
  ACCOUNT_INFORMATION_PATH,
  ACCOUNT_INVOICES_PATH,
  ACCOUNT_ORDERS_PATH,
  ACCOUNT_RETURNS_PATH,
  ACCOUNT_RQS_RESULTS_PATH,
  ACCOUNT_SUBSCRIPTIONS_PATH,
} from '../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { createAccountActions } from './account-actions.ts';
import { findViolations } from './axe.ts';
import { isPageWithinWindow, launchBrowser, noTroubles, openPage } from './browser.ts';
import { enlarge, findOverflows } from './customer-actions.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { fetchFromShop } from './shop-client.ts';
import { shipOrder } from './shop-command.ts';
import { waitForMail } from './shop-mails.ts';

const host = 'havero-nl.localhost';
const dutchAccountActions = createAccountActions(host, 'nl');
const { say, press, open } = dutchAccountActions;
const title = dutchAccountActions.texts.products['prado-balance']!.name;

/** A customer with sent orders. */
const customerWithOrders = { emailAddress: 'retour@stal.example', password: 'Haverstro 12' };
/** Paths of the customer's orders; the bag of the first one is not returned. */
let unreturnedOrderPath: string;
let returnedOrderPaths: readonly string[];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  await dutchAccountActions.createActiveAccount(customerWithOrders);
  const { page, close } = await openPage(browser, { isScripted: false });
  await dutchAccountActions.giveSession(page.context(), customerWithOrders);
  const paths: string[] = [];
  for (let count = 0; count < (isLongTestRun ? 3 : 2); count += 1) {
    const orderNumber = await dutchAccountActions.orderAndPay(page, customerWithOrders.emailAddress, false);
    await shipOrder(orderNumber, 'havero-nl');
    await open(page, ACCOUNT_ORDERS_PATH, false);
    const link = page
      .getByRole('main')
      .getByRole('link', { name: say('order.number', { number: orderNumber }) })
      .first();
    paths.push((await link.getAttribute('href')) ?? '');
  }
  [unreturnedOrderPath = '', ...returnedOrderPaths] = paths;
  await close();
});

afterAll(() => browser?.close());

itWithAndWithoutScript(
  'scripted',
  'a damaged bag is returned with a photo',
  async ({ isScripted, width }) => {
    const { context, page, troubles, close } = await openPage(browser, { width, isScripted });
    await dutchAccountActions.giveSession(page.context(), customerWithOrders);
    await open(page, returnedOrderPaths[isScripted ? 0 : 1] ?? '', isScripted);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('orderDetail.return') })
      .first()
      .click();
    await dutchAccountActions.waitForTitle(page, say('returns.title'));
    const goods = page.locator('input[name="goods"]');
    expect(await goods.first().isChecked()).toBe(true);

    // Missing fields are reported before the form is sent.
    await page.getByRole('radio', { name: say('returns.reasonDamaged') }).check();
    await press(page, 'returns.send');
    await page.locator('[data-form-summary]').getByText(say('returns.photoRequired')).waitFor();
    if (isScripted) expect(await findViolations(page)).toEqual([]);

    const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a56b2c' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'Stal de Vries' } } })
      .jpeg()
      .toBuffer();
    const file = { name: 'zak.jpg', mimeType: 'image/jpeg', buffer: photo };
    await page.getByLabel(say('returns.addPhoto')).setInputFiles(file);
    await page.locator('textarea[name="description"]').fill(`De naad is open (${width}).`);
    await press(page, 'returns.send');
    await page.getByText(say('returns.done')).waitFor();
    await waitForMail(customerWithOrders.emailAddress, /\/account\/returns\//);

    await open(page, ACCOUNT_RETURNS_PATH, isScripted);
    const entry = page.getByRole('listitem').filter({ hasText: `De naad is open (${width}).` });
    await entry.getByRole('heading', { name: title }).waitFor();
    await entry.getByText(say('returns.reasonDamaged')).waitFor();
    await entry.getByRole('img', { name: say('returns.photo', { position: '1' }) }).waitFor();
    const path = (await entry.getByRole('link').first().getAttribute('href')) ?? '';
    const { status, headers, body } = await dutchAccountActions.fetchAs(context, path);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^image\//);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['cache-control']).toContain('no-store');
    expect(body).not.toContain('Stal de Vries');
    expect((await fetchFromShop(host, path)).status).toBe(401);
    expect(await isPageWithinWindow(page)).toBe(true);
    if (isScripted) expect(troubles).toEqual(noTroubles);
    await close();
  },
);

it('every account page is accessible at every width', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await dutchAccountActions.giveSession(page.context(), customerWithOrders);
  const pages = [
    ACCOUNT_PATH,
    ACCOUNT_ORDERS_PATH,
    unreturnedOrderPath,
    ACCOUNT_INVOICES_PATH,
    ACCOUNT_RETURNS_PATH,
    ACCOUNT_INFORMATION_PATH,
    ACCOUNT_SUBSCRIPTIONS_PATH,
    ACCOUNT_RQS_RESULTS_PATH,
    ACCOUNT_FEED_ADVICE_PATH,
  ];
  for (const path of pages) {
    await open(page, path, true);
    await expectAccessibleAtWidths(page);
  }
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('every account page fits with text of twice the size, from 360 to 1440 pixels', async () => {
  const { page, close } = await openPage(browser, { width: 390 });
  await dutchAccountActions.giveSession(page.context(), customerWithOrders);
  const pages = [
    unreturnedOrderPath,
    ACCOUNT_INFORMATION_PATH,
    ACCOUNT_RETURNS_PATH,
    ACCOUNT_SUBSCRIPTIONS_PATH,
  ];
  const found: string[] = [];
  for (const path of pages) {
    await open(page, path, true);
    await enlarge(page);
    found.push(...(await findOverflows(page)).map((line) => `${path} ${line}`));
  }
  expect(found).toEqual([]);
  await open(page, ACCOUNT_RETURNS_PATH, true);
  await press(page, 'returns.send');
  await page.locator('[data-form-summary]').waitFor();
  await enlarge(page);
  expect(await findOverflows(page)).toEqual([]);
  await close();
});
