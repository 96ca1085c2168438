import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, visit, WIDTHS, waitForHydration } from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const words = readMessages('nl');
const texts = readSampleTexts('nl');
const category = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const getBar = (page: Page) => page.getByRole('region', { name: words['comparison.label']! });
const readStored = (page: Page) => page.evaluate(() => localStorage.getItem('comparison-products'));
const readHeads = (page: Page) => page.locator('thead th[scope=col]').allTextContents();

describe.each(WIDTHS)('the comparison at %i pixels', (width) => {
  it('collects up to four products by keyboard, refuses the fifth with an offer, and shows them side by side', async () => {
    const { context, page, troubles } = await openPage(browser, { width });
    await visit(page, getShopUrl(host, category));
    await waitForHydration(page);
    const links = page.locator('article a[data-compare]');
    const ids = await links.evaluateAll((found) => found.map((link) => link.getAttribute('data-compare')));

    for (const [index, count] of [1, 2, 3, 4].entries()) {
      await links.nth(index).focus();
      await page.keyboard.press('Enter');
      await getBar(page).getByText(`${count} van 4`).waitFor();
    }
    expect(await readStored(page)).toBe(`[${ids.slice(0, 4).join(',')}]`);
    expect(
      await links.evaluateAll((found) => found.map((link) => link.hasAttribute('data-compared')).slice(0, 5)),
    ).toEqual([true, true, true, true, false]);

    // Once more the same: ignored.
    await links.nth(0).press('Enter');
    expect(await readStored(page)).toBe(`[${ids.slice(0, 4).join(',')}]`);

    await links.nth(4).press('Enter');
    const offer = page.getByRole('heading', { name: /4 producten/ });
    await offer.waitFor();
    expect(await offer.evaluate((element) => element === document.activeElement)).toBe(true);
    await getBar(page)
      .getByRole('button', { name: /vervangen$/ })
      .nth(1)
      .press('Enter');
    await offer.waitFor({ state: 'detached' });
    expect(await readStored(page)).toBe(`[${ids[0]},${ids[4]},${ids[2]},${ids[3]}]`);
    expect(await links.nth(4).evaluate((element) => element === document.activeElement)).toBe(true);

    await getBar(page).getByRole('link', { name: words['comparison.open']! }).press('Enter');
    await page.waitForURL(`**/vergelijken/?ids=${ids[0]},${ids[4]},${ids[2]},${ids[3]}`);
    await page.locator('thead th[scope=col]').nth(3).waitFor();

    // Only the table scrolls sideways, and the page ends with its footer.
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
      const end = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
      return { sideways: scrollWidth - clientWidth, isLong: scrollHeight > end + window.scrollY + 150 };
    });
    expect(beyond).toEqual({ sideways: 0, isLong: false });

    const all = await page.locator('tbody tr:visible').count();
    await page.getByLabel(words['compare.onlyDifferences']!).check();
    const different = await page.locator('tbody tr:visible').count();
    expect(different).toBeLessThan(all);
    expect(different).toBeGreaterThan(0);

    const [first] = await readHeads(page);
    await page.getByRole('link', { name: `${first} verwijderen` }).click();
    await page.waitForURL(`**/vergelijken/?ids=${ids[4]},${ids[2]},${ids[3]}`);
    expect(await readStored(page)).toBe(`[${ids[4]},${ids[2]},${ids[3]}]`);

    // The plain address shows what this browser has in its list.
    await visit(page, getShopUrl(host, '/vergelijken/'));
    await page.waitForURL(`**/vergelijken/?ids=${ids[4]},${ids[2]},${ids[3]}`);
    expect({ ...troubles, responses: [] }).toEqual({ console: [], errors: [], responses: [] });
    await context.close();
  });
});

it('works without script: the link opens the comparison, a shared address shows it, removing is a link', async () => {
  const { context, page } = await openPage(browser, { width: 390, isScripted: false });
  await visit(page, getShopUrl(host, category));
  await page.locator('article a[data-compare]').first().click();
  await page.waitForURL('**/vergelijken/?ids=*');
  expect(await readHeads(page)).toHaveLength(1);

  await visit(page, getShopUrl(host, '/vergelijken/?ids=101,102'));
  expect(await readHeads(page)).toHaveLength(2);
  await page.locator('thead td a').first().click();
  await page.waitForURL('**/vergelijken/?ids=102');
  expect(await readHeads(page)).toHaveLength(1);
  await context.close();
});
