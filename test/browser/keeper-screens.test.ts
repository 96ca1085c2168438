import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findViolations } from './axe.ts';
import { launchBrowser, openPage, WIDTHS } from './browser.ts';
import { getKeeperUrl, openKeeperPage } from './keeper-browser.ts';
import { fetchFromShop } from './shop-client.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Wider than the window: somebody would have to scroll sideways. */
const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

describe.each(WIDTHS)('the keeper’s pages at %i pixels', (width) => {
  it('can be used by anybody before they have signed in', async () => {
    const { page, troubles, close } = await openPage(browser, { width });
    for (const path of ['/sign-in', '/enrol']) {
      await page.goto(getKeeperUrl(path));
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(isTooWide)).toBe(false);
    }
    expect(troubles.console).toEqual([]);
    await close();
  });

  it('can be used by anybody who has: every page of the menu, and the first that each leads to', async () => {
    const { page, troubles, close } = await openKeeperPage(browser, `look-${width}`, {
      width,
      isScripted: true,
    });
    const listLinks = (part: string) =>
      page
        .locator(`${part} a[href^="/keeper/"]`)
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const seen = new Set<string>();
    const look = async (path: string) => {
      seen.add(path.split('?')[0] ?? '');
      const answer = await page.goto(new URL(path, getKeeperUrl()).href);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect([path, await findViolations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate(isTooWide)]).toEqual([path, false]);
    };
    await look('/keeper/');
    for (const path of await listLinks('nav')) {
      await look(path);
      const [next] = (await listLinks('main table')).filter(
        // What is offered as a file is no page.
        (link) => !seen.has(link.split('?')[0] ?? '') && !/\/file$|\.\w+$/.test(link.split('?')[0] ?? ''),
      );
      if (next !== undefined) await look(next);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(troubles.console).toEqual([]);
    await close();
  });
});

it('are on no host of the shop', async () => {
  for (const path of ['/keeper', '/keeper/', '/keeper/sign-in', '/keeper/orders', '/commands/keeper']) {
    const { status, headers } = await fetchFromShop('havero-nl.localhost', path);
    expect([path, status === 301 ? headers.location : status]).toEqual([
      path,
      path.endsWith('/') ? 404 : `${path}/`,
    ]);
  }
});

describe('the keyboard', () => {
  it('skips the menu, and signs out', async () => {
    const { page, close } = await openKeeperPage(browser, 'keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#main');
    const leave = page.locator('form[action="/keeper/sign-out"] button');
    await leave.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(getKeeperUrl('/sign-in'));
    await close();
  });
});
