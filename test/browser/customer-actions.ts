import type { Locator, Page } from 'playwright-core';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../shared/rules/checkout/checkout-paths.ts';
import { isPageWithinWindow, visit, waitForAddress, waitForHydration } from './browser.ts';
import { readMailMessages, readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

/** A customer: their details, as the fields of the billing step take them. */
export const marit = {
  emailAddress: 'marit@stal.example',
  zipcode: '7311 kz',
  streetNumber: '12',
  firstName: 'Marit',
  lastName: 'de Vries',
  phoneNumber: '06 12345678',
};

/** Returns elements that extend beyond the window or are clipped, one line each. Used with large text. */
const findClippedElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const { width, height, right } = element.getBoundingClientRect();
      // Text for screen readers only is one pixel large.
      // The breadcrumb is clipped on purpose if the heading repeats its text.
      if (width <= 1 || height <= 1 || element.closest('svg, select, option, nav')) return [];
      if (right > window.innerWidth + 1) return [`beyond the window: ${describe(element)}`];
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
      return isCut && !element.matches('input, textarea') ? [`cut off: ${describe(element)}`] : [];
    });
  });

/** Doubles the text size of a page. */
export const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

/**
 * Returns elements that scroll horizontally or are clipped at any width, one line each. Used with large text;
 * leaves the window narrow.
 */
export async function findOverflows(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const isWithin = await isPageWithinWindow(page);
    if (!isWithin) found.push(`${width}: scrolls sideways`);
    found.push(...(await findClippedElements(page)).map((line) => `${width}: ${line}`));
  }
  return found;
}

/**
 * Fetches a page of the shop in the background and sends one of its forms as a browser without script does.
 *
 * @throws Error if the page does not contain the form, or if the response is not a redirect
 */
async function sendForm(
  page: Page,
  address: string,
  selector: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const failure = await page.evaluate(
    async ({ address, selector, values }) => {
      // The pages forbid DOMParser: they accept trusted types only.
      const document = await new Promise<Document | null>((resolve) => {
        const request = new XMLHttpRequest();
        request.open('GET', address);
        request.responseType = 'document';
        request.onloadend = () => resolve(request.responseXML);
        request.send();
      });
      const form = document?.querySelector<HTMLFormElement>(selector);
      if (!form) return `${address} has no ${selector}`;
      const fields = new FormData(form);
      for (const [name, value] of Object.entries(values)) fields.set(name, value);
      const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
      const target = new URL(form.getAttribute('action') ?? '', address);
      const answer = await fetch(target, { method: 'POST', body, redirect: 'manual' });
      return answer.type === 'opaqueredirect' ? null : `${target} answered ${answer.status}`;
    },
    { address, selector, values },
  );
  if (failure !== null) throw new Error(failure);
}

/**
 * Presses Tab until an element has the focus.
 *
 * @throws Error if the element is never focused, or if an element on the way has no visible focus
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const isSeen = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return true;
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    });
    if (!isSeen) throw new Error('The focused element has no visible focus indicator');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard focus does not reach ${target}`);
}

/**
 * Creates the actions of a customer in cart and checkout, with the labels of the given language.
 *
 * @param port of another web in front of the same backend
 */
