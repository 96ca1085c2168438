import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { callInputs } from '../fixtures/call-inputs.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { findViolations } from './axe.ts';
import { isPageWithinWindow, launchBrowser, openPage, setWindowWidth, visit, WIDTHS } from './browser.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { getAdminUrl, openAdminPage } from './open-admin-page.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';
import { runShopCommand } from './shop-command.ts';

let browser: Browser;

/** Runs an operation of the shop by command. */
const runOperationByCommand = (name: string, fields: Readonly<Record<string, string>>) =>
  runShopCommand('admin', [
    'do',
    name,
    ...Object.entries(fields).flatMap(([field, value]) => [`--${field}`, value]),
  ]);

/** Posts to the API of the shop, as its client does. */
async function postJson(page: Page, path: string, body: unknown): Promise<void> {
  const status = await page.evaluate(
    async ([to, data]) => {
      const headers = { 'content-type': 'application/json', siteid: '1', languageid: '1' };
      return (await fetch(to, { method: 'POST', headers, body: JSON.stringify(data) })).status;
    },
    [path, body] as const,
  );
  expect([path, status < 300 ? 'done' : status]).toEqual([path, 'done']);
}

beforeAll(async () => {
  browser = await launchBrowser();
  // Creates an entry in each list, so that the page of an entry is checked, too.
  await runOperationByCommand('campaign.create', {
    name: 'Look',
    kind: 'newsletter',
    siteIds: '1',
    languageId: '1',
    subject: 'Hay',
    markdown: '## Hay',
  });
  await runOperationByCommand('vacancy.save', {
    vacancyKey: 'look',
    countryId: '1',
    town: 'Zutphen',
    hoursFrom: '24',
    hoursTo: '36',
    publishedOn: '2026-11-01',
    siteIds: '1',
  });
  await runOperationByCommand('giftcard.create', { amount: '25.00' });
  const { page, close } = await openPage(browser);
  await visit(page, getShopUrl('havero-nl.localhost', '/'));
  await postJson(page, '/api/withdrawals', callInputs.createWithdrawal.body);
  const offer = await page.evaluate(async () => {
    const answer = await fetch('/api/siloquotations/offer', { headers: { siteid: '1', languageid: '1' } });
    return (await answer.json()) as { products: { productId: number }[]; minimumDeliveryKg: number };
  });
  await postJson(page, '/api/siloquotations', {
    ...callInputs.requestSiloQuotation.body,
    productId: offer.products[0]?.productId,
    kilograms: offer.minimumDeliveryKg,
  });
  await close();
});

afterAll(() => browser?.close());

/**
 * Checks that the page does not scroll horizontally at any width, and its accessibility at one: only the menu
 * depends on the width.
 *
 * @param isChecked false to skip the accessibility check
 */
async function expectUsableAtWidths(page: Page, path: string, isChecked = true): Promise<void> {
  for (const width of WIDTHS) {
    await setWindowWidth(page, width);
    expect([path, width, await isPageWithinWindow(page)]).toEqual([path, width, true]);
  }
  if (isChecked) expect([path, await findViolations(page)]).toEqual([path, []]);
}

/** Types of pages that the first link of a list leads to. */
const listsWithDetailPages = [
  'campaigns',
  'jobs',
  'gift-cards',
  'withdrawals',
  'silo-requests',
  'products',
  'samples',
];

/**
 * Returns the parts of a page's template. Pages with the same parts look alike: the short form checks the
 * accessibility of the first of each.
 */
const readPageStructure = (page: Page): Promise<string> =>
  page
    .locator('main')
    .evaluate((main) =>
      [
        'table',
        'form[method="get"]',
        'form[method="post"]',
        'details',
        'textarea',
        'input[type="file"]',
        'dl',
        'svg',
      ]
        .filter((part) => main.querySelector(part))
        .join(' '),
    );

