import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, visit, waitForFocus, waitForHydration } from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchMessages = readMessages('nl');
const categoryPath = `/${readSampleTexts('nl').categories.feed!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const locateFirstVisible = (locator: Locator): Locator => locator.filter({ visible: true }).first();
const choice = (page: Page, name: string, value: string) =>
  page.locator(`#list-form input[name="${name}"][value="${value}"]`);
const waitForPath = (page: Page, path: string) =>
  page.waitForFunction((expected) => location.pathname + location.search === expected, path);
/** Returns the number of products that the list shows as its total. */
const readProductTotal = async (page: Page) =>
  Number.parseInt(await page.locator('main p[role="status"]').first().innerText(), 10);
const listLoadedChunks = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /(list-controls|Suggestions)-[^/]+\.js$/.exec(name)?.[1])
      .filter(Boolean),
  );

/** Opens the sheet of filters at widths without a filter column. */
async function openFilters(page: Page, width: number): Promise<void> {
  if (width < 1088) await page.locator('button[popovertarget="filters"]:not([popovertargetaction])').click();
}

describe('filters', () => {
  itAtWidths(
    'apply at once by keyboard, keep the focus, announce the count, and are removed by Back',
    async (width) => {
      const { page, troubles, close } = await openPage(browser, { width });
      await visit(page, getShopUrl(host, categoryPath));
      await waitForHydration(page);
      const all = await readProductTotal(page);
      await openFilters(page, width);

      const pony = choice(page, 'horse-type', 'pony');
      await pony.focus();
      await page.keyboard.press('Space');
      await waitForPath(page, `${categoryPath}?horse-type=pony`);
      const ponies = await readProductTotal(page);
      expect(ponies).toBeGreaterThan(0);
      expect(ponies).toBeLessThan(all);
      await waitForFocus(pony.and(page.locator(':checked')));

      await choice(page, 'age-group', 'senior').focus();
      await page.keyboard.press('Space');
      await waitForPath(page, `${categoryPath}?age-group=senior&horse-type=pony`);
      expect(await readProductTotal(page)).toBeLessThan(ponies);

      await page.goBack({ waitUntil: 'domcontentloaded' });
      await waitForPath(page, `${categoryPath}?horse-type=pony`);
      await page.waitForFunction(() => !document.querySelector('input[value="senior"]:checked'));
      expect(await pony.isChecked()).toBe(true);
      expect(await readProductTotal(page)).toBe(ponies);

      await locateFirstVisible(page.locator(`a[rel="nofollow"][href="${categoryPath}"]`)).click();
      await waitForPath(page, categoryPath);
      await page.waitForFunction(() => !document.querySelector('#list-form input:checked'));
      expect(await readProductTotal(page)).toBe(all);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  it('keep input in the second price field while the first is applied', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 1440 });
    await visit(page, getShopUrl(host, categoryPath));
    await waitForHydration(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/products/search', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('#list-form details').evaluateAll((groups) => {
      for (const group of groups) group.setAttribute('open', '');
    });
    const asked = page.waitForRequest('**/api/products/search');
    await page.locator('#list-form input[name="price-min"]').fill('20');
    await page.keyboard.press('Tab');
    await asked;
    await page.keyboard.type('3');
    release();
    await waitForPath(page, `${categoryPath}?price-min=20`);
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await waitForPath(page, `${categoryPath}?price-max=30&price-min=20`);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths('are an ordinary form without script', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted: false });
    await visit(page, getShopUrl(host, categoryPath));
    await openFilters(page, width);
    await choice(page, 'horse-type', 'pony').check();
    await page.locator('#list-form button[type="submit"]').click();
    await page.waitForURL(/horse-type=pony/, { waitUntil: 'domcontentloaded' });
    const { searchParams } = new URL(page.url());
    const keys = [...searchParams.keys()];
    expect(keys.filter((key) => /price|starch|^ps$/.test(key))).toEqual([]);
    expect(keys).toEqual(keys.toSorted());
    expect(await choice(page, 'horse-type', 'pony').isChecked()).toBe(true);

    await locateFirstVisible(page.locator('main ul a[rel="nofollow"]')).click();
    await page.waitForURL(getShopUrl(host, categoryPath), { waitUntil: 'domcontentloaded' });
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});

