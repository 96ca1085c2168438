import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { getCheckoutPath } from '../../shared/rules/checkout/checkout-paths.ts';
import {
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForAddress,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchMessages = readMessages('nl');
const texts = readSampleTexts('nl');
const categoryPath = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;
const balance = texts.products['prado-balance']!;
const test = texts.products['rqs-basic']!;
const soldOutProduct = texts.products['grano-whole']!;
/** Calls of the browser. */
const CALCULATION_URL_PATTERN = /\/api\/cartcalculation\/[^/]+\/calculate2$/;
const RECOMMENDATIONS_URL_PATTERN = /\/api\/cart\/[^/]+\/recommendations$/;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Returns a label of the shop with its values; of a text with plural forms, the plural. */
const translateLabel = (key: string, values: Readonly<Record<string, string | number>> = {}) => {
  const forms = dutchMessages[key]!.split(' |||| ');
  const form = forms.length > 1 && values.smart_count !== 1 ? forms[1]! : forms[0]!;
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`%{${name}}`, String(value)),
    form,
  );
};
const locateAddButton = (page: Page, title: string) =>
  page.getByRole('button', { name: translateLabel('add.one', { title }) });
const locateCartDrawer = (page: Page) => page.locator('dialog#mini-cart[open]');
/** Waits until the header shows the number of items in the cart. */
const waitForCartCount = (page: Page, count: number) =>
  page
    .locator('header [data-cart-count]')
    .filter({ hasText: new RegExp(`^${count}$`) })
    .waitFor();
const locateCartLine = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

