import type { BrowserContext, Page } from 'playwright-core';
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_RESET_PATH,
} from '../../shared/rules/account/account-paths.ts';
import { ACCOUNT_PATH } from '../../shared/rules/path-constants.ts';
import { visit, waitForAddress, waitForHydration } from './browser.ts';
import { createCustomerActions, marit } from './customer-actions.ts';
import { fetchFromShop, getShopUrl, postToShop, type ShopAnswer } from './shop-client.ts';
import { waitForMail } from './shop-mails.ts';

/** Email address and password of an account. */
export interface Credentials {
  readonly emailAddress: string;
  readonly password: string;
}

/** Patterns of mailed links by purpose. */
const mailedLinkPatterns = {
  activate: `${ACCOUNT_CONFIRM_PATH}\\?[^\\s"<]+`,
  change: `${ACCOUNT_CONFIRM_PATH}\\?[^\\s"<]*change=1`,
  undo: `${ACCOUNT_CONFIRM_PATH}\\?[^\\s"<]*undo=1`,
  reset: `${ACCOUNT_RESET_PATH}\\?[^\\s"<]+`,
} as const;

/** Creates the actions of a customer with an account, with the labels of the given language. */
export function createAccountActions(host: string, language: string) {
  const customer = createCustomerActions(host, language);
  const { say, press, type } = customer;
  const getUrl = (path: string) => getShopUrl(host, path);

  /** Loads a page. With script, waits until the page is hydrated. */
  async function open(page: Page, path: string, isScripted: boolean): Promise<void> {
    await visit(page, getUrl(path));
    if (isScripted) await waitForHydration(page);
  }

  /**
   * Waits for the sign-in page with its return path; it explains the redirect (`i=1`) except from the
   * account's home.
   */
  const waitForLogin = (page: Page, path: string) =>
    waitForAddress(
      page,
      getUrl(
        `${ACCOUNT_LOGIN_PATH}?${path === ACCOUNT_PATH ? '' : 'i=1&'}returnPath=${encodeURIComponent(path)}`,
      ),
    );

  /** Waits for a mail and returns the path of its link. */
  async function readMailedPath(
    recipient: string,
    purpose: keyof typeof mailedLinkPatterns,
  ): Promise<string> {
    const link = new RegExp(`http://[^\\s"<]+${mailedLinkPatterns[purpose]}`);
    const [found = ''] = link.exec(await waitForMail(recipient, link)) ?? [];
    const { pathname, search } = new URL(found.replaceAll('&amp;', '&'));
    return pathname + search;
  }

  async function register(page: Page, { emailAddress, password }: Credentials): Promise<void> {
    await type(page, { firstName: marit.firstName, lastName: marit.lastName, emailAddress, password });
    await press(page, 'register.button');
    await page.getByText(say('login.created')).waitFor();
  }

  /** Activates an account on the page that the mail links to, which asks for the password. */
  async function activate(page: Page, password: string): Promise<void> {
    await customer.waitForTitle(page, say('confirm.title'));
    await type(page, { password });
    await press(page, 'confirm.button');
    await page.getByText(say('login.activated')).waitFor();
  }

  /** Signs in on the page with the form; the offer to send an activation mail may come before it. */
  async function signIn(page: Page, { emailAddress, password }: Credentials): Promise<void> {
    await page.locator('main form input[type="email"]').fill(emailAddress);
    await type(page, { password });
    await press(page, 'login.button');
  }

  /** Waits for the greeting of the signed-in customer. */
  async function waitForHome(page: Page): Promise<void> {
    await waitForAddress(page, getUrl(ACCOUNT_PATH));
    await customer.waitForTitle(page, say('accountHome.greeting', { name: marit.firstName }));
  }

  return {
    ...customer,
    getUrl,
    open,
    waitForLogin,
    readMailedPath,
    register,
    activate,
    signIn,
    waitForHome,
    /** Creates an active account through the calls that the pages make, and does not sign in. */
    async createActiveAccount({ emailAddress, password }: Credentials): Promise<void> {
      const { firstName, lastName } = marit;
      const callbackUrl = encodeURIComponent(ACCOUNT_CONFIRM_PATH);
      await postToShop(host, `/api/account?callbackUrl=${callbackUrl}`, {
        firstName,
        lastName,
        emailAddress,
        password,
      });
      const { searchParams } = new URL(getUrl(await readMailedPath(emailAddress, 'activate')));
      const token = searchParams.get('token');
      await postToShop(host, `/api/account/${searchParams.get('userId')}/confirm`, { token, password });
    },
    /** Signs a browser in through the call that the sign-in page makes; `enter` uses the page itself. */
    async giveSession(context: BrowserContext, credentials: Credentials): Promise<void> {
      const { headers } = await postToShop(host, '/api/authentication/signin', {
        ...credentials,
        keepSignedIn: false,
      });
      const cookies = (headers['set-cookie'] ?? []).map((line) => {
        const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
        return { name, value, url: getUrl('/'), httpOnly: /; *httponly/i.test(line) };
      });
      await context.addCookies(cookies.filter(({ value }) => value !== ''));
    },
    /** Opens the sign-in page, and signs in. */
    async enter(page: Page, credentials: Credentials, isScripted: boolean): Promise<void> {
      await open(page, ACCOUNT_LOGIN_PATH, isScripted);
      await signIn(page, credentials);
      await waitForHome(page);
    },
    /** Orders a bag of feed and pays it. Returns the order number. */
    async orderAndPay(page: Page, emailAddress: string, isScripted: boolean): Promise<string> {
      await customer.goToPayment(page, { ...marit, emailAddress }, isScripted);
      await customer.order(page, 'iDEAL | Wero');
      await customer.decideAtBank(page, 'approve');
      await customer.waitForThanks(page, marit.firstName);
      const [orderNumber = ''] = /\d{4}-\d{6}/.exec(await page.getByRole('main').innerText()) ?? [];
      return orderNumber;
    },
    /** Returns the response of the shop to a request with the cookies of a browser. */
    async fetchAs(context: BrowserContext, path: string): Promise<ShopAnswer> {
      const cookies = await context.cookies(getUrl(path));
      return fetchFromShop(host, path, {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      });
    },
  };
}
