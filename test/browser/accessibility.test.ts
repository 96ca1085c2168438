import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations, findViolationsAtWidths } from './axe.ts';
import { launchBrowser, openPage, visit, WIDTHS, waitForFocus, waitForHydration } from './browser.ts';
import { itAtWidths, takeNextWidths } from './it-at-widths.ts';
import { readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const germanSampleTexts = readSampleTexts('de');
const dutchHost = 'havero-nl.localhost';
const feed = `/${dutchSampleTexts.categories.feed!.urlSlug}/`;

/** Pages of one template are adjacent, so that the short form checks them at different widths. */
const pages: readonly (readonly [kind: string, host: string, pathname: string])[] = [
  ['home', dutchHost, '/'],
  ['home of the German brand', 'hafero-de.localhost', '/'],
  ['category', dutchHost, feed],
  ['last page of a category', dutchHost, `${feed}?p=2`],
  [
    'product of the German brand',
    'hafero-de.localhost',
    `/${germanSampleTexts.products['prado-balance']!.urlSlug}/`,
  ],
  ['feed product', dutchHost, `/${dutchSampleTexts.products['prado-balance']!.urlSlug}/`],
  ['comparison', dutchHost, '/vergelijken/?ids=101,102,103'],
  ['home of the group', 'havero-corporate.localhost', '/'],
  ['search results', dutchHost, '/zoeken/?q=muesli'],
  ['search without hits', dutchHost, '/zoeken/?q=xyzzyx'],
  ['empty cart', dutchHost, '/winkelwagen/'],
  ['content page', dutchHost, `/${dutchSampleTexts.pages['customer-service']!.urlSlug}/`],
  ['advice article', dutchHost, `/${dutchSampleTexts.articles['feeding-basics']!.urlSlug}/`],
  ['category of advice', dutchHost, `/${dutchSampleTexts.articles['advice-ration']!.urlSlug}/`],
  ['frequent questions', dutchHost, `/${dutchSampleTexts.articles['faq-feed-advice']!.urlSlug}/`],
  ['search in questions', dutchHost, `/${dutchSampleTexts.articles['faq-feed-advice']!.urlSlug}/?q=gewicht`],
  ['blog', dutchHost, `/${dutchSampleTexts.articles.blog!.urlSlug}/`],
  ['film', dutchHost, `/${dutchSampleTexts.articles['weigh-a-scoop']!.urlSlug}/`],
  ['jobs', dutchHost, `/${dutchSampleTexts.pages.jobs!.urlSlug}/`],
  ['news', dutchHost, '/media/'],
  ['news of one kind', dutchHost, '/media/?kind=news'],
  ['dealers', dutchHost, '/verkooppunten/'],
  ['dealers near a place', dutchHost, '/verkooppunten/?place=7311+KZ'],
  ['dealers near an unknown location', dutchHost, '/verkooppunten/?place=xyzzyx'],
  ['not found', dutchHost, '/bestaat-niet/'],
];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

for (const [kind, host, pathname] of pages) {
  const widths = takeNextWidths();
  it(`the ${kind} page has no accessibility violation (${widths.join(' and ')} px)`, async () => {
    const { page, close } = await openPage(browser, { width: widths[0] ?? WIDTHS[0] });
    await visit(page, getShopUrl(host, pathname));
    await waitForHydration(page);

    expect(await findViolationsAtWidths(page, widths)).toEqual([]);
    await close();
  });
}

itAtWidths(
  'the label side and the feed among the product pictures have no accessibility violation',
  async (width) => {
    const { context, page } = await openPage(browser, { width });
    await visit(page, getShopUrl(dutchHost, `/${dutchSampleTexts.products['prado-balance']!.urlSlug}/`));
    await waitForHydration(page);
    const pictures = page.locator('main fieldset').first();
    const choices = pictures.getByRole('radio');
    expect(await choices.count()).toBe(3);
    await choices.first().focus();
    for (const seen of [pictures.locator('dl'), pictures.locator('img').last()]) {
      await page.keyboard.press('ArrowRight');
      await seen.waitFor();
      expect(await findViolations(page, 'main fieldset')).toEqual([]);
    }
    await context.close();
  },
);

// A phone can open other dialogs than a desktop.
it.each(WIDTHS)(
  'the dialogs of the shell have no accessibility violation while they are open (%i px)',
  async (width) => {
    const { page, close } = await openPage(browser, { width });
    await visit(page, getShopUrl(dutchHost));
    await waitForHydration(page);
    const openers = page.locator('button[popovertarget]').filter({ visible: true });
    const ids = await openers.evaluateAll((buttons) => [
      ...new Set(buttons.map((button) => button.getAttribute('popovertarget'))),
    ]);

    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      await page.locator(`button[popovertarget="${id}"]`).filter({ visible: true }).first().click();
      await page.locator(`#${id}`).waitFor({ state: 'visible' });
      expect(await findViolations(page, `#${id}`)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator(`#${id}`).waitFor({ state: 'hidden' });
    }
    await close();
  },
);

describe('keyboard navigation', () => {
  it('skips the header with the first tab stop, and moves into the content with the next one', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost, feed));
    await waitForHydration(page);

    await page.keyboard.press('Tab');
    const target = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(target).toMatch(/^#/);
    await page.keyboard.press('Enter');

    await page.keyboard.press('Tab');

    expect(
      await page.evaluate((id) => document.querySelector(id)?.contains(document.activeElement), target ?? ''),
    ).toBe(true);
    await close();
  });

  it('opens the menu panel with an arrow key, closes it with Escape and restores the focus', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost));
    await waitForHydration(page);
    const entry = page.locator(`header a[href="${feed}"][aria-expanded]`).first();

    await entry.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-panel] :focus').waitFor();
    expect(await findViolations(page, 'header')).toEqual([]);
    await page.keyboard.press('Escape');

    await page.locator('[data-panel]').waitFor({ state: 'detached' });
    await waitForFocus(entry);
    await close();
  });
});
