import type { Locator, Page } from 'playwright-core';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../shared/rules/checkout/checkout-paths.ts';
import { isWithinWindow, visit, waitForAddress, waitForHydration } from './browser.ts';
import { readMailMessages, readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

/** Somebody who orders: their facts, as the fields of the billing step take them. */
export const marit = {
  emailAddress: 'marit@stal.example',
  zipcode: '7311 kz',
  streetNumber: '12',
  firstName: 'Marit',
  lastName: 'de Vries',
  phoneNumber: '06 12345678',
};

/** What stands further right than the window reaches or is cut off where it stands, a line each. Asked where letters are large. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describe = (element: Element) => `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const { width, height, right } = element.getBoundingClientRect();
      // What only screen readers find is a pixel large.
      // A path of links gives way where the heading says the same again.
      if (width <= 1 || height <= 1 || element.closest('svg, select, option, nav')) return [];
      if (right > window.innerWidth + 1) return [`beyond the window: ${describe(element)}`];
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
      return isCut && !element.matches('input, textarea') ? [`cut off: ${describe(element)}`] : [];
    });
  });

/** Makes the letters of a page twice as large. */
export const enlarge = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

/** What scrolls sideways or is cut off at any width, a line each. Asked where letters are large; leaves the window narrow. */
export async function findLackOfRoom(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [360, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const isWithin = await isWithinWindow(page);
    if (!isWithin) found.push(`${width}: scrolls sideways`);
    found.push(...(await findCutOff(page)).map((line) => `${width}: ${line}`));
  }
  return found;
}

/**
 * Fetches a page of the shop in the background and sends one of its forms as a browser without script does.
 *
 * @throws Error if the page does not contain the form, or if the answer is not a redirect
 */
async function sendForm(
  page: Page,
  address: string,
  selector: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const failure = await page.evaluate(
    async ({ address, selector, values }) => {
      // The pages refuse DOMParser: they accept trusted types only.
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
 * Presses Tab until something has the focus.
 *
 * @throws Error where it does not get there, or where what has the focus on the way cannot be seen to have it
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
    if (!isSeen) throw new Error('What has the focus cannot be seen to have it');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not get to ${target}`);
}

/**
 * What a customer of a shop does in its cart and checkout, in the words of its language.
 *
 * @param port of another web in front of the same backend
 */
export function createShopCustomer(host: string, language: string, port?: number) {
  const words = readMessages(language);
  const bankWords = readMailMessages(language);
  const texts = readSampleTexts(language);
  const cartUrl = getShopUrl(host, getCartPath(language), port);
  const getStepUrl = (step: Parameters<typeof getCheckoutPath>[1]) =>
    getShopUrl(host, getCheckoutPath(language, step), port);

  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`%{${name}}`, value),
      words[key]!.split(' |||| ')[0]!,
    );
  /** Presses a button, once a press before it has come to its end: while its form is on its way, a button does nothing. */
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
  /** Waits for a page by its heading, and for all of it: a document comes piece by piece, and its heading is not in the last. */
  const waitForTitle = async (page: Page, title: string) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.waitForLoadState('domcontentloaded');
  };

  /** Puts a product into the cart on its own page, and looks at the cart. */
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
    // A button in a cart with samples, whose names it stores.
    const name = say('cart.toCheckout');
    await page.getByRole('link', { name }).or(page.getByRole('button', { name })).click();
    await waitForAddress(page, getStepUrl('billing'));
    await waitForTitle(page, say('checkout.billingTitle'));
  }

  async function waitForStep(page: Page, step: 'delivery' | 'payment'): Promise<void> {
    await waitForAddress(page, getStepUrl(step));
    await waitForTitle(page, say(step === 'delivery' ? 'checkout.deliveryTitle' : 'checkout.paymentTitle'));
  }

  /** Fills in what a bag of feed needs that is brought home: the payment is next. */
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
   * Opens the payment step with a bag of feed in the cart. With script, it sends the forms of the steps before it from an empty page,
   * which costs a fraction of the walk through them (`goToPayment`). Without script the walk is cheap, and nothing else is possible.
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

  /** Presses the button that orders. */
  const pressOrder = (page: Page) => page.getByRole('main').getByRole('button', { name: /€/ }).click();

  /** Chooses a payment method by its name unless a gift card pays everything, accepts the terms and orders. */
  async function order(page: Page, method?: string): Promise<void> {
    if (method !== undefined) await page.getByRole('radio', { name: method }).check();
    await field(page, 'acceptsTerms').check();
    await pressOrder(page);
  }

  const waitForBank = (page: Page) => waitForTitle(page, bankWords['testBank.title']!);

  /** Decides at the test bank how a payment ends, and whether the bank tells the shop. */
  async function decideAtBank(
    page: Page,
    decision: 'approve' | 'authorise' | 'later' | 'cancel' | 'fail',
    tells: 'once' | 'twice' | 'never' = 'once',
  ): Promise<void> {
    await waitForBank(page);
    await page.getByRole('radio', { name: bankWords[`testBank.notify.${tells}`]! }).check();
    await page.getByRole('button', { name: bankWords[`testBank.decision.${decision}`]! }).click();
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
    pressOrder,
    waitForBank,
    decideAtBank,
    /** Leaves the test bank without a decision. */
    async leaveBank(page: Page): Promise<void> {
      await waitForBank(page);
      await page.getByRole('link', { name: bankWords['testBank.back']! }).click();
    },
    /** The page of an order says that it is paid. */
    waitForThanks: (page: Page, name: string) => waitForTitle(page, say('order.thanks', { name })),
  };
}
