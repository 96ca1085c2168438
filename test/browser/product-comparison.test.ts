import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, visit, waitForFocus, waitForHydration } from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchMessages = readMessages('nl');
const texts = readSampleTexts('nl');
const categoryPath = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const locateComparisonBar = (page: Page) =>
  page.getByRole('region', { name: dutchMessages['comparison.label']! });
const readStoredComparison = (page: Page) => page.evaluate(() => localStorage.getItem('comparison-products'));
const removed = (count: number) =>
  dutchMessages['comparison.removed']!.replace('%{count}', String(count)).replace('%{maximum}', '4');
const readColumnHeads = (page: Page) => page.locator('thead th[scope=col]').allTextContents();

describe('the comparison', () => {
  itAtWidths(
    'collects up to four products by keyboard, offers to replace one instead of adding a fifth, and shows them side by side',
    async (width) => {
      const { page, troubles, close } = await openPage(browser, { width });
      await visit(page, getShopUrl(host, categoryPath));
      await waitForHydration(page);
      const links = page.locator('article a[data-compare]');
      const ids = await links.evaluateAll((found) => found.map((link) => link.getAttribute('data-compare')));

      for (const [index, count] of [1, 2, 3, 4].entries()) {
        await links.nth(index).focus();
        await page.keyboard.press('Enter');
        await locateComparisonBar(page).getByText(`${count} van 4`).waitFor();
      }
      expect(await readStoredComparison(page)).toBe(`[${ids.slice(0, 4).join(',')}]`);
      expect(
        await links.evaluateAll((found) =>
          found.map((link) => link.getAttribute('aria-pressed')).slice(0, 5),
        ),
      ).toEqual(['true', 'true', 'true', 'true', 'false']);

      // Removes the product and adds it again with the space bar, which works as for a button.
      const said = page.getByRole('status');
      await links.nth(3).press('Enter');
      await said.filter({ hasText: removed(3) }).waitFor({ state: 'attached' });
      expect(await readStoredComparison(page)).toBe(`[${ids.slice(0, 3).join(',')}]`);
      expect(await links.nth(3).getAttribute('aria-pressed')).toBe('false');
      await waitForFocus(links.nth(3));
      await links.nth(3).press('Space');
      await locateComparisonBar(page).getByText('4 van 4').waitFor();
      expect(await readStoredComparison(page)).toBe(`[${ids.slice(0, 4).join(',')}]`);

      await links.nth(4).press('Enter');
      const offer = page.getByRole('heading', { name: /4 producten/ });
      await offer.waitFor();
      await waitForFocus(offer);
      await locateComparisonBar(page)
        .getByRole('button', { name: /vervangen$/ })
        .nth(1)
        .press('Enter');
      await offer.waitFor({ state: 'detached' });
      expect(await readStoredComparison(page)).toBe(`[${ids[0]},${ids[4]},${ids[2]},${ids[3]}]`);
      await waitForFocus(links.nth(4));

      await locateComparisonBar(page)
        .getByRole('link', { name: dutchMessages['comparison.open']! })
        .press('Enter');
      await page.waitForURL(`**/vergelijken/?ids=${ids[0]},${ids[4]},${ids[2]},${ids[3]}`);
      await page.locator('thead th[scope=col]').nth(3).waitFor();

      // Only the page scrolls, vertically, and the footer is its end.
      const beyond = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
        const end = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
        const inside = [...document.querySelectorAll('main *')].filter(
          (element) =>
            /auto|scroll/.test(getComputedStyle(element).overflow) &&
            (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
        );
        return {
          sideways: scrollWidth - clientWidth,
          isLong: scrollHeight > end + window.scrollY + 150,
          inside: inside.length,
        };
      });
      expect(beyond).toEqual({ sideways: 0, isLong: false, inside: 0 });

      const different = await page.locator('tbody tr:visible').count();
      await page.getByLabel(dutchMessages['compare.onlyDifferences']!).uncheck();
      const all = await page.locator('tbody tr:visible').count();
      expect(different).toBeLessThan(all);
      expect(different).toBeGreaterThan(0);

      // Product names stay at the top of the window while the rows scroll.
      await page.locator('tbody tr:visible').last().scrollIntoViewIfNeeded();
      const names = await page.locator('thead th[scope=col]').evaluateAll((heads) =>
        heads.map((head) => {
          const { top, bottom } = head.getBoundingClientRect();
          const { innerHeight } = window;
          return top >= 0 && bottom < innerHeight / 2;
        }),
      );
      expect(names).toEqual([true, true, true, true]);

      // The focus moves to the product that takes the place of the removed one.
      const [first, second] = await readColumnHeads(page);
      await page.getByRole('link', { name: `${first} verwijderen` }).press('Enter');
      await page.waitForURL(`**/vergelijken/?ids=${ids[4]},${ids[2]},${ids[3]}`);
      await said.filter({ hasText: removed(3) }).waitFor({ state: 'attached' });
      await waitForFocus(page.getByRole('link', { name: `${second} verwijderen` }));
      expect(await readStoredComparison(page)).toBe(`[${ids[4]},${ids[2]},${ids[3]}]`);

      // The address without parameters shows the list of this browser.
      await visit(page, getShopUrl(host, '/vergelijken/'));
      await page.waitForURL(`**/vergelijken/?ids=${ids[4]},${ids[2]},${ids[3]}`);
      expect({ ...troubles, responses: [] }).toEqual({ console: [], errors: [], responses: [] });
      await close();
    },
  );
});

