import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isWithinWindow, launchBrowser, openPage, untroubled, visit, WIDTHS } from './browser.ts';
import { expectSoon } from './expect-soon.ts';
import { getKeeperUrl, openKeeperPage } from './keeper-browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Each width has an article of its own, so that both may go on at once. */
const JOURNEYS = {
  390: { key: 'sport-electrolytes', at: '2031-05-01T08:00' },
  1440: { key: 'senior-horse', at: '2031-06-01T08:00' },
} as const;
const HOSTS = { nl: 'havero-nl.localhost', en: 'en.havero-nl.localhost' } as const;

const HEADING = 'Zq heading';
const plan = (title: string): string => `Zq ${title}`;

/** The heading of the page that a visitor sees, by its address. */
async function readHeading(page: Page, host: string, path: string): Promise<string> {
  await visit(page, getShopUrl(host, path));
  return (await page.locator('h1').first().textContent()) ?? '';
}

describe.each(WIDTHS)('an article at %i pixels', (width) => {
  it('is written in two languages for a day, previewed, published, and brought back', async () => {
    const { key, at } = JOURNEYS[width];
    const keeper = await openKeeperPage(browser, `words-${width}`, { width, isScripted: true });
    const { page } = keeper;
    const visitor = await openPage(browser, { width, isScripted: false });
    const look = async () => {
      expect(await findViolations(page)).toEqual([]);
      expect(await isWithinWindow(page)).toBe(true);
    };
    const press = (operation: string) =>
      page.locator(`form[action="/keeper/do/${operation}"]`).first().getByRole('button').click();

    await page.goto(getKeeperUrl('/texts?kind=article'));
    await look();
    const plans: Record<string, string> = {};
    for (const language of ['nl', 'en'] as const) {
      const { title, urlSlug } = readSampleTexts(language).articles[key]!;
      await page.goto(getKeeperUrl('/texts?kind=article'));
      await page.locator('tr', { hasText: key }).getByRole('link', { name: language, exact: true }).click();
      await look();
      const form = page.locator('form[action="/keeper/do/text.save"]');
      await form.locator('[name=title]').fill(plan(title));
      await form.locator('[name=body]').fill(`## ${HEADING}\n\nZq **${language}** on a day.`);
      await form.locator('[name=mayLose]').check();
      await form.locator('[name=publish]').selectOption('later');
      await form.locator('[name=publishAt]').fill(at);
      await press('text.save');
      await page.waitForURL(/\/texts\/versions\//);
      await look();
      plans[language] = page.url();

      // The preview begins at the moment of the plan.
      await press('preview.open');
      const link = await page.locator('.notice a').getAttribute('href');
      expect(new URL(link ?? '').pathname).toBe('/preview/');
      const shown = await openPage(browser, { width, isScripted: false });
      const words = readMessages(language);
      const { origin, hash } = new URL(link ?? '');
      await visit(shown.page, `${origin}/preview/`);
      await shown.page.getByLabel(words['preview.token']!, { exact: true }).fill(hash.slice(1));
      await shown.page
        .getByRole('main')
        .getByRole('button', { name: words['preview.open']!, exact: true })
        .click();
      await shown.page.getByRole('heading', { level: 1, name: plan(title) }).waitFor();
      await shown.page.getByRole('heading', { level: 2, name: HEADING }).waitFor();
      await shown.page
        .getByRole('region', { name: words['preview.title']!, exact: true })
        .getByRole('button')
        .click();
      await shown.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await shown.close();
      expect(await readHeading(visitor.page, HOSTS[language], `/${urlSlug}/`)).toBe(title);
      expect(await visitor.page.getByText('Zq').count()).toBe(0);
    }

    const other = `/${readSampleTexts('nl').pages.terms!.urlSlug}/`;
    await fetchFromShop(HOSTS.nl, other);
    for (const language of ['nl', 'en'] as const) {
      await page.goto(plans[language] ?? '');
      await press('text.publish');
      await page.locator('.notice').waitFor();
      await look();
    }
    for (const language of ['nl', 'en'] as const) {
      const { title, urlSlug } = readSampleTexts(language).articles[key]!;
      const read = () => readHeading(visitor.page, HOSTS[language], `/${urlSlug}/`);
      await expectSoon(read, plan(title));
      await visitor.page.getByRole('heading', { level: 2, name: HEADING }).waitFor();
      // What does not show it was not forgotten.
      if (language === 'nl') {
        expect((await fetchFromShop(HOSTS.nl, other)).headers['server-timing']).toMatch(
          /^cache;desc=(hit|stale)/,
        );
      }
      await page.goto(plans[language] ?? '');
      await page
        .locator('form[action="/keeper/do/text.restore"]', { has: page.locator('[value=before]') })
        .getByRole('button')
        .click();
      await page.waitForURL(/\/texts\/article\//);
      await expectSoon(read, title);
      expect(await visitor.page.getByText('Zq').count()).toBe(0);
    }
    await page.goto(getKeeperUrl('/texts/plans'));
    await look();
    expect(await page.getByRole('link', { name: new RegExp(key) }).count()).toBe(0);
    expect(keeper.troubles).toEqual(untroubled);
    await keeper.close();
    await visitor.close();
  });
});
