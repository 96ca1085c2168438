import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForAddress,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { createCustomerActions, tabTo } from './customer-actions.ts';
import { expectEventually } from './expect-eventually.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchCustomerActions = createCustomerActions(host, 'nl');
const { say } = dutchCustomerActions;
const dealersUrl = getShopUrl(host, '/verkooppunten/');
const arnhemDealerName = 'Ruitersport Het Stijgbeugeltje Arnhem';
const billingDetails = {
  emailAddress: 'anke@stal.example',
  zipcode: '9401 HX',
  streetNumber: '12',
  street: 'Klaverweg',
  city: 'Assen',
  firstName: 'Anke',
  lastName: 'de Vries',
  phoneNumber: '+31 6 12 34 56 78',
};

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const locateLocationField = (page: Page) => page.getByRole('textbox', { name: say('checkout.near') });
const names = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const locateCollectButton = (page: Page, name: string) =>
  page.getByRole('button', { name: say('dealers.collectAt', { name }) });

describe('the dealer page', () => {
  const open = async (page: Page, isScripted: boolean, url = dealersUrl) => {
    await visit(page, url);
    if (isScripted) await waitForHydration(page);
  };

  itWithAndWithoutScript(
    'plain',
    'finds the nearest dealer, and selects it for the cart',
    async ({ isScripted, width }) => {
      const { page, troubles, close } = await openPage(browser, { width, isScripted });
      await dutchCustomerActions.putIntoCart(page, 'prado-balance', isScripted);
      await open(page, isScripted);
      await locateLocationField(page).fill('6811 dg');
      await page.getByRole('button', { name: say('dealers.search'), exact: true }).click();
      await names(page).first().getByText(arnhemDealerName).waitFor();
      expect(new URL(page.url()).searchParams.get('place')).toBe('6811 dg');
      expect(await locateLocationField(page).inputValue()).toBe('6811 dg');
      if (isScripted) await waitForHydration(page);
      expect(await isPageWithinWindow(page)).toBe(true);

      await locateCollectButton(page, arnhemDealerName).click();
      await waitForAddress(page, dutchCustomerActions.getStepUrl('billing'));
      await dutchCustomerActions.waitForTitle(page, say('checkout.billingTitle'));
      if (isScripted) await waitForHydration(page);
      await dutchCustomerActions.type(page, billingDetails);
      await dutchCustomerActions.press(page, 'checkout.toDelivery');
      await dutchCustomerActions.waitForStep(page, 'delivery');
      // The dealer is far from the billing address, but still chosen.
      expect(await page.getByRole('radio', { name: say('checkout.dealer') }).isChecked()).toBe(true);
      expect(await page.getByRole('radio', { name: arnhemDealerName }).isChecked()).toBe(true);
      await dutchCustomerActions.press(page, 'checkout.toPayment');
      await dutchCustomerActions.waitForStep(page, 'payment');
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itWithAndWithoutScript(
    'scripted',
    'explains to a visitor without a cart what to do first',
    async ({ isScripted, width }) => {
      const { page, close } = await openPage(browser, { width, isScripted });
      await open(page, isScripted, `${dealersUrl}?place=6811+DG`);
      await locateCollectButton(page, arnhemDealerName).click();
      await page.getByText(say('dealers.emptyCart')).waitFor();
      // The list is still that of the location.
      expect(await names(page).first().textContent()).toBe(arnhemDealerName);
      if (isScripted) expect(await findViolations(page)).toEqual([]);
      await close();
    },
  );

  itWithAndWithoutScript(
    'plain',
    'scrolls to the reason after a refusal far down the list',
    async ({ isScripted, width }) => {
      const { page, close } = await openPage(browser, { width, isScripted });
      await open(page, isScripted);
      const form = page.locator('main form', { has: page.locator('[name=dealerId]') }).last();
      await form.getByRole('button').click();
      const reason = form.getByRole('alert');
      await reason.getByText(say('dealers.emptyCart')).waitFor();
      await waitForFocus(reason);
      const isSeen = () =>
        reason.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return scrollY > 0 && top >= 0 && bottom <= innerHeight;
        });
      await expectEventually(isSeen, true);
      // Keyboard navigation continues from there.
      await page.keyboard.press('Tab');
      await waitForFocus(reason.getByRole('link'));
      await close();
    },
  );

  itWithAndWithoutScript(
    'scripted',
    'reports an unknown location at its field',
    async ({ isScripted, width }) => {
      const { page, close } = await openPage(browser, { width, isScripted });
      await open(page, isScripted);
      await locateLocationField(page).fill('Xyzzy');
      await page.getByRole('button', { name: say('dealers.search'), exact: true }).click();
      await page.getByText(say('dealers.unknown', { place: 'Xyzzy' })).waitFor();
      expect(await locateLocationField(page).getAttribute('aria-invalid')).toBe('true');
      if (isScripted) {
        await waitForHydration(page);
        await waitForFocus(locateLocationField(page));
      }
      await close();
    },
  );
});