/** Holds the requests for an address back until the returned function is called. */
async function holdRequestsBack(page: Page, url: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function open(page: Page, path: string): Promise<void> {
  await visit(page, getShopUrl(host, path));
  await waitForHydration(page);
}

describe('the cart in the drawer and on its page', () => {
  itAtWidths(
    'is filled from a list, opened from the drawer, accepts a code, and restores a removed line',
    async (width) => {
      const { page, troubles, close } = await openPage(browser, { width });
      await open(page, categoryPath);
      await locateAddButton(page, balance.name).click();
      const drawer = locateCartDrawer(page);
      await drawer.getByRole('heading', { name: translateLabel('add.done') }).waitFor();
      await waitForCartCount(page, 1);
      await drawer
        .getByRole('button', { name: translateLabel('cart.oneMore', { title: balance.name }) })
        .click();
      await drawer
        .getByRole('status')
        .filter({ hasText: `2 × ${balance.name}` })
        .waitFor({ state: 'attached' });
      await waitForCartCount(page, 2);
      await page.keyboard.press('Escape');
      await waitForFocus(locateAddButton(page, balance.name));

      await locateAddButton(page, balance.name).click();
      await drawer.getByRole('link', { name: translateLabel('add.viewCart') }).click();
      await waitForAddress(page, getShopUrl(host, '/winkelwagen/'));
      const line = locateCartLine(page, balance.name);
      expect(await line.getByRole('textbox').inputValue()).toBe('3');

      await page.getByRole('textbox', { name: translateLabel('cart.code') }).fill('stal 10');
      await page.getByRole('button', { name: translateLabel('cart.codeApply') }).click();
      await page
        .getByText(translateLabel('cart.codeActive', { code: 'STAL10' }))
        .last()
        .waitFor();

      await line.getByRole('textbox').fill('2');
      await line.getByRole('textbox').press('Enter');
      await waitForCartCount(page, 2);
      await line
        .getByRole('button', { name: translateLabel('cart.remove', { title: balance.name }) })
        .click();
      await page.getByRole('button', { name: translateLabel('cart.undo') }).click();
      await line.waitFor();
      await waitForCartCount(page, 2);
      expect(await line.getByRole('textbox').inputValue()).toBe('2');
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itAtWidths('requires a name for each sample of a roughage test', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await open(page, `/${test.urlSlug}/`);
    const form = page.locator('main form[data-add-to-cart]').first();
    await form.getByRole('button', { name: translateLabel('cart.oneMore', { title: test.name }) }).click();
    await form.getByRole('button', { name: translateLabel('add.toCart') }).click();
    await locateCartDrawer(page)
      .getByRole('link', { name: translateLabel('add.viewCart') })
      .click();
    const line = locateCartLine(page, test.name);
    await line
      .getByRole('textbox', { name: translateLabel('cart.sampleNumber', { number: 1 }) })
      .fill('Achterweide, eerste snede');
    await line
      .getByRole('textbox', { name: translateLabel('cart.sampleNumber', { number: 2 }) })
      .fill('Voorweide');
    await line.getByRole('button', { name: translateLabel('cart.sampleSave', { smart_count: 2 }) }).click();
    await page
      .getByRole('status')
      .filter({ hasText: translateLabel('cart.samplesSaved', { smart_count: 2 }) })
      .waitFor({ state: 'attached' });
    const name = `${translateLabel('shell.cart')} ${translateLabel('cart.testCount', { smart_count: 2 })}`;
    expect(await page.locator('header').getByRole('link', { name, exact: true }).count()).toBe(1);
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(
      await line
        .getByRole('textbox', { name: translateLabel('cart.sampleNumber', { number: 2 }) })
        .inputValue(),
    ).toBe('Voorweide');
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths(
    'stores a sample name when its field loses the focus, and typed ones before the checkout',
    async (width) => {
      const { page, troubles, close } = await openPage(browser, { width });
      await open(page, `/${test.urlSlug}/`);
      const form = page.locator('main form[data-add-to-cart]').first();
      await form.getByRole('button', { name: translateLabel('cart.oneMore', { title: test.name }) }).click();
      await form.getByRole('button', { name: translateLabel('add.toCart') }).click();
      await locateCartDrawer(page)
        .getByRole('link', { name: translateLabel('add.viewCart') })
        .click();
      const getName = (number: number) =>
        locateCartLine(page, test.name).getByRole('textbox', {
          name: translateLabel('cart.sampleNumber', { number }),
        });
      const stored = page.waitForResponse(/\/rqssamplename$/);
      await getName(1).fill('Achterweide');
      await getName(2).focus();
      expect((await stored).status()).toBe(204);
      await waitForFocus(getName(2));
      await page.reload({ waitUntil: 'domcontentloaded' });
      expect(await getName(1).inputValue()).toBe('Achterweide');
      await waitForHydration(page);

      const toCheckout = page
        .getByRole('main')
        .getByRole('button', { name: translateLabel('cart.toCheckout') });
      await toCheckout.click();
      await waitForFocus(getName(2));
      expect(await getName(2).getAttribute('aria-invalid')).toBe('true');
      await expectAccessibleAtWidths(page);
      await getName(2).fill('Voorweide');
      await toCheckout.click();
      await waitForAddress(page, getShopUrl(host, getCheckoutPath('nl', 'billing')));
      await page.goBack();
      expect(await getName(2).inputValue()).toBe('Voorweide');
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itAtWidths('can be filled, changed and left with the keyboard only', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await open(page, categoryPath);
    const add = locateAddButton(page, balance.name);
    await add.press('Enter');
    const drawer = locateCartDrawer(page);
    const more = drawer.getByRole('button', {
      name: translateLabel('cart.oneMore', { title: balance.name }),
    });
    await more.press('Space');
    await waitForCartCount(page, 2);
    await waitForFocus(more);
    await page.keyboard.press('Escape');
    await waitForFocus(add);

    // The third link of every page leads to the cart.
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#main"]')?.focus());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForAddress(page, getShopUrl(host, '/winkelwagen/'));
    const line = locateCartLine(page, balance.name);
    await line
      .getByRole('button', { name: translateLabel('cart.remove', { title: balance.name }) })
      .press('Enter');
    const undo = page.getByRole('button', { name: translateLabel('cart.undo') });
    await undo.waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    await undo.press('Enter');
    await line.waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});

describe('cart behaviour', () => {
  it('is accessible when empty, filled, with a refusal and with a sold-out product', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    await open(page, '/winkelwagen/');
    await expectAccessibleAtWidths(page);

    await open(page, `/${soldOutProduct.urlSlug}/`);
    expect(
      await page.locator('main form[data-add-to-cart]').first().getAttribute('data-add-to-cart'),
    ).not.toBe(soldOutProduct.name);
    await expectAccessibleAtWidths(page, 'main');

    await open(page, `/${balance.urlSlug}/`);
    const form = page.locator('main form[data-add-to-cart]').first();
    await form.getByRole('button', { name: translateLabel('add.toCart') }).click();
    const drawer = locateCartDrawer(page);
    await drawer.getByRole('heading', { name: translateLabel('add.done') }).waitFor();
    await expectAccessibleAtWidths(page, '#mini-cart');
    await page.keyboard.press('Escape');
    await form.getByRole('textbox').fill('900');
    await form.getByRole('button', { name: translateLabel('add.toCart') }).click();
    await drawer.getByRole('alert').waitFor();
    await expectAccessibleAtWidths(page, '#mini-cart');

    await page.keyboard.press('Escape');
    await open(page, '/winkelwagen/');
    await expectAccessibleAtWidths(page);
    await locateCartLine(page, balance.name).getByRole('textbox').fill('900');
    await locateCartLine(page, balance.name).getByRole('textbox').press('Enter');
    await page.getByRole('main').getByRole('alert').waitFor();
    await expectAccessibleAtWidths(page);
    await close();
  });

  it('stays in sync between two tabs, whichever of them changes it', async () => {
    const { context, page, close } = await openPage(browser);
    const other = await context.newPage();
    await open(page, categoryPath);
    // This tab knows no cart yet.
    await open(other, categoryPath);
    await locateAddButton(page, balance.name).click();
    await locateCartDrawer(page).waitFor();
    await waitForCartCount(other, 1);
    await open(other, '/winkelwagen/');
    await locateCartDrawer(page)
      .getByRole('button', { name: translateLabel('cart.oneMore', { title: balance.name }) })
      .click();
    await waitForCartCount(other, 2);
    expect(await locateCartLine(other, balance.name).getByRole('textbox').inputValue()).toBe('2');
    await locateCartLine(other, balance.name)
      .getByRole('button', { name: translateLabel('cart.remove', { title: balance.name }) })
      .click();
    await page.locator('header [data-cart-count]').waitFor({ state: 'hidden' });
    await close();
  });

  it('handles a key press while it loads, and keeps the focus', async () => {
    const { page, troubles, close } = await openPage(browser);
    await open(page, categoryPath);
    await locateAddButton(page, balance.name).press('Enter');
    const drawer = locateCartDrawer(page);
    const more = drawer.getByRole('button', {
      name: translateLabel('cart.oneMore', { title: balance.name }),
    });
    await more.waitFor();
    const releaseCart = await holdRequestsBack(page, CALCULATION_URL_PATTERN);
    const reloading = page.waitForRequest(CALCULATION_URL_PATTERN);
    await more.press('Space');
    await reloading;
    const quantity = drawer.locator('form:not([aria-busy])').getByRole('textbox');
    await quantity.waitFor();
    await more.press('Space');
    releaseCart();
    await waitForCartCount(page, 3);
    expect(await quantity.inputValue()).toBe('3');
    await waitForFocus(more);

    // A recommended product that is added here is no longer recommended.
    const offered = drawer.locator('form[data-add-to-cart]').first();
    const title = await offered.getAttribute('data-add-to-cart');
    const releaseRecommended = await holdRequestsBack(page, RECOMMENDATIONS_URL_PATTERN);
    await locateAddButton(page, title!).and(offered.getByRole('button')).press('Enter');
    await waitForCartCount(page, 4);
    releaseRecommended();
    await drawer.locator(`form[data-add-to-cart="${title}"]`).waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.closest('dialog')?.id === 'mini-cart');
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('is filled from a product card, changed and emptied without script', async () => {
    const { page, close } = await openPage(browser, { isScripted: false });
    await visit(page, getShopUrl(host, categoryPath));
    await locateAddButton(page, balance.name).click();
    const line = locateCartLine(page, balance.name);
    await line.waitFor();
    expect(page.url()).toBe(getShopUrl(host, '/winkelwagen/'));
    await line.getByRole('button', { name: translateLabel('cart.oneMore', { title: balance.name }) }).click();
    await page.getByText(`2 × ${balance.name}`).first().waitFor();
    expect(await line.getByRole('textbox').inputValue()).toBe('2');

    await visit(page, getShopUrl(host, `/${balance.urlSlug}/`));
    await page
      .getByRole('textbox', { name: translateLabel('cart.quantityOf', { title: balance.name }) })
      .fill('3');
    await page.getByRole('button', { name: translateLabel('add.toCart') }).click();
    await page.getByText(`5 × ${balance.name}`).first().waitFor();
    await line.getByRole('button', { name: translateLabel('cart.remove', { title: balance.name }) }).click();
    await page.getByText(translateLabel('cart.empty')).waitFor();
    await close();
  });

  it('is unchanged while the backend is unavailable, and accepts the product afterwards', async () => {
    const { context, page, close } = await openPage(browser);
    await open(page, categoryPath);
    await locateAddButton(page, balance.name).click();
    await locateCartDrawer(page).waitFor();
    await page.keyboard.press('Escape');
    await context.route('**/api/**', (route) => route.fulfill({ status: 502, body: '' }));
    await locateAddButton(page, balance.name).click();
    await locateCartDrawer(page).getByText(translateLabel('add.failed')).waitFor();
    await waitForCartCount(page, 1);
    await context.unroute('**/api/**');
    await locateCartDrawer(page)
      .getByRole('button', { name: translateLabel('add.retry') })
      .click();
    await locateCartDrawer(page)
      .getByRole('heading', { name: translateLabel('add.done') })
      .waitFor();
    await waitForCartCount(page, 2);
    await close();
  });

  it('is the same after a language change, on the same page', async () => {
    const { page, troubles, close } = await openPage(browser);
    await open(page, categoryPath);
    await locateAddButton(page, balance.name).click();
    await locateCartDrawer(page).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /Nederland/ })
      .first()
      .click();
    await page.locator('dialog#site-switch[open]').getByRole('link', { name: 'English' }).first().click();
    const english = readSampleTexts('en').categories;
    await waitForAddress(
      page,
      getShopUrl(`en.${host}`, `/${english.feed!.urlSlug}/${english.muesli!.urlSlug}/`),
    );
    await waitForHydration(page);
    await waitForCartCount(page, 1);
    // A product added here is in the cart of the Dutch pages as well.
    await page
      .getByRole('button', {
        name: readMessages('en')['add.one']!.replace(
          '%{title}',
          readSampleTexts('en').products['prado-balance']!.name,
        ),
      })
      .click();
    await waitForCartCount(page, 2);
    await open(page, '/winkelwagen/');
    await waitForCartCount(page, 2);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('is transferred to another shop, at its prices', async () => {
    const { page, close } = await openPage(browser);
    await open(page, categoryPath);
    await locateAddButton(page, balance.name).click();
    await locateCartDrawer(page).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /Nederland/ })
      .first()
      .click();
    const dialog = page.locator('dialog#site-switch[open]');
    await dialog.getByRole('checkbox', { name: translateLabel('handover.offer') }).check();
    await dialog.getByRole('link', { name: 'Deutsch' }).first().click();
    const german = readMessages('de');
    await page.waitForURL(/\/handover\/$/);
    await waitForHydration(page);
    await page.getByRole('button', { name: german['handover.button']! }).click();
    await page.getByText(german['handover.done']!).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('link', { name: german['add.viewCart']! }).click();
    await page
      .getByRole('heading', { name: readSampleTexts('de').products['prado-balance']!.name })
      .waitFor();
    await close();
  });
});
