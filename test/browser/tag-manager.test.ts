import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { site } from '../../server/backend/schema/schema.ts';
import { startWebProcess, type WebProcess } from '../faults/web-process.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import {
  launchBrowser,
  noTroubles,
  openPage,
  recordRequestedChunks,
  visit,
  waitForHydration,
} from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';

const containerId = 'GTM-TEST123';
const tagManagerOrigin = 'https://www.googletagmanager.com';
/** Site 1, with a container. */
const tagged = 'havero-nl.localhost';
const otherTaggedHost = 'en.havero-nl.localhost';
/** A site without a container. */
const untaggedHost = 'hafero-de.localhost';
/** A site with an invalid container id, which would be a hole in the policy if it were used. */
const hostWithInvalidContainer = 'havero-be.localhost';

const dutchMessages = readMessages('nl');
const dutchSampleTexts = readSampleTexts('nl');
const muesli = `/${dutchSampleTexts.categories.feed!.urlSlug}/${dutchSampleTexts.categories.muesli!.urlSlug}/`;

let backend: BackendFixture;
let backendServer: Server;
let web: WebProcess;
let browser: Browser;

beforeAll(async () => {
  backend = await openBackendFixture();
  const setContainer = (siteId: number, gtmContainerId: string) =>
    backend.database.update(site).set({ gtmContainerId }).where(eq(site.siteId, siteId));
  await setContainer(1, containerId);
  await setContainer(2, "GTM-X'; script-src * 'unsafe-inline");
  backendServer = createServer(backend.app);
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  web = await startWebProcess({
    apiBaseUrl: `http://127.0.0.1:${(backendServer.address() as AddressInfo).port}`,
    environment: generousSettings,
  });
  // The real host resolves to no address: a request that the stub does not answer fails.
  browser = await launchBrowser([
    '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP localhost 127.0.0.1, MAP * ~NOTFOUND',
  ]);
});

afterAll(async () => {
  await browser?.close();
  await web?.stop();
  backendServer?.closeAllConnections();
  backendServer?.close();
  await backend?.close();
});

const fetchPageOfHost = (host: string, path: string, method = 'GET') =>
  fetchRaw({ port: web.port, path, method, headers: { host, accept: 'text/html' } });

async function fetchSecurityPolicy(host: string, path: string, method?: string) {
  const { status, headers } = await fetchPageOfHost(host, path, method);
  const policy = headers['content-security-policy'] ?? '';
  const directives = new Map(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)] as const),
  );
  return { status, policy: String(policy), directives };
}

describe('the content security policy of a page', () => {
  it.each([
    ['the home page', tagged, '/', 200],
    ['a category', tagged, muesli, 200],
    ['a product', tagged, `/${dutchSampleTexts.products['prado-balance']!.urlSlug}/`, 200],
    ['a search', tagged, '/zoeken/?q=hooi', 200],
    ['a private page', tagged, '/vergelijken/', 200],
    ['a page that does not exist', tagged, '/no-such-page/', 404],
    ['another language', otherTaggedHost, '/', 200],
  ])(
    'of a site with a container allows its two scripts on %s, also if the page is cached',
    async (...row) => {
      const [, host, path, status] = row;
      for (const method of ['GET', 'GET', 'HEAD']) {
        const { directives, policy, ...answer } = await fetchSecurityPolicy(host, path, method);
        expect(answer.status).toBe(status);
        expect(directives.get('script-src')).toEqual([
          "'self'",
          `${tagManagerOrigin}/gtm.js`,
          `${tagManagerOrigin}/gtag/js`,
        ]);
        expect(directives.get('connect-src')).toContain('https://*.google-analytics.com');
        expect(directives.get('trusted-types')).toEqual(['default']);
        expect(directives.get('default-src')).toEqual(["'none'"]);
        expect(policy).not.toContain('unsafe-');
      }
    },
  );

  it.each([
    ['a site without a container', untaggedHost, '/', 200],
    ['a page that does not exist there', untaggedHost, '/no-such-page/', 404],
    ['a site with an invalid container id', hostWithInvalidContainer, '/', 200],
    ['the API', tagged, '/api/sites', 200],
    ['a file for crawlers', tagged, '/robots.txt', 200],
    ['a picture that does not exist', tagged, '/images/x/96.webp', 404],
    ['a refused URL', tagged, '/%zz/', 400],
    ['a redirect', tagged, muesli.slice(0, -1), 301],
    ['an unknown host', 'evil.example', '/', 421],
  ])('is the strict one of %s', async (_what, host, path, status) => {
    for (let time = 0; time < 2; time += 1) {
      const { directives, policy, ...answer } = await fetchSecurityPolicy(host, path);
      expect(answer.status).toBe(status);
      expect(directives.get('script-src')).toEqual(["'self'"]);
      expect(directives.get('trusted-types')).toEqual(["'none'"]);
      expect(policy).not.toContain('google');
      expect(policy).not.toContain('unsafe-inline');
    }
  });
});