describe('keyboard navigation', () => {
  it('can search a location, tick a box and reach a dealer', async () => {
    const { page, troubles, close } = await openPage(browser);
    await visit(page, dealersUrl);
    await waitForHydration(page);
    await tabTo(page, locateLocationField(page));
    await page.keyboard.type('Arnhem');
    await tabTo(page, page.getByRole('checkbox', { name: say('dealers.facet.full') }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(/place=Arnhem/);
    expect(new URL(page.url()).searchParams.get('full')).toBe('yes');
    expect(await names(page).first().textContent()).toBe(arnhemDealerName);
    await waitForHydration(page);
    await tabTo(page, locateCollectButton(page, arnhemDealerName));
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});

describe('the location of the device', () => {
  const ask = (page: Page) => page.getByRole('button', { name: say('dealers.ownPosition') });

  it('is requested only at a press of the button, and finds dealers nearby', async () => {
    const { context, page, troubles, close } = await openPage(browser);
    await context.grantPermissions(['geolocation'], { origin: new URL(dealersUrl).origin });
    await context.setGeolocation({ latitude: 51.98912345, longitude: 5.89371234 });
    await visit(page, dealersUrl);
    await waitForHydration(page);
    await ask(page).click();
    await page.waitForURL(/lat=/);
    // Rounded to a hundred metres.
    expect(new URL(page.url()).search).toBe('?lat=51.989&lng=5.894');
    await names(page).first().getByText(arnhemDealerName).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await context.clearPermissions();
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('is also requested after navigation by a link of the shop', async () => {
    const { context, page, troubles, close } = await openPage(browser);
    await context.grantPermissions(['geolocation'], { origin: new URL(dealersUrl).origin });
    await context.setGeolocation({ latitude: 51.98912345, longitude: 5.89371234 });
    await visit(page, getShopUrl(host, '/'));
    await waitForHydration(page);
    await page.getByRole('contentinfo').locator('a[href="/verkooppunten/"]').click();
    await waitForAddress(page, dealersUrl);
    await waitForHydration(page);
    await ask(page).click();
    await page.waitForURL(/lat=/);
    await names(page).first().getByText(arnhemDealerName).waitFor();
    await context.clearPermissions();
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('can be refused: the field gets the focus, and a message explains what to do', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    await visit(page, dealersUrl);
    await waitForHydration(page);
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_found, failed) =>
        failed?.({ code: 1, message: '' } as GeolocationPositionError);
    });
    await ask(page).click();
    await page.getByText(say('dealers.position.denied')).waitFor();
    await waitForFocus(locateLocationField(page));
    expect(await findViolations(page)).toEqual([]);
    for (const [code, words] of [
      [2, 'dealers.position.unavailable'],
      [3, 'dealers.position.late'],
    ] as const) {
      await page.evaluate((failure) => {
        navigator.geolocation.getCurrentPosition = (_found, failed) =>
          failed?.({ code: failure, message: '' } as GeolocationPositionError);
      }, code);
      await ask(page).click();
      await page.getByText(say(words)).waitFor();
    }
    await close();
  });
});

describe('the opening status of a dealer', () => {
  // Wednesday in Amsterdam time, an hour ahead of UTC; the browser is in New York.
  const moments = [
    ['2026-11-25T10:00:00Z', 'dealers.openUntil', '18:00'],
    ['2026-11-25T23:30:00Z', 'dealers.opensToday', '08:00'],
  ] as const;
  /** More moments for the long form; `opening-hours.test.ts` tests the rule. */
  const longFormMoments = [
    ['2026-11-25T06:00:00Z', 'dealers.opensToday', '08:00'],
    ['2026-11-25T18:00:00Z', 'dealers.opensTomorrow', '08:00'],
  ] as const;

  it.each([...moments, ...(isLongTestRun ? longFormMoments : [])])(
    'follows the local time of the dealer at %s',
    async (moment, key, time) => {
      const { page, close } = await openPage(browser);
      await page.clock.setFixedTime(new Date(moment));
      await visit(page, dealersUrl);
      await waitForHydration(page);
      await page.getByText(say(key, { time })).first().waitFor();
      await close();
    },
  );
});

it('the dealer page fits the names of dealers with large text', async () => {
  const { page, close } = await openPage(browser, { width: 390 });
  await visit(page, `${dealersUrl}?place=7311+KZ`);
  for (const [width, percent] of [
    [320, 100],
    [390, 200],
    [1440, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await names(page).evaluateAll((headings, size) => {
      document.documentElement.style.fontSize = `${size}%`;
      return headings
        .filter((heading) => {
          const [text] = heading.childNodes;
          if (!text) return true;
          // One box for each line of a word: long words are hyphenated.
          return [...(text.textContent ?? '').matchAll(/\S+/g)].some(({ index, 0: word }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 2;
          });
        })
        .map(({ textContent }) => textContent);
    }, percent);
    expect([width, percent, broken]).toEqual([width, percent, []]);
  }
  await close();
});

it('the dealer page does not pass the location to the next pages', async () => {
  const { page, close } = await openPage(browser);
  await visit(page, `${dealersUrl}?place=Arnhem`);
  await waitForHydration(page);
  expect(await page.locator('a[href*="place="]').count()).toBe(0);
  // Both navigations load a new document, so analytics of the next page never sees this address.
  await page.evaluate(() => Reflect.set(window, 'isSame', true));
  await page
    .getByRole('main')
    .getByRole('link', { name: say('common.home'), exact: true })
    .click();
  await page.waitForURL((url) => !url.search.includes('place'));
  await waitForHydration(page);
  expect(await page.evaluate(() => [Reflect.has(window, 'isSame'), document.referrer])).toEqual([false, '']);
  await close();
});
