import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForAddress,
  waitForHydration,
} from './browser.ts';
import { createCustomerActions, marit, tabTo } from './customer-actions.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { readMailMessages } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';
import { addDiscountCode } from './shop-command.ts';
import { waitForMail } from './shop-mails.ts';

const dutchHost = 'havero-nl.localhost';
const dutchCustomerActions = createCustomerActions(dutchHost, 'nl');
const estonianCustomerActions = createCustomerActions('havero-ee.localhost', 'et');
const { say, press, field, type } = dutchCustomerActions;
const IDEAL_LABEL = 'iDEAL | Wero';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Returns the address of an order page from the newest mail to an address. */
async function waitForOrderLink(emailAddress: string): Promise<string> {
  const toOrder = /http:\S+\?orderId=\S+/;
  const [link] = toOrder.exec(await waitForMail(emailAddress, toOrder)) ?? [];
  return link?.replaceAll('&amp;', '&') ?? '';
}

itWithAndWithoutScript(
  'plain',
  'an order is delivered to an address other than the billing address',
  async (options) => {
    const { page, troubles, close } = await openPage(browser, options);
    await dutchCustomerActions.putIntoCart(page, 'prado-balance', options.isScripted);
    await dutchCustomerActions.goToCheckout(page);
    await type(page, marit);
    await press(page, 'checkout.toDelivery');
    await dutchCustomerActions.waitForStep(page, 'delivery');
    await page.locator('input[name="way"][value="address"]').check();
    await press(page, 'checkout.toPayment');
    await page.locator('[data-form-summary]').waitFor();
    await type(page, { firstName: 'Joris', lastName: 'Bakker', zipcode: '3771 CR', streetNumber: '7' });
    await type(page, { street: 'Stalpad', city: 'Barneveld' });
    await press(page, 'checkout.toPayment');
    await dutchCustomerActions.waitForStep(page, 'payment');
    await page.getByText('Stalpad 7, 3771 CR Barneveld').waitFor();
    await dutchCustomerActions.order(page, IDEAL_LABEL);
    await dutchCustomerActions.decideAtBank(page, 'approve');
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    await page.getByText('Joris Bakker, Stalpad 7, 3771 CR Barneveld').waitFor();
    await page.getByText('Marit de Vries, Klaverweg 12, 7311 KZ Apeldoorn').waitFor();
    expect(await isPageWithinWindow(page)).toBe(true);
    if (options.isScripted) expect(troubles).toEqual(noTroubles);
    await close();
  },
);