export function createCustomerActions(host: string, language: string, port?: number) {
  const messages = readMessages(language);
  const bankMessages = readMailMessages(language);
  const texts = readSampleTexts(language);
  const cartUrl = getShopUrl(host, getCartPath(language), port);
  const getStepUrl = (step: Parameters<typeof getCheckoutPath>[1]) =>
    getShopUrl(host, getCheckoutPath(language, step), port);

  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`%{${name}}`, value),
      messages[key]!.split(' |||| ')[0]!,
    );
  /**
   * Presses a button after any earlier press has completed: while its form is being sent, a button does
   * nothing.
   */
  const press = (page: Page, key: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name: say(key) })
      .and(page.locator(':not([aria-busy="true"])'))
      .click();
  const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`).first();
  const type = async (page: Page, values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  };
  /**
   * Waits for a page by its heading, and for the rest of it: a document is streamed, and its heading comes
   * early.
   */
  const waitForTitle = async (page: Page, title: string) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.waitForLoadState('domcontentloaded');
  };

  /** Adds a product to the cart on its own page, and opens the cart. */
  async function putIntoCart(page: Page, product: string, isScripted: boolean): Promise<void> {
    await visit(page, getShopUrl(host, `/${texts.products[product]!.urlSlug}/`, port));
    if (isScripted) await waitForHydration(page);
    await page
      .locator('main form[data-add-to-cart]')
      .first()
      .getByRole('button', { name: say('add.toCart') })
      .click();
    if (isScripted) {
      await page.locator('dialog#mini-cart[open]').waitFor();
      await visit(page, cartUrl);
      await waitForHydration(page);
    } else await waitForAddress(page, cartUrl);
  }

  /** Goes from the cart to the first step of the checkout. */
  async function goToCheckout(page: Page): Promise<void> {
    // In a cart with samples it is a button, which also stores their names.
    const name = say('cart.toCheckout');
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).click();
    await waitForAddress(page, getStepUrl('billing'));
    await waitForTitle(page, say('checkout.billingTitle'));
  }

  async function waitForStep(page: Page, step: 'delivery' | 'payment'): Promise<void> {
    await waitForAddress(page, getStepUrl(step));
    await waitForTitle(page, say(step === 'delivery' ? 'checkout.deliveryTitle' : 'checkout.paymentTitle'));
  }

  /** Fills in the steps for a bag of feed with home delivery, up to the payment. */
  async function goToPayment(
    page: Page,
    person: Readonly<Record<string, string>>,
    isScripted: boolean,
  ): Promise<void> {
    await putIntoCart(page, 'prado-balance', isScripted);
    await goToCheckout(page);
    await type(page, person);
    await press(page, 'checkout.toDelivery');
    await waitForStep(page, 'delivery');
    await press(page, 'checkout.toPayment');
    await waitForStep(page, 'payment');
  }

  /**
   * Opens the payment step with a bag of feed in the cart. With script, it sends the forms of the previous
   * steps from an empty page, which costs a fraction of using the pages (`goToPayment`). Without script using
   * the pages is cheap, and the only possibility.
   */
  async function openPayment(
    page: Page,
    person: Readonly<Record<string, string>>,
    isScripted: boolean,
  ): Promise<void> {
    if (!isScripted) return goToPayment(page, person, isScripted);
    await page.goto(getShopUrl(host, '/robots.txt', port));
    const product = getShopUrl(host, `/${texts.products['prado-balance']!.urlSlug}/`, port);
    await sendForm(page, product, 'main form[data-add-to-cart]', {});
    await sendForm(page, getStepUrl('billing'), 'main form:has([name="emailAddress"])', person);
    await sendForm(page, getStepUrl('delivery'), 'main form:has([name="way"])', {});
    await visit(page, getStepUrl('payment'));
    await waitForStep(page, 'payment');
    await waitForHydration(page);
  }

  /** Presses the order button. */
  const pressOrderButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /€/ }).click();

  /**
   * Chooses a payment method by its name unless a gift card pays the whole amount, accepts the terms and
   * orders.
   */
  async function order(page: Page, method?: string): Promise<void> {
    if (method !== undefined) await page.getByRole('radio', { name: method }).check();
    await field(page, 'acceptsTerms').check();
    await pressOrderButton(page);
  }

  const waitForBank = (page: Page) => waitForTitle(page, bankMessages['testBank.title']!);

  /** Decides the result of a payment at the test bank, and whether the bank notifies the shop. */
  async function decideAtBank(
    page: Page,
    decision: 'approve' | 'authorise' | 'later' | 'cancel' | 'fail',
    tells: 'once' | 'twice' | 'never' = 'once',
  ): Promise<void> {
    await waitForBank(page);
    await page.getByRole('radio', { name: bankMessages[`testBank.notify.${tells}`]! }).check();
    await page.getByRole('button', { name: bankMessages[`testBank.decision.${decision}`]! }).click();
  }

  return {
    texts,
    cartUrl,
    getStepUrl,
    say,
    press,
    field,
    type,
    waitForTitle,
    putIntoCart,
    goToCheckout,
    waitForStep,
    goToPayment,
    openPayment,
    order,
    pressOrderButton,
    waitForBank,
    decideAtBank,
    /** Leaves the test bank without a decision. */
    async leaveBank(page: Page): Promise<void> {
      await waitForBank(page);
      await page.getByRole('link', { name: bankMessages['testBank.back']! }).click();
    },
    /** Waits until the order page reports the payment. */
    waitForThanks: (page: Page, name: string) => waitForTitle(page, say('order.thanks', { name })),
  };
}