describe('a product list', () => {
  it('loads no code for its controls before the first interaction', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(host, categoryPath));
    await waitForHydration(page);
    expect(await listLoadedChunks(page)).toEqual([]);
    await page.locator('main a').first().hover();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/list-controls-')),
    );
    await close();
  });

  it('applies a choice that was made before its code had loaded', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(host, categoryPath));
    // Clicks before hydration.
    await choice(page, 'horse-type', 'pony').evaluate((input: HTMLInputElement) => input.click());
    await waitForHydration(page);
    await page.locator('main a').first().hover();
    await waitForPath(page, `${categoryPath}?horse-type=pony`);
    await close();
  });

  it('shows more products, and restores them after Back and after a reload', async () => {
    const { page, troubles, close } = await openPage(browser);
    await visit(page, getShopUrl(host, categoryPath));
    await waitForHydration(page);
    const cards = page.locator('main article h2 a');
    const first = await cards.first().getAttribute('href');
    const total = await readProductTotal(page);
    const more = page.getByRole('link', {
      name: dutchMessages['list.showMore']!.replace('%{count}', String(total - 24)),
    });
    await more.click();
    await waitForPath(page, `${categoryPath}?p=2`);
    expect(await cards.count()).toBe(total);
    await page.waitForFunction(
      () => document.activeElement === document.querySelectorAll('main article h2 a')[24],
    );

    const left = cards.nth(26);
    const href = await left.getAttribute('href');
    await left.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    await left.click();
    await waitForPath(page, href!);
    await page.goBack({ waitUntil: 'domcontentloaded' });
    await waitForPath(page, `${categoryPath}?p=2`);
    await page.waitForFunction(
      ([path, y]) =>
        document.activeElement?.getAttribute('href') === path && Math.abs(window.scrollY - Number(y)) <= 2,
      [href, top] as const,
    );
    expect(await cards.count()).toBe(total);

    await page.reload({ waitUntil: 'domcontentloaded' });
    await waitForHydration(page);
    expect(await cards.count()).toBe(total - 24);
    const previous = page.getByRole('link', {
      name: dutchMessages['list.showPrevious']!.replace('%{count}', '24'),
    });
    await previous.click();
    await page.waitForFunction(
      (path) => document.activeElement === document.querySelector(`main article h2 a[href="${path}"]`),
      first,
    );
    expect(await cards.count()).toBe(total);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it.each([
    ['horse-type=unicorn', ''],
    ['horse-type=pony&horse-type=unicorn', '?horse-type=pony'],
    ['price-max=10&price-min=20', '?price-max=20&price-min=10'],
    ['sale=maybe', ''],
    ['starch-sugar-max=eleven', ''],
    ["labour=light'%20or%20'1'='1", ''],
    ['ingredient=%3Cscript%3E', ''],
  ])('redirects from %s to the intended list', async (query, expected) => {
    const { status, headers } = await fetchFromShop(host, `${categoryPath}?${query}`);
    expect([status, headers.location]).toEqual([303, `${categoryPath}${expected}`]);
  });

  it('has one canonical address for all its filters, and no facet links for crawlers', async () => {
    const { status, body } = await fetchFromShop(
      host,
      `${categoryPath}?horse-type=pony&sort=price&colour=chartreuse`,
    );
    expect(status).toBe(200);
    expect(/<link[^>]*rel="canonical"[^>]*>/.exec(body)?.[0]).toContain(`${categoryPath}"`);
    expect(body).not.toContain('chartreuse');
    const plain = (await fetchFromShop(host, categoryPath)).body;
    expect(plain).not.toMatch(/href="[^"]*horse-type=/);
  });
});

describe('search suggestions', () => {
  it('show popular searches for an empty field', async () => {
    const { context, page, troubles } = await openPage(browser);
    await visit(page, getShopUrl(host));
    await waitForHydration(page);
    await locateFirstVisible(page.locator('input[name="q"]')).click();
    const popular = page.getByRole('listbox').getByRole('option').first();
    const words = await popular.innerText();
    const href = await popular.getAttribute('href');
    await popular.click();
    await waitForPath(page, href!);
    await page.getByRole('heading', { level: 1, name: words }).waitFor();
    expect(troubles).toEqual(noTroubles);
    await context.close();
  });

  it('appear in the order of the typing, and can be used with the keyboard', async () => {
    const { page, troubles, close } = await openPage(browser);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/products\/suggestions\?term=mu$/, async (route) => {
      await held;
      // The browser may have aborted the request meanwhile.
      await route.continue().catch(() => undefined);
    });
    await visit(page, getShopUrl(host));
    await waitForHydration(page);
    expect(await listLoadedChunks(page)).not.toContain('Suggestions');

    const field = locateFirstVisible(page.locator('input[name="q"]'));
    const asked = page.waitForRequest(/suggestions\?term=mu$/);
    await field.pressSequentially('mu');
    const early = await asked;
    await field.fill('slobber');
    const list = page.getByRole('listbox');
    await list.getByRole('option').first().waitFor();
    release();
    // Null if the browser aborted the request.
    await early.response();
    const texts = await list.getByRole('option').allInnerTexts();
    expect(texts.at(-1)).toContain('slobber');
    expect(texts[0]!.toLowerCase()).toContain('slobber');
    const sizes = await list
      .locator('img')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().toJSON()));
    expect(sizes.length).toBeGreaterThan(0);
    for (const size of sizes) expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(32);

    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(await field.inputValue()).toBe('slobber');
    await page.keyboard.press('ArrowDown');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    const marked = list.locator('[aria-selected="true"]');
    const href = await marked.getAttribute('href');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'));
    await page.keyboard.press('Enter');
    await waitForPath(page, href!);
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});
