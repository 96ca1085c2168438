import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, visit } from './browser.ts';
import { expectAccessibleAtWidths } from './expect-accessible.ts';
import { expectEventually } from './expect-eventually.ts';
import { getAdminUrl, openAdminPage } from './open-admin-page.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { fetchFromShop, getShopUrl } from './shop-client.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const HOSTS_BY_LANGUAGE = { nl: 'havero-nl.localhost', en: 'en.havero-nl.localhost' } as const;
const ARTICLE_KEY = 'sport-electrolytes';
const PUBLISH_AT = '2031-05-01T08:00';

const TEST_HEADING = 'Zq heading';
const createPlannedTitle = (title: string): string => `Zq ${title}`;

/** Returns the heading that a visitor sees at an address. */
async function readHeading(page: Page, host: string, path: string): Promise<string> {
  await visit(page, getShopUrl(host, path));
  return (await page.locator('h1').first().textContent()) ?? '';
}

describe('an article', () => {
  it('is written in two languages for a set day, previewed, published, and restored', async () => {
    const admin = await openAdminPage(browser, 'words', { width: 390, isScripted: true });
    const { page } = admin;
    const visitor = await openPage(browser, { width: 390, isScripted: false });
    const look = () => expectAccessibleAtWidths(page);
    const press = (operation: string) =>
      page.locator(`form[action="/admin/do/${operation}"]`).first().getByRole('button').click();

    await page.goto(getAdminUrl('/texts?kind=article'));
    await look();
    const plans: Record<string, string> = {};
    for (const language of ['nl', 'en'] as const) {
      const { title, urlSlug } = readSampleTexts(language).articles[ARTICLE_KEY]!;
      await page.goto(getAdminUrl('/texts?kind=article'));
      await page
        .locator('tr', { hasText: ARTICLE_KEY })
        .getByRole('link', { name: language, exact: true })
        .click();
      await look();
      const form = page.locator('form[action="/admin/do/text.save"]');
      await form.locator('[name=title]').fill(createPlannedTitle(title));
      await form.locator('[name=body]').fill(`## ${TEST_HEADING}\n\nZq **${language}** on a day.`);
      await form.locator('[name=mayLose]').check();
      await form.locator('[name=publish]').selectOption('later');
      await form.locator('[name=publishAt]').fill(PUBLISH_AT);
      await press('text.save');
      await page.waitForURL(/\/texts\/versions\//);
      await look();
      plans[language] = page.url();

      // The preview begins at the planned moment.
      await press('preview.open');
      const link = await page.locator('.notice a').getAttribute('href');
      expect(new URL(link ?? '').pathname).toBe('/preview/');
      const shown = await openPage(browser, { width: 390, isScripted: false });
      const messages = readMessages(language);
      const { origin, hash } = new URL(link ?? '');
      await visit(shown.page, `${origin}/preview/`);
      await shown.page.getByLabel(messages['preview.token']!, { exact: true }).fill(hash.slice(1));
      await shown.page
        .getByRole('main')
        .getByRole('button', { name: messages['preview.open']!, exact: true })
        .click();
      await shown.page.getByRole('heading', { level: 1, name: createPlannedTitle(title) }).waitFor();
      await shown.page.getByRole('heading', { level: 2, name: TEST_HEADING }).waitFor();
      await shown.page
        .getByRole('region', { name: messages['preview.title']!, exact: true })
        .getByRole('button')
        .click();
      await shown.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await shown.close();
      expect(await readHeading(visitor.page, HOSTS_BY_LANGUAGE[language], `/${urlSlug}/`)).toBe(title);
      expect(await visitor.page.getByText('Zq').count()).toBe(0);
    }

    const other = `/${readSampleTexts('nl').pages.terms!.urlSlug}/`;
    await fetchFromShop(HOSTS_BY_LANGUAGE.nl, other);
    for (const language of ['nl', 'en'] as const) {
      await page.goto(plans[language] ?? '');
      await press('text.publish');
      await page.locator('.notice').waitFor();
      await look();
    }
    for (const language of ['nl', 'en'] as const) {
      const { title, urlSlug } = readSampleTexts(language).articles[ARTICLE_KEY]!;
      const read = () => readHeading(visitor.page, HOSTS_BY_LANGUAGE[language], `/${urlSlug}/`);
      await expectEventually(read, createPlannedTitle(title));
      await visitor.page.getByRole('heading', { level: 2, name: TEST_HEADING }).waitFor();
      // A cached page that does not list the article was not purged.
      if (language === 'nl') {
        expect((await fetchFromShop(HOSTS_BY_LANGUAGE.nl, other)).headers['server-timing']).toMatch(
          /^cache;desc=(hit|stale)/,
        );
      }
      await page.goto(plans[language] ?? '');
      await page
        .locator('form[action="/admin/do/text.restore"]', { has: page.locator('[value=before]') })
        .getByRole('button')
        .click();
      await page.waitForURL(/\/texts\/article\//);
      await expectEventually(read, title);
      expect(await visitor.page.getByText('Zq').count()).toBe(0);
    }
    await page.goto(getAdminUrl('/texts/plans'));
    await look();
    expect(await page.getByRole('link', { name: new RegExp(ARTICLE_KEY) }).count()).toBe(0);
    expect(admin.troubles).toEqual(noTroubles);
    await admin.close();
    await visitor.close();
  });
});
