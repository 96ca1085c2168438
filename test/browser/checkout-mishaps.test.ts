import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type DatabaseProxy, openDatabaseProxy } from '../fixtures/database-proxy.ts';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  openPage,
  visit,
  waitForAddress,
  waitForHydration,
} from './browser.ts';
import { createCustomerActions } from './customer-actions.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { seen } from './page-actions.ts';
import { getShopUrl } from './shop-client.ts';
import { listOrderNumbers } from './shop-command.ts';
import { type RunningShop, startSecondWeb } from './start-shop.ts';

// No other test orders on this site, so its orders can be counted.
const site = 'havero-be';
const host = `${site}.localhost`;
const belgianCustomerActions = createCustomerActions(host, 'nl');
const { say, field } = belgianCustomerActions;
const BANCONTACT_LABEL = 'Bancontact';
const PLACE_ORDER_PATH_PATTERN = /\/api\/cart\/[^/]+\/complete$/;
const billingDetails = {
  emailAddress: 'els@stal.example',
  street: 'Haverstraat',
  streetNumber: '8',
  zipcode: '2000',
  city: 'Antwerpen',
  firstName: 'Els',
  lastName: 'Peeters',
  phoneNumber: '+32 470 12 34 56',
};

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Expects that a page with an error message is accessible and still has the choices of the visitor. */
async function expectChoicesKept(page: Page): Promise<void> {
  expect(await page.getByRole('radio', { name: BANCONTACT_LABEL }).isChecked()).toBe(true);
  expect(await field(page, 'acceptsTerms').isChecked()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  expect(await isPageWithinWindow(page)).toBe(true);
}

const locateFormNotice = (page: Page) => page.getByRole('main').locator('[data-form-notice]');
/**
 * Opens a second browser with the same cookies, as another device would; the two do not notify each other.
 */
async function openOtherBrowser(context: BrowserContext) {
  const elsewhere = await openPage(browser, { width: 390 });
  await elsewhere.context.addCookies(await context.cookies());
  return elsewhere;
}

it('unsent input remains when the language of the shop changes', async () => {
  const english = createCustomerActions(`en.${host}`, 'en');
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.putIntoCart(page, 'prado-balance', true);
  await visit(page, belgianCustomerActions.getStepUrl('billing'));
  await waitForHydration(page);
  await belgianCustomerActions.type(page, {
    emailAddress: billingDetails.emailAddress,
    zipcode: '20',
    firstName: billingDetails.firstName,
  });
  const links = page.locator(`a[hreflang="en"][href^="${getShopUrl(`en.${host}`)}"]`);
  await seen(links).click();
  await waitForAddress(page, english.getStepUrl('billing'));
  await english.waitForTitle(page, english.say('checkout.billingTitle'));
  for (const [name, value] of [
    ['emailAddress', billingDetails.emailAddress],
    ['zipcode', '20'],
    ['firstName', billingDetails.firstName],
    ['lastName', ''],
  ] as const) {
    expect(await english.field(page, name).inputValue()).toBe(value);
  }
  expect(await findViolations(page)).toEqual([]);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('a visitor who empties the cart in another window is redirected from the payment to the cart', async () => {
  const { page, context, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  const other = await context.newPage();
  await visit(other, belgianCustomerActions.cartUrl);
  await waitForHydration(other);
  const { name } = belgianCustomerActions.texts.products['prado-balance']!;
  await other.getByRole('button', { name: say('cart.remove', { title: name }) }).click();
  await waitForAddress(page, belgianCustomerActions.cartUrl);
  await page.getByText(say('cart.empty')).first().waitFor();
  expect(troubles.errors).toEqual([]);
  await close();
});

it('the order button reports a cart that was emptied elsewhere, with a link to it', async () => {
  const before = await listOrderNumbers(site);
  const { page, context, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  const elsewhere = await openOtherBrowser(context);
  await visit(elsewhere.page, belgianCustomerActions.cartUrl);
  await waitForHydration(elsewhere.page);
  const { name } = belgianCustomerActions.texts.products['prado-balance']!;
  await elsewhere.page.getByRole('button', { name: say('cart.remove', { title: name }) }).click();
  await elsewhere.page.getByText(say('cart.empty')).first().waitFor();
  await elsewhere.close();
  await belgianCustomerActions.order(page, BANCONTACT_LABEL);
  await locateFormNotice(page)
    .getByRole('link', { name: say('shell.skipToCart') })
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await listOrderNumbers(site)).toEqual(before);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('two windows that order at the same moment place one order', async () => {
  const before = await listOrderNumbers(site);
  const { page, context, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  const other = await context.newPage();
  await visit(other, belgianCustomerActions.getStepUrl('payment'));
  await waitForHydration(other);
  // Both requests are held until both buttons are pressed.
  let both: () => void = () => undefined;
  const pressed = new Promise<void>((resolve) => {
    both = resolve;
  });
  let waiting = 0;
  await context.route(PLACE_ORDER_PATH_PATTERN, async (route) => {
    waiting += 1;
    if (waiting === 2) both();
    await pressed;
    await route.continue();
  });
  await Promise.all([
    belgianCustomerActions.order(page, BANCONTACT_LABEL),
    belgianCustomerActions.order(other, BANCONTACT_LABEL),
  ]);
  // Each window is at the bank with the one order, or shows a message about its cart.
  const settle = (one: Page) =>
    Promise.any([
      belgianCustomerActions.waitForBank(one),
      locateFormNotice(one)
        .or(one.getByText(say('cart.empty')))
        .first()
        .waitFor(),
    ]);
  // The window of the order may briefly show an empty cart before it leaves for the bank.
  const payer = await Promise.any(
    [page, other].map((one) => belgianCustomerActions.waitForBank(one).then(() => one)),
  );
  await settle(payer === page ? other : page);
  await belgianCustomerActions.decideAtBank(payer, 'approve');
  await belgianCustomerActions.waitForThanks(payer, billingDetails.firstName);
  expect((await listOrderNumbers(site)).length).toBe(before.length + 1);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('going back after a payment offers no second order', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  await belgianCustomerActions.order(page, BANCONTACT_LABEL);
  await belgianCustomerActions.decideAtBank(page, 'approve');
  await belgianCustomerActions.waitForThanks(page, billingDetails.firstName);
  await waitForAddress(page, belgianCustomerActions.getStepUrl('complete'));
  const placed = await listOrderNumbers(site);

  await page.goBack({ waitUntil: 'domcontentloaded' });
  await belgianCustomerActions.waitForBank(page);
  // A paid order cannot be paid again there.
  expect(await page.getByRole('button').count()).toBe(0);
  await page.goBack({ waitUntil: 'domcontentloaded' });
  await waitForAddress(page, belgianCustomerActions.cartUrl);
  await page.getByText(say('cart.empty')).first().waitFor();
  expect(await listOrderNumbers(site)).toEqual(placed);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('the order button reports a total that has changed since the summary, and orders when it is pressed again', async () => {
  const before = await listOrderNumbers(site);
  const { page, context, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  const elsewhere = await openOtherBrowser(context);
  await visit(elsewhere.page, belgianCustomerActions.cartUrl);
  await waitForHydration(elsewhere.page);
  const { name } = belgianCustomerActions.texts.products['prado-balance']!;
  await elsewhere.page.getByRole('button', { name: say('cart.oneMore', { title: name }) }).click();
  await elsewhere.page.locator('header [data-cart-count]').filter({ hasText: /^2$/ }).waitFor();
  await elsewhere.close();

  const button = page.getByRole('main').getByRole('button', { name: /€/ });
  const first = await button.innerText();
  await belgianCustomerActions.order(page, BANCONTACT_LABEL);
  await locateFormNotice(page).waitFor();
  const amount = /€\s?[\d.,]+/.exec(await button.innerText())?.[0] ?? '';
  expect(first).not.toContain(amount);
  // The notice, the button and the summary show the same amount.
  expect(await locateFormNotice(page).innerText()).toBe(say('checkout.totalChanged', { total: amount }));
  await page.getByRole('main').getByText(`2 × ${name}`).filter({ visible: true }).first().waitFor();
  await expectChoicesKept(page);
  expect(await listOrderNumbers(site)).toEqual(before);
  await belgianCustomerActions.pressOrderButton(page);
  await belgianCustomerActions.waitForBank(page);
  expect(await page.getByRole('main').innerText()).toContain(amount);
  expect((await listOrderNumbers(site)).length).toBe(before.length + 1);
  expect(troubles.errors).toEqual([]);
  await close();
});

itWithAndWithoutScript('scripted', 'going back at the bank leads to the unpaid order', async (way) => {
  const { isScripted } = way;
  const { page, troubles, close } = await openPage(browser, way);
  await belgianCustomerActions.openPayment(page, billingDetails, isScripted);
  await belgianCustomerActions.order(page, BANCONTACT_LABEL);
  await belgianCustomerActions.waitForBank(page);
  await page.goBack({ waitUntil: 'domcontentloaded' });
  if (!isScripted) await page.reload({ waitUntil: 'domcontentloaded' });
  await waitForAddress(page, belgianCustomerActions.cartUrl);
  const toOrder = page.getByRole('main').getByRole('link', { name: say('cart.toUnpaidOrder') });
  await toOrder.waitFor();
  // Every page marks its link to the cart.
  const mark = page.locator('[data-unpaid-order]').filter({ visible: true });
  if (isScripted) await mark.first().waitFor();
  if (isScripted) expect(await findViolations(page)).toEqual([]);
  expect(await isPageWithinWindow(page)).toBe(true);
  await toOrder.click();
  await belgianCustomerActions.waitForTitle(page, say('order.waiting'));
  await page.getByRole('button', { name: say('order.payAgain', { amount: '' }) }).click();
  await belgianCustomerActions.decideAtBank(page, 'approve');
  await belgianCustomerActions.waitForThanks(page, billingDetails.firstName);
  await visit(page, belgianCustomerActions.cartUrl);
  await page.getByText(say('cart.empty')).first().waitFor();
  expect(await toOrder.count()).toBe(0);
  expect(await mark.count()).toBe(0);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('pressing the order button again after a lost response leads to the placed order', async () => {
  const before = await listOrderNumbers(site);
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await belgianCustomerActions.openPayment(page, billingDetails, true);
  // The order is placed, but neither this response nor that of the automatic retry arrives.
  await page.route(PLACE_ORDER_PATH_PATTERN, async (route) => {
    const { host: asked, pathname, port } = new URL(route.request().url());
    const headers = { ...route.request().headers(), host: asked, origin: `http://${asked}` };
    await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers });
    await route.abort();
  });
  await belgianCustomerActions.order(page, BANCONTACT_LABEL);
  await locateFormNotice(page).getByText(say('checkout.orderFailed')).waitFor();
  await page.unroute(PLACE_ORDER_PATH_PATTERN);
  await belgianCustomerActions.pressOrderButton(page);
  // The response removed the cart from this browser and set the cookie of the order.
  await belgianCustomerActions.waitForTitle(page, say('order.waiting'));
  expect((await listOrderNumbers(site)).length).toBe(before.length + 1);
  expect(troubles.errors).toEqual([]);
  await close();
});

describe('a slow or unavailable backend', () => {
  let line: DatabaseProxy;
  let web: Pick<RunningShop, 'port' | 'stop'>;
  let shopper: ReturnType<typeof createCustomerActions>;

  beforeAll(async () => {
    line = await openDatabaseProxy(new URL(`http://127.0.0.1:${process.env.SHOP_TEST_BACKEND_PORT}`));
    web = await startSecondWeb({ API_BASE_URL: line.reach(new URL('http://127.0.0.1')).origin });
    shopper = createCustomerActions(host, 'nl', web.port);
  });

  afterEach(() => line.restore());

  afterAll(async () => {
    await web?.stop();
    await line?.close();
  });

  itWithAndWithoutScript(
    'plain',
    'is reported at the order button, all input remains, and another attempt places one order',
    async (way) => {
      const { isScripted } = way;
      const before = await listOrderNumbers(site);
      const { page, troubles, close } = await openPage(browser, way);
      await shopper.openPayment(page, billingDetails, isScripted);
      line.block();
      line.cut();
      await shopper.order(page, BANCONTACT_LABEL);
      if (isScripted) {
        await locateFormNotice(page).getByText(say('checkout.orderFailed')).waitFor();
        await expectChoicesKept(page);
      } else {
        // The page cannot be loaded either. A reload sends the form again.
        await page.getByRole('heading', { level: 1, name: say('errorPage.heading') }).waitFor();
      }
      line.restore();
      expect(await listOrderNumbers(site)).toEqual(before);
      if (!isScripted) await page.reload({ waitUntil: 'domcontentloaded' });
      else await shopper.pressOrderButton(page);
      await shopper.waitForBank(page);
      expect((await listOrderNumbers(site)).length).toBe(before.length + 1);
      expect(troubles.errors).toEqual([]);
      await close();
    },
  );

  it('shows a message while the order is slow, and a second press places no second order', async () => {
    const before = await listOrderNumbers(site);
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await shopper.openPayment(page, billingDetails, true);
    line.hang();
    await shopper.order(page, BANCONTACT_LABEL);
    await page
      .getByRole('status')
      .filter({ hasText: say('checkout.placing') })
      .waitFor();
    await shopper.pressOrderButton(page);
    line.restore();
    await shopper.waitForBank(page);
    expect((await listOrderNumbers(site)).length).toBe(before.length + 1);
    expect(troubles.errors).toEqual([]);
    await close();
  });
});