describe('the back office at every width', () => {
  it('is accessible before the sign-in', async () => {
    const { page, troubles, close } = await openPage(browser);
    for (const path of ['/sign-in', '/enrol']) {
      await page.goto(getAdminUrl(path));
      await expectUsableAtWidths(page, path);
    }
    expect(troubles.console).toEqual([]);
    await close();
  });

  it('is accessible after the sign-in: every page of the menu, and the first page that each leads to', async () => {
    const { page, troubles, close } = await openAdminPage(browser, 'look', { isScripted: true });
    const listLinks = (part: string) =>
      page
        .locator(`${part} a[href^="/admin/"]`)
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const seen = new Set<string>();
    const templates = new Set<string>();
    const look = async (path: string) => {
      seen.add(path.split('?')[0] ?? '');
      await setWindowWidth(page, WIDTHS[0]);
      const answer = await page.goto(new URL(path, getAdminUrl()).href);
      expect([path, answer?.status()]).toEqual([path, 200]);
      const template = await readPageStructure(page);
      await expectUsableAtWidths(page, path, isLongTestRun || !templates.has(template));
      templates.add(template);
    };
    await look('/admin/');
    await expectAccessibleAtWidths(page);
    for (const path of await listLinks('nav')) {
      await look(path);
      const [next] = (await listLinks('main table')).filter(
        // A download is no page.
        (link) => !seen.has(link.split('?')[0] ?? '') && !/\/file$|\.\w+$/.test(link.split('?')[0] ?? ''),
      );
      if (next !== undefined) await look(next);
    }
    await look('/admin/texts/new-article');
    const found = [...seen].map((path) => path.split('/'));
    expect(
      listsWithDetailPages.filter(
        (kind) => !found.some(([, , list, of]) => list === kind && of !== undefined),
      ),
    ).toEqual([]);
    // A customer is found by a form and then has a page.
    await page.goto(getAdminUrl('/people'));
    await page.getByLabel('Email').fill(callInputs.createWithdrawal.body.emailAddress);
    await page.getByRole('main').getByRole('combobox').selectOption('havero-nl');
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL(/people\/./);
    await look(new URL(page.url()).pathname);
    expect(troubles.console).toEqual([]);
    await close();
  });
});

it('the admin pages are on no public host of the shop', async () => {
  for (const path of ['/admin', '/admin/', '/admin/sign-in', '/admin/orders', '/commands/admin']) {
    const { status, headers } = await fetchFromShop('havero-nl.localhost', path);
    expect([path, status === 301 ? headers.location : status]).toEqual([
      path,
      path.endsWith('/') ? 404 : `${path}/`,
    ]);
  }
});

describe('on a phone', () => {
  it('the main content comes first; the menu opens by its link, closes by another, and navigates', async () => {
    const { page, close } = await openAdminPage(browser, 'pocket', {
      width: 390,
      isScripted: true,
    });
    await page.goto(getAdminUrl('/orders'));
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading!.y).toBeLessThan(300);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('link', { name: 'Menu', exact: true }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('navigation');
    await menu.waitFor();
    // The next tab stop is the first link of the menu.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await menu.getByRole('link', { name: 'Close menu' }).click();
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Menu', exact: true }).click();
    await menu.getByRole('link', { name: 'Stock', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Stock' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
    await close();
  });

  it('long text without spaces stays within the window: the address of a key, the name of a campaign', async () => {
    const { page, close } = await openAdminPage(browser, 'narrow', { width: 390, isScripted: true });
    const { page: visitor, close: leave } = await openPage(browser);
    await visit(visitor, getShopUrl('havero-nl.localhost', '/'));
    const cartNumber = await visitor.evaluate(async () => {
      const headers = { siteid: '1', languageid: '1' };
      const cart: { cartNumber: number } = await (
        await fetch('/api/cart', { method: 'POST', headers })
      ).json();
      return cart.cartNumber;
    });
    await leave();
    await page.goto(getAdminUrl('/cart-keys'));
    await page.getByLabel('Cart number').fill(String(cartNumber));
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('status').getByText('/impersonate/#').waitFor();
    expect(await isPageWithinWindow(page)).toBe(true);

    const word = 'Winterbrief'.repeat(6);
    await page.goto(getAdminUrl('/campaigns'));
    await page.locator('summary', { hasText: 'Create campaign' }).click();
    await page.getByLabel('Name').fill(word);
    await page.getByLabel('Type').selectOption('newsletter');
    await page.getByLabel('havero-nl').check();
    await page.getByLabel('Language', { exact: true }).last().selectOption('1');
    await page.getByLabel('Subject').fill(word);
    await page.getByLabel('Text').fill(word);
    await page.getByRole('main').getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: word }).waitFor();
    expect(await isPageWithinWindow(page)).toBe(true);
    await close();
  });
});

describe('keyboard navigation', () => {
  it('skips the menu, and signs out', async () => {
    const { page, close } = await openAdminPage(browser, 'keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#main$/);
    const leave = page.locator('form[action="/admin/sign-out"] button');
    await leave.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(getAdminUrl('/sign-in'));
    await close();
  });
});