describe('the tag manager', () => {
  /** Answers requests to all foreign hosts, and records them. */
  async function answerForeignHosts(context: BrowserContext): Promise<string[]> {
    const asked: string[] = [];
    await context.route(
      (url) => !url.hostname.endsWith('.localhost'),
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          body: 'document.documentElement.dataset.tagged = "yes"; document.cookie = "_ga=1; path=/";',
        });
      },
    );
    return asked;
  }
  const getUrl = (host: string, path = '/') => `http://${host}:${web.port}${path}`;
  const readTraces = (page: Page) =>
    page.evaluate(() => ({
      hasLayer: 'dataLayer' in window,
      scripts: [...document.scripts].filter(({ src }) => src.includes('googletagmanager')).length,
      isTagged: document.documentElement.dataset.tagged === 'yes',
    }));
  const untouched = { hasLayer: false, scripts: 0, isTagged: false };
  const press = (page: Page, key: string) =>
    page.getByRole('button', { name: dutchMessages[key]!, exact: true }).first().press('Enter');
  const waitForBanner = (page: Page) =>
    page.getByRole('region', { name: dutchMessages['consent.title']!, exact: true }).waitFor();

  it('is loaded only after consent, and runs under the policy of the page', async () => {
    const { context, page, troubles, close } = await openPage(browser, { hasAnswered: false });
    const asked = await answerForeignHosts(context);
    const readProgram = recordRequestedChunks(page);
    await visit(page, getUrl(tagged, muesli));
    await waitForHydration(page);
    await waitForBanner(page);
    expect(await readProgram()).toContain('Consent');
    expect(await readProgram()).not.toContain('Tracking');
    expect(asked).toEqual([]);
    expect(await readTraces(page)).toEqual(untouched);

    await press(page, 'consent.accept');
    await page.locator('html[data-tagged="yes"]').waitFor({ state: 'attached' });
    expect(asked).toEqual([`${tagManagerOrigin}/gtm.js?id=${containerId}`]);
    expect(await readTraces(page)).toEqual({ hasLayer: true, scripts: 1, isTagged: true });
    expect(await readProgram()).toContain('Tracking');

    // The next page is measured without another consent, and requests the script once.
    await visit(page, getUrl(tagged));
    await page.locator('html[data-tagged="yes"]').waitFor({ state: 'attached' });
    expect(asked).toHaveLength(2);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('is notified of added and removed cart items, and of views of the cart', async () => {
    const { context, page, troubles, close } = await openPage(browser, { hasAnswered: false });
    await answerForeignHosts(context);
    await visit(page, getUrl(tagged, muesli));
    await waitForHydration(page);
    await waitForBanner(page);
    await press(page, 'consent.accept');
    await page.locator('html[data-tagged="yes"]').waitFor({ state: 'attached' });
    /** Waits for the cart events of this page, each with its first item. */
    const waitForEvents = async (names: readonly string[]) => {
      await page.waitForFunction(
        (wanted) =>
          wanted.every((name) =>
            (window as { dataLayer?: { event?: string }[] }).dataLayer?.some(({ event }) => event === name),
          ),
        names,
      );
      return page.evaluate(() =>
        ((window as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(({ event }) =>
          /cart$/i.test(event ?? ''),
        ),
      );
    };
    await page.locator('article form[data-add-to-cart] button').first().press('Enter');
    await page.getByRole('dialog').waitFor();
    const item = {
      id: expect.any(Number),
      name: expect.any(String),
      price: expect.any(Number),
      brand: 'Havero',
      category: expect.any(String),
      productGroup: expect.any(String),
      variant: expect.any(Number),
      quantity: 1,
    };
    expect(JSON.stringify(await waitForEvents(['addToCart']))).toContain('"quantity":1');
    await page.getByRole('dialog').getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: dutchMessages['cart.title']! }).waitFor();
    const events = await waitForEvents(['addToCart', 'viewCart']);
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'addToCart', items: [item] }),
        expect.objectContaining({ event: 'viewCart', items: [item] }),
      ]),
    );
    await page
      .getByRole('button', { name: /verwijderen$/ })
      .first()
      .press('Enter');
    expect(await waitForEvents(['removeFromCart'])).toEqual(
      expect.arrayContaining([expect.objectContaining({ event: 'removeFromCart', items: [item] })]),
    );
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('is never loaded after a refusal, on this page or the next', async () => {
    const { context, page, troubles, close } = await openPage(browser, { hasAnswered: false });
    const asked = await answerForeignHosts(context);
    const readProgram = recordRequestedChunks(page);
    await visit(page, getUrl(tagged, muesli));
    await waitForBanner(page);
    await press(page, 'consent.refuse');
    await visit(page, getUrl(tagged));
    await waitForHydration(page);
    expect(await readProgram()).not.toContain('Tracking');
    expect(asked).toEqual([]);
    expect(await readTraces(page)).toEqual(untouched);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['consent']);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  // An earlier test checks their policies.
  it.each(selectRotatedTestCases([hostWithInvalidContainer, untaggedHost], 0))(
    'is not loaded on %s, whatever the consent cookie says',
    async (host) => {
      const { context, page, troubles, close } = await openPage(browser, { hasAnswered: false });
      const asked = await answerForeignHosts(context);
      const today = new Date().toISOString().slice(0, 10);
      await context.addCookies([
        { name: 'consent', value: `1.${today}.p1s1m1`, domain: host, path: '/', sameSite: 'Lax' },
      ]);
      const readProgram = recordRequestedChunks(page);
      await visit(page, getUrl(host));
      await waitForHydration(page);
      expect(await readProgram()).toContain('main');
      expect(await readProgram()).not.toContain('Tracking');
      expect(asked).toEqual([]);
      expect(await readTraces(page)).toEqual(untouched);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );
});