it('removing the last product focuses the heading, and the bar is hidden on pages without products', async () => {
  const { page, troubles, close } = await openPage(browser, { width: 390 });
  await visit(page, getShopUrl(host, categoryPath));
  await page.locator('article a[data-compare]').first().click();
  await locateComparisonBar(page).waitFor();
  await page
    .locator('footer')
    .getByRole('link', { name: texts.pages.delivery!.title, exact: true })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: texts.pages.delivery!.title }).waitFor();
  expect(await locateComparisonBar(page).count()).toBe(0);

  await visit(page, getShopUrl(host, '/vergelijken/'));
  await page.waitForURL('**/vergelijken/?ids=*');
  await page.locator('[data-remove]').click();
  await page.waitForURL('**/vergelijken/');
  await page
    .getByRole('status')
    .filter({ hasText: dutchMessages['comparison.cleared']! })
    .waitFor({ state: 'attached' });
  await waitForFocus(page.getByRole('heading', { level: 1 }));
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('the comparison is a table for assistive technology, although a phone shows it as blocks', async () => {
  const { context, page, close } = await openPage(browser, { width: 390 });
  await visit(page, getShopUrl(host, '/vergelijken/?ids=101,102'));
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const roles = nodes.map(({ role }) => role?.value);
  expect(roles).toEqual(expect.arrayContaining(['table', 'row', 'rowheader', 'columnheader']));
  expect(roles.filter((role) => role === 'columnheader')).toHaveLength(2);
  await close();
});

it('the comparison works without script: a link opens it, a shared address shows it, a link removes a product', async () => {
  const { page, close } = await openPage(browser, { width: 390, isScripted: false });
  await visit(page, getShopUrl(host, categoryPath));
  await page.locator('article a[data-compare]').first().click();
  await page.waitForURL('**/vergelijken/?ids=*');
  expect(await readColumnHeads(page)).toHaveLength(1);

  await visit(page, getShopUrl(host, '/vergelijken/?ids=101,102'));
  expect(await readColumnHeads(page)).toHaveLength(2);
  await page.locator('thead td a').first().click();
  await page.waitForURL('**/vergelijken/?ids=102');
  expect(await readColumnHeads(page)).toHaveLength(1);
  await close();
});
