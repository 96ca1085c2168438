import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { createPageSecurityHeaders } from '../../server/web/middleware/security-headers.ts';
import { eventually } from '../faults/visit.ts';
import {
  launchBrowser,
  noTroubles,
  openPage,
  recordRequestedChunks,
  visit,
  waitForHydration,
} from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { openDialogContaining, seen } from './page-actions.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

const { source: axeSource } = createRequire(import.meta.url)('axe-core') as { source: string };
const dutchMessages = readMessages('nl');
const texts = readSampleTexts('nl');
const host = 'havero-nl.localhost';
const category = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;
const containerId = 'GTM-TEST123';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const locateConsentBanner = (page: Page) =>
  page.getByRole('region', { name: dutchMessages['consent.title']!, exact: true });
const locateConsentSettings = (page: Page) =>
  page.getByRole('dialog', { name: dutchMessages['consent.settings']! });
const press = (page: Page, key: string) =>
  page.getByRole('button', { name: dutchMessages[key]! }).press('Enter');
const readConsentCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'consent')?.value;
/** Waits for a cookie: the browser stores it asynchronously, possibly after a read that was sent later. */
const waitForConsentCookie = (page: Page, wanted: RegExp) =>
  eventually(async () => expect(await readConsentCookie(page)).toMatch(wanted));
const openConsentSettings = (page: Page) =>
  page.getByRole('link', { name: dutchMessages['consent.settings']! }).press('Enter');

async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(node: Document, options: object): Promise<AxeResults> };
    };
    return axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
  });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

describe('the consent banner', () => {
  itAtWidths(
    'stores nothing before a choice, offers acceptance and refusal equally, traps no focus, and does not return after a refusal',
    async (width) => {
      const { context, page, troubles, close } = await openPage(browser, { width, hasAnswered: false });
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!new URL(request.url()).hostname.endsWith('.localhost')) foreign.push(request.url());
      });
      await visit(page, getShopUrl(host, category));
      await locateConsentBanner(page).waitFor();
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);

      const looks = await locateConsentBanner(page)
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .slice(0, 2)
            .map((button) => `${button.className} ${button.clientWidth} ${button.clientHeight}`),
        );
      expect(looks[0]).toBe(looks[1]);
      expect(await findAxeViolations(page)).toEqual([]);

      await locateConsentBanner(page).getByRole('button').last().focus();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await locateConsentBanner(page).isVisible()).toBe(true);
      expect(await locateConsentBanner(page).locator(':focus').count()).toBe(0);
      for (const link of [page.locator('footer a').first(), page.locator('footer a').last()]) {
        await link.focus();
        const isSeen = await link.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(isSeen).toBe(true);
      }

      await press(page, 'consent.refuse');
      await locateConsentBanner(page).waitFor({ state: 'detached' });
      await waitForConsentCookie(page, /^1\.\d{4}-\d\d-\d\d\.p0$/);
      await page.locator('#main:focus').waitFor();
      const readProgram = recordRequestedChunks(page);
      await visit(page, getShopUrl(host));
      await waitForHydration(page);
      // Even the code of the banner is not requested.
      expect(await readProgram()).toContain('main');
      expect(await readProgram()).not.toContain('Consent');
      expect(await locateConsentBanner(page).count()).toBe(0);
      expect(foreign).toEqual([]);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );
});

it('the consent can be changed from the footer at any time; closing the settings changes nothing', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390, hasAnswered: false });
  await visit(page, getShopUrl(host));
  await locateConsentBanner(page).waitFor();
  await press(page, 'consent.choose');
  await locateConsentSettings(page).waitFor();
  const preferences = page.getByRole('checkbox', { name: dutchMessages['consent.preferences']! });
  expect(await preferences.isChecked()).toBe(false);
  expect(await findAxeViolations(page)).toEqual([]);
  await preferences.check();
  await page.keyboard.press('Escape');
  expect(await readConsentCookie(page)).toBeUndefined();

  await openConsentSettings(page);
  expect(await preferences.isChecked()).toBe(false);
  await preferences.check();
  await press(page, 'consent.save');
  await waitForConsentCookie(page, /\.p1$/);
  await locateConsentBanner(page).waitFor({ state: 'detached' });

  await openConsentSettings(page);
  expect(await preferences.isChecked()).toBe(true);
  await locateConsentSettings(page)
    .getByRole('button', { name: dutchMessages['consent.refuse']! })
    .press('Enter');
  await waitForConsentCookie(page, /\.p0$/);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('the banner links to the cookie page without script, and is not shown on a site that needs no consent', async () => {
  const plain = await openPage(browser, { isScripted: false });
  await visit(plain.page, getShopUrl(host));
  await openConsentSettings(plain.page);
  await plain.page.waitForURL(`**/${texts.pages.cookies!.urlSlug}/`);
  await plain.close();

  const { page, close } = await openPage(browser, { hasAnswered: false });
  const readProgram = recordRequestedChunks(page);
  await visit(page, getShopUrl('havero-corporate.localhost'));
  await waitForHydration(page);
  expect(await readProgram()).not.toContain('Consent');
  expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
  await page.locator('a[data-consent]').press('Enter');
  const settings = page.locator('dialog#consent-settings[open]');
  await settings.waitFor();
  expect(await settings.getByRole('checkbox').count()).toBe(0);
  expect(await readProgram()).toContain('Consent');
  await close();
});

