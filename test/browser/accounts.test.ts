import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_ORDERS_PATH,
  ACCOUNT_REGISTER_PATH,
  ACCOUNT_SUBSCRIPTIONS_PATH,
  getAccountInformationPath,
} from '../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { createAccountActions } from './account-actions.ts';
import { findViolations } from './axe.ts';
import {
  launchBrowser,
  noTroubles,
  omitCartCallErrors,
  openPage,
  visit,
  waitForAddress,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { marit, tabTo } from './customer-actions.ts';
import { expectAccessible } from './expect-accessible.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { openDialogContaining, seen } from './page-actions.ts';
import { waitForMail } from './shop-mails.ts';

const host = 'havero-nl.localhost';
const dutchAccountActions = createAccountActions(host, 'nl');
const { say, press, field, type, open } = dutchAccountActions;

const password = 'Haverstro 12';
const otherPassword = 'Klaverhooi 34';
/** An account that no test changes. */
const ingrid = { emailAddress: 'ingrid@stal.example', password };

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  await dutchAccountActions.createActiveAccount(ingrid);
});

afterAll(() => browser?.close());

/** Opens an order from the list of orders. */
async function openOrder(page: Page, orderNumber: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: `${say('orders.details')} ${say('order.number', { number: orderNumber })}` })
    .click();
  await dutchAccountActions.waitForTitle(page, say('order.number', { number: orderNumber }));
}

itWithAndWithoutScript(
  'scripted',
  'a customer who has forgotten the password sets a new one, which signs out the other browser',
  async ({ isScripted, width }) => {
    const emailAddress = `vergeten-${width}@stal.example`;
    await dutchAccountActions.createActiveAccount({ emailAddress, password });
    const other = await openPage(browser, { isScripted: false });
    await dutchAccountActions.giveSession(other.context, { emailAddress, password });

    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    await open(page, ACCOUNT_LOGIN_PATH, isScripted);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('login.forgot') })
      .click();
    await waitForAddress(page, dutchAccountActions.getUrl(ACCOUNT_FORGOT_PATH));
    await dutchAccountActions.waitForTitle(page, say('forgot.title'));
    await expectAccessible(page, isScripted);
    await type(page, { emailAddress });
    await press(page, 'forgot.button');
    await dutchAccountActions.waitForTitle(page, say('forgot.sent'));
    await expectAccessible(page, isScripted);

    await open(page, await dutchAccountActions.readMailedPath(emailAddress, 'reset'), isScripted);
    await expectAccessible(page, isScripted);
    await type(page, { newPassword: otherPassword, repeatedPassword: otherPassword });
    await press(page, 'password.button');
    await page.getByText(say('login.reset')).waitFor();
    await dutchAccountActions.signIn(page, { emailAddress, password: otherPassword });
    await dutchAccountActions.waitForHome(page);
    expect(troubles).toEqual(noTroubles);
    await close();

    await open(other.page, ACCOUNT_ORDERS_PATH, false);
    await dutchAccountActions.waitForLogin(other.page, ACCOUNT_ORDERS_PATH);
    await dutchAccountActions.signIn(other.page, { emailAddress, password });
    await other.page.getByText(say('login.refused')).waitFor();
    await other.close();
  },
);

itWithAndWithoutScript(
  'plain',
  'the email address of an account is changed, and the change is undone from the previous address',
  async ({ isScripted, width }) => {
    const [former, next] = [`oud-${width}@stal.example`, `anders-${width}@stal.example`];
    await dutchAccountActions.createActiveAccount({ emailAddress: former, password });
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    await dutchAccountActions.giveSession(page.context(), { emailAddress: former, password });
    await open(page, getAccountInformationPath('email'), isScripted);
    await expectAccessible(page, isScripted);
    await type(page, { emailAddress: next, currentPassword: password });
    await press(page, 'information.changeEmail');
    await page.getByText(say('information.emailSent')).waitFor();

    await open(page, await dutchAccountActions.readMailedPath(next, 'change'), isScripted);
    await expectAccessible(page, isScripted);
    await press(page, 'confirm.changeButton');
    // Without script, another page confirms the change.
    await page.getByText(say('confirm.changeDone')).first().waitFor();
    await expectAccessible(page, isScripted);
    await open(page, getAccountInformationPath('email'), isScripted);
    await page.getByText(say('information.emailNow', { email: next })).waitFor();

    const owner = await openPage(browser, { width, isScripted });
    await open(owner.page, await dutchAccountActions.readMailedPath(former, 'undo'), isScripted);
    await expectAccessible(owner.page, isScripted);
    await press(owner.page, 'confirm.undoButton');
    await owner.page.getByText(say('confirm.undoDone')).first().waitFor();
    // All sessions are ended, and the old password is no longer valid.
    await visit(page, dutchAccountActions.getUrl(ACCOUNT_PATH));
    await dutchAccountActions.waitForLogin(page, ACCOUNT_PATH);
    expect(troubles).toEqual(noTroubles);
    await close();

    await open(owner.page, await dutchAccountActions.readMailedPath(former, 'reset'), isScripted);
    await type(owner.page, { newPassword: otherPassword, repeatedPassword: otherPassword });
    await press(owner.page, 'password.button');
    await owner.page.getByText(say('login.reset')).waitFor();
    await dutchAccountActions.signIn(owner.page, { emailAddress: former, password: otherPassword });
    await dutchAccountActions.waitForHome(owner.page);
    expect(owner.troubles).toEqual(noTroubles);
    await owner.close();
  },
);