it('an order without an amount to pay is placed directly, without a payment or a bank', async () => {
  await addDiscountCode('ALLESVRIJ', 100);
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await dutchCustomerActions.putIntoCart(page, 'rqs-basic', true);
  await page.getByRole('textbox', { name: say('cart.sampleName') }).fill('Voorweide');
  await press(page, 'cart.sampleSave');
  await page
    .getByRole('status')
    .filter({ hasText: say('cart.samplesSaved') })
    .waitFor({ state: 'attached' });
  await page.getByRole('textbox', { name: say('cart.code') }).fill('alles vrij');
  await press(page, 'cart.codeApply');
  await page
    .getByText(say('cart.codeActive', { code: 'ALLESVRIJ' }))
    .last()
    .waitFor();
  await dutchCustomerActions.goToCheckout(page);
  await type(page, { ...marit, phoneNumber: '' });
  await dutchCustomerActions.pressOrderButton(page);
  // Only the acceptance of the terms is missing.
  await page.locator('[data-form-summary]').waitFor();
  expect(await page.locator('[data-form-summary]').getByRole('link').count()).toBe(1);
  expect(await findViolations(page)).toEqual([]);
  await field(page, 'acceptsTerms').check();
  await dutchCustomerActions.pressOrderButton(page);
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await page.getByText(say('order.placedLead', { email: marit.emailAddress })).waitFor();
  expect(await page.getByText(say('checkout.stepPayment'), { exact: true }).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a guest who closes the window at the bank finds the paid order by the link in the mail', async () => {
  const emailAddress = 'gesloten@stal.example';
  const guest = await openPage(browser, { width: 390 });
  await dutchCustomerActions.openPayment(guest.page, { ...marit, emailAddress }, true);
  await dutchCustomerActions.order(guest.page, IDEAL_LABEL);
  await dutchCustomerActions.waitForBank(guest.page);
  // The bank accepts the decision, and its response never arrives: the window is closed.
  const taken = new Promise<void>((resolve) => {
    void guest.page.route(/\/api\/testbank\//, async (route) => {
      const { host: asked, pathname, port } = new URL(route.request().url());
      const headers = { ...route.request().headers(), host: asked, origin: `http://${asked}` };
      await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers, maxRedirects: 0 });
      resolve();
      await route.abort();
    });
  });
  await dutchCustomerActions.decideAtBank(guest.page, 'approve');
  await taken;
  await guest.close();

  const link = await waitForOrderLink(emailAddress);
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await visit(page, link);
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await waitForAddress(page, dutchCustomerActions.getStepUrl('complete'));
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a guest of the Estonian shop chooses a bank and pays there', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  const person = {
    emailAddress: 'kadri@tall.example',
    zipcode: '10111',
    street: 'Kaera',
    streetNumber: '5',
    city: 'Tallinn',
    firstName: 'Kadri',
    lastName: 'Tamm',
    phoneNumber: '+372 5123 4567',
  };
  await estonianCustomerActions.openPayment(page, person, true);
  const method = estonianCustomerActions.say('payment.bankLink');
  await estonianCustomerActions.order(page, method);
  await page.locator('[data-form-summary]').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel(estonianCustomerActions.say('checkout.bank')).selectOption('Kadaka Pank');
  await estonianCustomerActions.pressOrderButton(page);
  await page.getByText('Kadaka Pank').waitFor();
  await estonianCustomerActions.decideAtBank(page, 'approve');
  await estonianCustomerActions.waitForThanks(page, 'Kadri');
  expect(await findViolations(page)).toEqual([]);
  expect(await isPageWithinWindow(page)).toBe(true);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a guest orders and pays with the keyboard only; the focus moves to each new step and to the first error', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 1440 });
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name }).first();
  const isAt = (selector: string) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);
  await dutchCustomerActions.putIntoCart(page, 'prado-balance', true);
  await tabTo(page, page.getByRole('link', { name: say('cart.toCheckout') }));
  await page.keyboard.press('Enter');
  await waitForAddress(page, dutchCustomerActions.getStepUrl('billing'));
  await dutchCustomerActions.waitForTitle(page, say('checkout.billingTitle'));

  await tabTo(page, button(say('checkout.toDelivery')));
  await page.keyboard.press('Enter');
  await isAt('[data-form-summary]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isAt('[name="emailAddress"]');
  await page.keyboard.type(marit.emailAddress);
  const { emailAddress: _typed, ...others } = marit;
  for (const [name, value] of Object.entries(others)) {
    await tabTo(page, field(page, name));
    await page.keyboard.type(value);
    // Street and town are filled in automatically.
    if (name === 'streetNumber') {
      await page.keyboard.press('Tab');
      await page.getByText(say('checkout.addressFound', { address: 'Klaverweg 12, Apeldoorn' })).waitFor();
    }
  }
  await page.keyboard.press('Enter');
  await dutchCustomerActions.waitForStep(page, 'delivery');
  await isAt('h1');

  const another = page.locator('input[name="way"][value="address"]');
  await tabTo(page, page.locator('input[name="way"][value="home"]'));
  await page.keyboard.press('ArrowDown');
  expect(await another.isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await isAt('[data-form-summary]');
  await tabTo(page, another);
  // Errors of a delivery option that is not chosen are not reported.
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('[data-form-summary]').count()).toBe(0);
  await tabTo(page, button(say('checkout.toPayment')));
  await page.keyboard.press('Enter');
  await dutchCustomerActions.waitForStep(page, 'payment');
  await isAt('h1');

  await tabTo(page, button(/€/));
  await page.keyboard.press('Enter');
  await isAt('[data-form-summary]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await isAt('[name="paymentMethodId"]');
  await page.keyboard.press('Space');
  await tabTo(page, field(page, 'acceptsTerms'));
  await page.keyboard.press('Space');
  await tabTo(page, button(/€/));
  await page.keyboard.press('Enter');
  await dutchCustomerActions.waitForBank(page);
  await tabTo(page, page.getByRole('button', { name: readMailMessages('nl')['testBank.decision.approve']! }));
  await page.keyboard.press('Enter');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  await tabTo(page, page.getByRole('link', { name: say('order.backToShop') }));
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a click on another link replaces a pending navigation out of the checkout', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 1440 });
  await dutchCustomerActions.putIntoCart(page, 'prado-balance', true);
  await visit(page, dutchCustomerActions.getStepUrl('billing'));
  await waitForHydration(page);
  // A request that the home page waits for, although it can render without it.
  const news = /\/api\/media(\?|$)/;
  await page.route(news, () => undefined); // the request is left unanswered
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const asked = page.waitForRequest(news);
  await page.locator('header a[href="/"]').click();
  await asked;
  await page
    .locator('header')
    .getByRole('link', { name: say('checkout.backToCart') })
    .click();
  await waitForAddress(page, dutchCustomerActions.cartUrl);
  expect(documents).toEqual([dutchCustomerActions.cartUrl]);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a paid order is withdrawn on its page without script', async () => {
  const emailAddress = 'herroep@stal.example';
  const { page, close } = await openPage(browser, { width: 390, isScripted: false });
  await dutchCustomerActions.openPayment(page, { ...marit, emailAddress }, false);
  await dutchCustomerActions.order(page, IDEAL_LABEL);
  await dutchCustomerActions.decideAtBank(page, 'approve');
  await dutchCustomerActions.waitForThanks(page, marit.firstName);
  const [orderNumber = ''] = /\d{4}-\d{6}/.exec(await page.getByRole('main').innerText()) ?? [];
  await page
    .getByRole('main')
    .getByRole('link', { name: dutchCustomerActions.texts.pages.withdrawal!.title })
    .or(
      page.getByRole('main').locator(`a[href$="/${dutchCustomerActions.texts.pages.withdrawal!.urlSlug}/"]`),
    )
    .first()
    .click();
  await page.getByLabel(say('withdrawal.name')).fill('Marit de Vries');
  await page.getByLabel(say('withdrawal.contract')).fill(orderNumber);
  await page.getByLabel(say('withdrawal.email')).fill(emailAddress);
  await press(page, 'withdrawal.next');
  await page.getByText(say('withdrawal.statement')).waitFor();
  await page.getByText(orderNumber).waitFor();
  await press(page, 'withdrawal.confirm');
  await page.getByRole('link', { name: say('withdrawal.receipt') }).waitFor();
  await close();
});