it('visits are measured and the tag manager is loaded only between consent and its withdrawal', async () => {
  const { context, page, troubles, close } = await openPage(browser, { hasAnswered: false });
  const foreign: string[] = [];
  // The shop as on a site with a tag manager container, and a stub of Google.
  await context.route(
    (url) => url.hostname === host,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const { pathname, search } = new URL(route.request().url());
      const { body, status } = await fetchFromShop(host, pathname + search);
      return route.fulfill({
        status,
        headers: {
          ...createPageSecurityHeaders(null, { hasTagManager: true }),
          'content-type': 'text/html; charset=utf-8',
        },
        body: body.replace('"gtmContainerId":null', `"gtmContainerId":"${containerId}"`),
      });
    },
  );
  await context.route(
    (url) => !url.hostname.endsWith('.localhost'),
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: 'document.cookie = "_ga=1; path=/";' });
    },
  );
  const readLayer = () =>
    page.evaluate(() =>
      (window.dataLayer as Record<string, unknown>[] | undefined)?.map((entry) => ({ ...entry })),
    );
  const waitForEvent = (event: string, count = 1) =>
    page.waitForFunction(
      ([name, least]) =>
        (window.dataLayer ?? []).filter((entry) => (entry as { event?: string }).event === name).length >=
        least,
      [event, count] as const,
    );

  await visit(page, getShopUrl(host, category));
  await locateConsentBanner(page).waitFor();
  expect(await readLayer()).toBeUndefined();
  expect(foreign).toEqual([]);

  await press(page, 'consent.accept');
  await page.locator('article').first().scrollIntoViewIfNeeded();
  await waitForEvent('productImpressions');
  expect(foreign).toEqual([`https://www.googletagmanager.com/gtm.js?id=${containerId}`]);
  const layer = (await readLayer())!;
  expect(layer[0]).toMatchObject({ 0: 'consent', 1: 'default', 2: { analytics_storage: 'granted' } });
  expect(layer.find(({ event }) => event === 'pageView')).toMatchObject({ path: category, kind: 'category' });
  const sent = layer.find(({ event }) => event === 'productImpressions')!;
  expect(sent.impressions).toContainEqual({
    id: expect.any(Number),
    name: expect.any(String),
    price: expect.any(Number),
    brand: 'Havero',
    category: texts.categories.muesli!.urlSlug,
    productGroup: texts.categories.feed!.urlSlug,
    variant: expect.any(Number),
  });

  await page.locator('header a[href="/"]').first().click();
  await waitForEvent('pageView', 2);

  await openConsentSettings(page);
  await page.evaluate(() => Object.assign(document, { isFirstDocument: true }));
  await locateConsentSettings(page)
    .getByRole('button', { name: dutchMessages['consent.refuse']! })
    .press('Enter');
  await page.waitForFunction(() => !('isFirstDocument' in document));
  await waitForHydration(page);
  expect(await readLayer()).toBeUndefined();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['consent']);
  expect(foreign).toHaveLength(1);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('the consent and the compared products are transferred to another language of the shop', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390, hasAnswered: false });
  await visit(page, getShopUrl(host, category));
  await waitForHydration(page);
  await locateConsentBanner(page).waitFor();
  await press(page, 'consent.accept');
  await locateConsentBanner(page).waitFor({ state: 'detached' });
  await page.locator('article a[data-compare]').first().click();
  const stored = () => page.evaluate(() => localStorage.getItem('comparison-products'));
  await eventually(async () => expect(await stored()).toMatch(/^\[\d+\]$/));
  const compared = await stored();

  const english = page.locator(`a[href^="${getShopUrl('en.havero-nl.localhost')}"]`);
  if ((await english.filter({ visible: true }).count()) === 0) await openDialogContaining(page, english);
  await seen(english).click();
  await page.waitForURL((url) => url.hostname === 'en.havero-nl.localhost' && url.hash === '');
  await waitForHydration(page);
  expect(await stored()).toBe(compared);
  expect(await page.evaluate(() => document.cookie)).toMatch(/consent=1\.[\d-]+\.p1/);
  expect(
    await page.getByRole('region', { name: readMessages('en')['consent.title']!, exact: true }).count(),
  ).toBe(0);
  expect(troubles).toEqual(noTroubles);
  await close();
});