itWithAndWithoutScript(
  'scripted',
  'a guest who chooses a password gets an account with the order',
  async ({ isScripted, width }) => {
    const emailAddress = `gast-${width}@stal.example`;
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    await dutchAccountActions.putIntoCart(page, 'prado-balance', isScripted);
    await dutchAccountActions.goToCheckout(page);
    await page.getByText(say('checkout.makeAccount')).click();
    await type(page, { ...marit, emailAddress, password });
    await press(page, 'checkout.toDelivery');
    await dutchAccountActions.waitForStep(page, 'delivery');
    await press(page, 'checkout.toPayment');
    await dutchAccountActions.waitForStep(page, 'payment');
    await dutchAccountActions.order(page, 'iDEAL | Wero');
    await dutchAccountActions.decideAtBank(page, 'approve');
    await dutchAccountActions.waitForThanks(page, marit.firstName);
    const [orderNumber = ''] = /\d{4}-\d{6}/.exec(await page.getByRole('main').innerText()) ?? [];

    await open(page, await dutchAccountActions.readMailedPath(emailAddress, 'activate'), isScripted);
    await dutchAccountActions.activate(page, password);
    await dutchAccountActions.signIn(page, { emailAddress, password });
    await dutchAccountActions.waitForHome(page);
    await open(page, ACCOUNT_ORDERS_PATH, isScripted);
    await openOrder(page, orderNumber);
    expect(troubles).toEqual(noTroubles);
    await close();
  },
);

itWithAndWithoutScript(
  'plain',
  'an address saved in the checkout is preselected for the next order',
  async ({ isScripted, width }) => {
    const emailAddress = `adresboek-${width}@stal.example`;
    await dutchAccountActions.createActiveAccount({ emailAddress, password });
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    await dutchAccountActions.giveSession(page.context(), { emailAddress, password });
    await dutchAccountActions.putIntoCart(page, 'prado-balance', isScripted);
    await dutchAccountActions.goToCheckout(page);
    await type(page, { ...marit, emailAddress });
    await press(page, 'checkout.toDelivery');
    await dutchAccountActions.waitForStep(page, 'delivery');
    if (isScripted) await waitForHydration(page);
    const chooseAddress = () => page.locator('main input[name="way"][value="address"]').check();
    await chooseAddress();
    await type(page, {
      firstName: 'Anna',
      lastName: 'Bos',
      zipcode: '7311 KZ',
      streetNumber: '3',
      street: 'Haverstraat',
      city: 'Apeldoorn',
    });
    await field(page, 'saveInBook').check();
    await type(page, { addressName: 'Stal' });
    await press(page, 'checkout.toPayment');
    await dutchAccountActions.waitForStep(page, 'payment');
    await dutchAccountActions.order(page, 'iDEAL | Wero');
    await dutchAccountActions.decideAtBank(page, 'approve');
    await dutchAccountActions.waitForThanks(page, marit.firstName);

    await open(page, getAccountInformationPath('addresses'), isScripted);
    await page.getByText('Anna Bos, Haverstraat 3, 7311 KZ Apeldoorn').waitFor();
    await expectAccessible(page, isScripted);
    await dutchAccountActions.putIntoCart(page, 'prado-balance', isScripted);
    await dutchAccountActions.goToCheckout(page);
    await type(page, { ...marit, emailAddress });
    await press(page, 'checkout.toDelivery');
    await dutchAccountActions.waitForStep(page, 'delivery');
    if (isScripted) await waitForHydration(page);
    await chooseAddress();
    await field(page, 'savedAddressId').selectOption({ label: 'Stal, Haverstraat 3, 7311 KZ Apeldoorn' });
    if (isScripted) expect(await field(page, 'street').inputValue()).toBe('Haverstraat');
    await expectAccessible(page, isScripted);
    await press(page, 'checkout.toPayment');
    await dutchAccountActions.waitForStep(page, 'payment');
    await page.getByText('Haverstraat 3').first().waitFor();
    expect(troubles).toEqual(noTroubles);
    await close();
  },
);