it('two guests who open their orders at the same time each see their own only', async () => {
  const guests = await Promise.all(
    [
      { ...marit, emailAddress: 'anne@lek.example', firstName: 'Anne', lastName: 'Achterberg' },
      { ...marit, emailAddress: 'bram@lek.example', firstName: 'Bram', lastName: 'Buitenhuis' },
    ].map(async (person) => {
      const opened = await openPage(browser, { width: 390, isScripted: false });
      const { page } = opened;
      await dutchCustomerActions.openPayment(page, person, false);
      await dutchCustomerActions.order(page, IDEAL_LABEL);
      await dutchCustomerActions.decideAtBank(page, 'approve');
      await dutchCustomerActions.waitForThanks(page, person.firstName);
      const { searchParams, pathname, search } = new URL(page.url());
      await opened.close();
      const [orderId = '', token = ''] = [searchParams.get('orderId'), searchParams.get('token')].map(String);
      return { person, orderId, token, page: `${pathname}${search}` };
    }),
  );
  const [anne, bram] = [guests[0]!, guests[1]!];
  const statusOf = ({ orderId }: typeof anne, { token }: typeof anne) =>
    `/api/orders/${orderId}/status?token=${encodeURIComponent(token)}`;
  const pageOf = ({ orderId }: typeof anne, { token }: typeof anne) =>
    `${new URL(dutchCustomerActions.getStepUrl('complete')).pathname}?${new URLSearchParams({ orderId, token })}`;
  const asked = Array.from({ length: 8 }, () => [
    { path: anne.page, shown: anne, hidden: [bram] },
    { path: bram.page, shown: bram, hidden: [anne] },
    { path: statusOf(anne, anne), shown: anne, hidden: [bram] },
    { path: statusOf(bram, bram), shown: bram, hidden: [anne] },
    // The token of one order gives no access to the other.
    { path: pageOf(anne, bram), shown: null, hidden: [anne, bram] },
    { path: statusOf(bram, anne), shown: null, hidden: [anne, bram] },
  ]).flat();
  await Promise.all(
    asked.map(async ({ path, shown, hidden }) => {
      const headers = { siteid: '1', languageid: '1' };
      const { status, headers: answered, body } = await fetchFromShop(dutchHost, path, headers);
      expect(status).toBe(shown ? 200 : 404);
      if (shown) expect(body).toContain(shown.person.lastName);
      for (const { person } of hidden) {
        expect(body).not.toContain(person.lastName);
        expect(body).not.toContain(person.emailAddress);
      }
      const isPage = !path.startsWith('/api/');
      expect(answered['cache-control']).toMatch(isPage && shown ? /^private, no-store$/ : /\bno-store$/);
      expect(answered['set-cookie'] ?? []).toEqual([]);
    }),
  );
  // The page without an order in its address.
  const empty = await fetchFromShop(dutchHost, new URL(getShopUrl(dutchHost, anne.page)).pathname);
  expect(empty.body).not.toContain('lek.example');
  expect(empty.headers['cache-control']).toBe('private, no-store');
});