describe('signing out in one of two tabs', () => {
  /** Expects that the page shows no account data. */
  async function expectNothing(page: Page): Promise<void> {
    const content = await page.content();
    expect(content).not.toContain(ingrid.emailAddress);
    expect(content).not.toContain(say('accountHome.greeting', { name: marit.firstName }));
    expect(content).not.toContain(say('subscriptions.lead'));
    await page.locator('[data-cart-count]').first().waitFor({ state: 'attached' });
    await page.waitForFunction(
      () => document.querySelectorAll('[data-cart-count]:not([hidden])').length === 0,
    );
  }

  it('removes the account from the other tab, from pages behind Back and from the cart', async () => {
    const { context, page, troubles, close } = await openPage(browser, { width: 1440 });
    await dutchAccountActions.putIntoCart(page, 'prado-balance', true);
    await dutchAccountActions.enter(page, ingrid, true);
    await page.locator('[data-cart-count]:not([hidden])').first().waitFor();
    const second = await context.newPage();
    await open(second, ACCOUNT_PATH, true);
    await second
      .getByRole('main')
      .getByRole('link', { name: say('account.subscriptions') })
      .click();
    await dutchAccountActions.waitForTitle(second, say('account.subscriptions'));

    await press(page, 'account.signOut');
    await waitForAddress(page, dutchAccountActions.getUrl('/'));
    await dutchAccountActions.waitForLogin(second, ACCOUNT_SUBSCRIPTIONS_PATH);
    await expectNothing(second);
    await expectNothing(page);
    for (const tab of [second, page]) {
      await tab.goBack({ waitUntil: 'domcontentloaded' });
      await dutchAccountActions.waitForLogin(tab, ACCOUNT_PATH);
      await expectNothing(tab);
    }
    await visit(page, dutchAccountActions.cartUrl);
    await page.getByText(say('cart.empty')).first().waitFor();
    expect(omitCartCallErrors(troubles)).toEqual(noTroubles);
    await close();
  });
});

describe('a signed-in customer who changes the shop language', () => {
  const english = createAccountActions('en.havero-nl.localhost', 'en');

  /** Chooses English in the country and language dialog. */
  async function chooseEnglish(page: Page): Promise<void> {
    const links = page.locator(`a[hreflang="en"][href^="${english.getUrl('/')}"]`);
    await openDialogContaining(page, links);
    await seen(links).click();
  }

  it('keeps the session and the cart, and signs out in both languages at once', async () => {
    const { context, page, troubles, close } = await openPage(browser, { width: 390 });
    await dutchAccountActions.giveSession(context, ingrid);
    await dutchAccountActions.putIntoCart(page, 'prado-balance', true);
    await chooseEnglish(page);
    await page.waitForURL((url) => url.hostname === 'en.havero-nl.localhost' && url.hash === '');
    await waitForHydration(page);
    await page.locator('[data-cart-count]:not([hidden])').first().waitFor();

    await open(page, ACCOUNT_SUBSCRIPTIONS_PATH, true);
    await chooseEnglish(page);
    await waitForAddress(page, english.getUrl(ACCOUNT_SUBSCRIPTIONS_PATH));
    await english.waitForTitle(page, english.say('account.subscriptions'));
    // The page reloads before hydration if the link brought another cart.
    await waitForHydration(page);
    expect(await findViolations(page)).toEqual([]);
    await english.press(page, 'account.signOut');
    await waitForAddress(page, english.getUrl('/'));
    await open(page, ACCOUNT_SUBSCRIPTIONS_PATH, true);
    await dutchAccountActions.waitForLogin(page, ACCOUNT_SUBSCRIPTIONS_PATH);
    expect(omitCartCallErrors(troubles)).toEqual(noTroubles);
    await close();
  });

  it('stays on the page and sees a message if the backend cannot be reached', async () => {
    const { context, page, close } = await openPage(browser, { width: 1440 });
    await dutchAccountActions.giveSession(context, ingrid);
    await open(page, ACCOUNT_PATH, true);
    await context.route('**/api/account/sessions/handover', (route) => route.abort());
    await chooseEnglish(page);
    await page
      .getByRole('alert')
      .filter({ hasText: say('siteSwitch.languageFailed') })
      .waitFor();
    await waitForAddress(page, dutchAccountActions.getUrl(ACCOUNT_PATH));
    await close();
  });
});

itWithAndWithoutScript(
  'plain',
  'an account page redirects to the sign-in, and back afterwards',
  async ({ isScripted, width }) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted });
    await open(page, ACCOUNT_SUBSCRIPTIONS_PATH, isScripted);
    await dutchAccountActions.waitForLogin(page, ACCOUNT_SUBSCRIPTIONS_PATH);
    await expectAccessible(page, isScripted);
    await dutchAccountActions.signIn(page, ingrid);
    await waitForAddress(page, dutchAccountActions.getUrl(ACCOUNT_SUBSCRIPTIONS_PATH));
    await dutchAccountActions.waitForTitle(page, say('account.subscriptions'));

    // Only a redirect target on this shop is followed.
    await press(page, 'account.signOut');
    await waitForAddress(page, dutchAccountActions.getUrl('/'));
    await open(page, `${ACCOUNT_LOGIN_PATH}?returnPath=${encodeURIComponent('//evil.example/')}`, isScripted);
    await dutchAccountActions.signIn(page, ingrid);
    await dutchAccountActions.waitForHome(page);
    expect(omitCartCallErrors(troubles)).toEqual(noTroubles);
    await close();
  },
);

it('sign-in requires a browser check after three failed attempts, and without script a wait', async () => {
  const known = { emailAddress: 'robot@stal.example', password };
  await dutchAccountActions.createActiveAccount(known);
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  const checks: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/api/botcheck')) checks.push(answer.status());
  });
  await open(page, ACCOUNT_LOGIN_PATH, true);
  for (let count = 0; count < 3; count++) {
    const answered = page.waitForResponse(/\/api\/authentication\/signin/);
    await dutchAccountActions.signIn(page, { ...known, password: otherPassword });
    expect((await answered).status()).toBe(401);
    await page.getByText(say('login.refused')).waitFor();
  }
  expect(checks).toEqual([]);
  expect(await findViolations(page)).toEqual([]);

  const unscripted = await openPage(browser, { isScripted: false });
  await open(unscripted.page, ACCOUNT_LOGIN_PATH, false);
  await dutchAccountActions.signIn(unscripted.page, known);
  await unscripted.page.getByText(/^Te veel pogingen in korte tijd\. Wacht /).waitFor();
  await unscripted.close();

  await dutchAccountActions.signIn(page, known);
  await dutchAccountActions.waitForHome(page);
  expect(checks).toEqual([200]);
  expect(troubles.errors).toEqual([]);
  await close();
});

it('a customer can sign in with the keyboard only, and the focus moves to the missing field', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 1440 });
  await open(page, ACCOUNT_LOGIN_PATH, true);
  await tabTo(page, field(page, 'emailAddress'));
  await page.keyboard.press('Enter');
  await waitForFocus(page.locator('[data-form-summary]'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForFocus(page.locator('[name="emailAddress"]'));
  await page.keyboard.type(ingrid.emailAddress);
  await tabTo(page, field(page, 'password'));
  await page.keyboard.type(ingrid.password);
  await tabTo(page, page.getByRole('button', { name: say('password.show') }));
  await page.keyboard.press('Space');
  expect(await field(page, 'password').getAttribute('type')).toBe('text');
  await tabTo(page, field(page, 'keepSignedIn'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await dutchAccountActions.waitForHome(page);
  await tabTo(page, page.getByRole('main').getByRole('button', { name: say('account.signOut') }));
  await page.keyboard.press('Enter');
  await waitForAddress(page, dutchAccountActions.getUrl('/'));
  expect(omitCartCallErrors(troubles)).toEqual(noTroubles);
  await close();
});

it('a registration with the address of an existing account is reported by mail only', async () => {
  const { page, close } = await openPage(browser, { isScripted: false });
  await open(page, ACCOUNT_REGISTER_PATH, false);
  await dutchAccountActions.register(page, { emailAddress: ingrid.emailAddress, password: otherPassword });
  expect(await waitForMail(ingrid.emailAddress, /\/account\/forgot\//)).toContain(ACCOUNT_LOGIN_PATH);
  await close();
});
