import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { isLongTestRun, rotateTestCases, selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  WIDTHS,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

/** Shops in three languages with labels of different lengths. */
const shops = [
  ['nl', 'havero-nl.localhost'],
  ['de', 'hafero-de.localhost'],
  ['et', 'havero-ee.localhost'],
] as const;
const tabBarHeight = 56;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const readBox = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    return { top, bottom, left, right, height };
  });
/** Returns the boxes of the visible elements. */
const readBoxes = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return { top, bottom, left, right };
      }),
  );
const setWindowWidth = (page: Page, width: number) =>
  page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
const hasFocusInside = (page: Page, selector: string) =>
  page.evaluate(
    (inside) => document.querySelector(inside)?.contains(document.activeElement) === true,
    selector,
  );
const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);

/** Returns pairs of visible elements that overlap, by their text. */
const findOverlaps = (elements: Locator) =>
  elements.evaluateAll((found) => {
    const seen = found.filter((element) => element.checkVisibility());
    return seen.flatMap((one, index) =>
      seen.slice(index + 1).flatMap((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return width > 0.5 && height > 0.5 ? [`${one.textContent} | ${other.textContent}`] : [];
      }),
    );
  });

const readShopWordsAndPaths = ([language, host]: (typeof shops)[number]) => {
  const texts = readSampleTexts(language);
  return {
    host,
    words: readMessages(language),
    feed: `/${texts.categories.feed!.urlSlug}/`,
    product: `/${texts.products['prado-senior']!.urlSlug}/`,
  };
};

let registeredTestCount = 0;

/**
 * Registers a test for shops: in the long form for all, in the short form for one, a different one for each
 * test. Tests that depend on the length of labels always include the longest.
 */
function itInSelectedShops(
  about: 'behaviour' | 'room',
  name: string,
  run: (shop: ReturnType<typeof readShopWordsAndPaths>) => Promise<void>,
): void {
  const [longest, ...others] = rotateTestCases(shops, 1);
  const taken =
    about === 'behaviour'
      ? selectRotatedTestCases(shops, registeredTestCount)
      : [...(longest ? [longest] : []), ...selectRotatedTestCases(others, registeredTestCount)];
  registeredTestCount += 1;
  for (const shop of taken) it(`${name} (${shop[0]})`, () => run(readShopWordsAndPaths(shop)));
}

describe('storefront layout', () => {
  itInSelectedShops(
    'room',
    'shows name and price of a product in the first view of a phone, with its horse types next to the price',
    async ({ host, words, product }) => {
      const { page, troubles, close } = await openPage(browser, { width: 390 });
      await visit(page, getShopUrl(host, product));
      const firstView = page.viewportSize()!.height - tabBarHeight;
      const crumbs = page.getByRole('navigation', { name: words['breadcrumbs.label']! });
      expect((await readBox(crumbs)).height).toBeLessThan(60);
      expect((await readBox(page.getByRole('heading', { level: 1 }))).bottom).toBeLessThan(firstView);
      const price = page.getByText(/\d[,.]\d\d\s*€|€\s*\d+[,.]\d\d/).filter({ visible: true });
      const tops = await price.evaluateAll((found) =>
        found.map((element) => element.getBoundingClientRect().bottom),
      );
      // The strip at the top also shows an amount.
      expect(tops.some((bottom) => bottom > 300 && bottom < firstView)).toBe(true);

      const forWhom = page.getByText(words['forWhom.for']!, { exact: true });
      const amount = page.locator('main [role="status"] + p').first();
      expect((await readBox(forWhom)).top - (await readBox(amount)).bottom).toBeLessThan(40);
      await page.getByText(words['forWhom.notFor']!, { exact: true }).waitFor();

      const open = page.locator('main details[open] > summary');
      expect((await open.allInnerTexts()).slice(0, 2)).toEqual([
        words['label.composition'],
        words['label.additives'],
      ]);
      await page.getByRole('heading', { name: words['label.constituents']! }).waitFor();
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itInSelectedShops(
    'behaviour',
    'changes the pack without a layout shift, and Back returns to the previous page',
    async ({ host, words, feed, product }) => {
      const { page, troubles, close } = await openPage(browser);
      await visit(page, getShopUrl(host, feed));
      await visit(page, getShopUrl(host, product));
      await waitForHydration(page);
      const packs = page.getByRole('navigation', { name: words['product.packs']! });
      const before = await readBox(packs);
      const path = await packs.locator('a:not([aria-current])').getAttribute('href');
      await packs.locator('a:not([aria-current])').click();
      await page.waitForURL(`**${path}`);
      await packs.locator(`a[aria-current][href="${path}"]`).waitFor();
      expect(await readBox(packs)).toEqual(before);
      await page.goBack({ waitUntil: 'domcontentloaded' });
      expect(new URL(page.url()).pathname).toBe(feed);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itInSelectedShops(
    'behaviour',
    'keeps a closed notice closed without a layout shift',
    async ({ host, words, feed, product }) => {
      const { page, troubles, close } = await openPage(browser, { width: 390 });
      await page.addInitScript(() => {
        const shop = window as Window & { movedBy?: number };
        shop.movedBy = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) shop.movedBy = (shop.movedBy ?? 0) + entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await visit(page, getShopUrl(host, feed));
      await waitForHydration(page);
      const cross = page.getByRole('checkbox', { name: words['shell.closeNotice']! });
      await cross.focus();
      await page.keyboard.press('Space');
      await cross.waitFor({ state: 'hidden' });
      expect(await hasFocusInside(page, '#main')).toBe(true);
      await visit(page, getShopUrl(host, product));
      await waitForHydration(page);
      expect(await page.locator('[data-notice]').isVisible()).toBe(false);
      expect(await page.evaluate(() => (window as Window & { movedBy?: number }).movedBy)).toBeLessThan(0.05);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itInSelectedShops(
    'behaviour',
    'can close its notice and collapse its details without script',
    async ({ host, words, product }) => {
      const { page, close } = await openPage(browser, { width: 390, isScripted: false });
      await visit(page, getShopUrl(host, product));
      const cross = page.getByRole('checkbox', { name: words['shell.closeNotice']! });
      await cross.press('Space');
      await cross.waitFor({ state: 'hidden' });
      const folded = await page.locator('main details:not([open]) > summary').first().elementHandle();
      await folded!.press('Enter');
      expect(await folded!.evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open)).toBe(
        true,
      );
      await close();
    },
  );

  itInSelectedShops(
    'behaviour',
    'keeps the focus in the filter sheet, also if it was opened before its code had loaded',
    async ({ host, words, feed }) => {
      const { page, troubles, close } = await openPage(browser, { width: 390 });
      const whenReleased = Promise.withResolvers<void>();
      await page.route(/\/assets\/(?!start-)[^/]+\.js$/, async (route) => {
        await whenReleased.promise;
        await route.continue();
      });
      await visit(page, getShopUrl(host, feed));
      const opener = page.locator('button[popovertarget="filters"]:not([popovertargetaction])');
      await opener.press('Enter');
      await page.locator('#filters').waitFor({ state: 'visible' });
      whenReleased.resolve();
      const sheet = page.getByRole('dialog', { name: words['filter.title']! });
      await sheet.waitFor();
      for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        expect(await hasFocusInside(page, '#filters')).toBe(true);
      }
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await waitForFocus(opener);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itInSelectedShops(
    'behaviour',
    'shows the chosen option with forced colours',
    async ({ host, words, feed, product }) => {
      const { page, close } = await openPage(browser, { colours: 'forced' });
      await visit(page, getShopUrl(host, `${feed}?horse-type=pony`));
      const boxes = page.locator('#list-form input[type="checkbox"][name="horse-type"]');
      const [ticked, empty] = [
        boxes.and(page.locator(':checked')).first(),
        boxes.and(page.locator(':not(:checked)')).first(),
      ];
      expect((await ticked.screenshot()).equals(await empty.screenshot())).toBe(false);
      const stock = page.locator('article p', { hasText: words['stock.in']! }).first();
      const withDot = await stock.screenshot();
      await stock.evaluate((line) =>
        line.ownerDocument.adoptedStyleSheets.push(
          (() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync('article p::before { visibility: hidden }');
            return sheet;
          })(),
        ),
      );
      expect(withDot.equals(await stock.screenshot())).toBe(false);

      await visit(page, getShopUrl(host, product));
      const dots = page
        .getByRole('navigation', { name: words['product.packs']! })
        .locator('a > span:first-child');
      const [chosen, other] = [await dots.nth(0).screenshot(), await dots.nth(1).screenshot()];
      expect(chosen.equals(other)).toBe(false);
      await close();
    },
  );

  itInSelectedShops('room', 'fits its labels with large text', async ({ host }) => {
    const { page, close } = await openPage(browser, { width: 390 });
    await visit(page, getShopUrl(host, '/'));
    for (const [width, percent] of [
      [390, 150],
      [390, 200],
      [768, 200],
      [1440, 200],
    ] as const) {
      const at = `${percent} % at ${width} pixels`;
      await setWindowWidth(page, width);
      await setTextSize(page, percent);
      expect([at, await isPageWithinWindow(page)]).toEqual([at, true]);
      const beyond = await page
        .locator('footer a, footer span, footer h2')
        .evaluateAll((found) =>
          found
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
            .map(({ textContent }) => textContent),
        );
      expect([at, beyond]).toEqual([at, []]);
      // Items that do not fit the strip are below its edge.
      const strip = page.locator('body header > div').first();
      const { bottom } = await readBox(strip);
      const shown = (await readBoxes(strip.locator('li'))).filter(({ top }) => top < bottom - 1);
      expect([at, shown.length > 0]).toEqual([at, true]);
      const country = await readBox(strip.locator('button'));
      const under = shown.filter((box) => box.right > country.left + 0.5 && box.bottom > country.top + 0.5);
      expect([at, under]).toEqual([at, []]);
    }
    await close();
  });

  itInSelectedShops(
    'room',
    'keeps the compare button next to the price on a phone',
    async ({ host, feed }) => {
      const { page, close } = await openPage(browser, { width: 360 });
      await visit(page, getShopUrl(host, feed));
      for (const width of [360, 390]) {
        await setWindowWidth(page, width);
        const below = await page.locator('article').evaluateAll((cards) =>
          cards
            .filter((card) => {
              const button = card.querySelector('a[data-compare]')?.getBoundingClientRect();
              const price = card
                .querySelector('a[data-compare]')
                ?.previousElementSibling?.getBoundingClientRect();
              return button && price && button.top >= price.bottom;
            })
            .map((card) => card.textContent),
        );
        expect([width, below]).toEqual([width, []]);
        expect([width, await isPageWithinWindow(page)]).toEqual([width, true]);
      }
      await close();
    },
  );

  itInSelectedShops('room', 'has no overlapping controls in its header', async ({ host }) => {
    const { page, close } = await openPage(browser, { width: 390 });
    await visit(page, getShopUrl(host, '/'));
    for (const width of WIDTHS) {
      await setWindowWidth(page, width);
      const overlaps = await findOverlaps(
        page.locator('header :is(a, button, input:not([type="checkbox"]))'),
      );
      // The only overlap is the magnifying glass in its field.
      expect([width, overlaps]).toEqual([width, [expect.stringContaining('|')]]);
    }
    await close();
  });

  itInSelectedShops(
    'room',
    'shows the consent banner without covering the controls of the page',
    async ({ host, words }) => {
      const { page, close } = await openPage(browser, { width: 390, hasAnswered: false });
      await visit(page, getShopUrl(host, '/'));
      await waitForHydration(page);
      const sheet = page.getByRole('region', { name: words['consent.title']! });
      await sheet.waitFor();
      for (const [width, height] of [
        [390, 844],
        [1366, 768],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        const box = await readBox(sheet);
        const actions = await readBoxes(page.locator('main h1 ~ div a, main h1 ~ p a'));
        const covered = actions.filter((own) => own.bottom > box.top && own.right > box.left);
        expect([width, covered]).toEqual([width, []]);
      }
      await close();
    },
  );

  itInSelectedShops('behaviour', 'never shows the same news picture twice in a row', async ({ host }) => {
    const { page, close } = await openPage(browser, { width: 768 });
    await visit(page, getShopUrl(host, '/media/'));
    for (const width of [768, 1440]) {
      await setWindowWidth(page, width);
      const twice = await page.locator('main article').evaluateAll((articles) => {
        const seen = articles.map((article) => ({
          top: article.getBoundingClientRect().top,
          picture: article.querySelector('img')?.getAttribute('src'),
        }));
        return seen.filter(({ top, picture }, index) => {
          const before = seen[index - 1];
          return before && Math.abs(before.top - top) < 5 && before.picture === picture;
        });
      });
      expect([width, twice]).toEqual([width, []]);
    }
    await close();
  });
});

it('a list has a fourth column next to its filters from 1472 pixels, and no grid loads larger pictures than it shows', async () => {
  const [language, host] = shops[0];
  const { page, close } = await openPage(browser, { width: 390 });
  /**
   * Returns the columns of the first product grid, and how much larger its pictures are declared than their
   * space.
   */
  const readGrid = () =>
    page
      .locator('main ul:has(> li article)')
      .first()
      .evaluate((grid) => {
        const picture = grid.querySelector('article img') as HTMLImageElement;
        const told = picture.sizes.split(', ').find((size) => {
          const [, condition] = /^(\(.+\)) /.exec(size) ?? [];
          return condition === undefined || matchMedia(condition).matches;
        })!;
        const [, amount, unit] = /([\d.]+)(px|vw)$/.exec(told)!;
        const width = Number(amount) * (unit === 'vw' ? window.innerWidth / 100 : 1);
        return {
          columns: getComputedStyle(grid).gridTemplateColumns.split(' ').length,
          ratio: width / picture.getBoundingClientRect().width,
        };
      });
  const columnsByWidth = [
    [`/${readSampleTexts(language).categories.feed!.urlSlug}/`, [2, 3, 3, 3, 3, 4, 4]],
    ['/', [2, 4, 4, 4, 4, 4, 4]],
  ] as const;
  const widths = [390, 768, 1088, 1280, 1471, 1472, 1920];
  for (const [pathname, wanted] of columnsByWidth) {
    await visit(page, getShopUrl(host, pathname));
    const seen: number[] = [];
    for (const width of widths) {
      await setWindowWidth(page, width);
      const { columns, ratio } = await readGrid();
      seen.push(columns);
      expect([pathname, width, ratio, ratio >= 0.98 && ratio <= 1.2]).toEqual([pathname, width, ratio, true]);
    }
    expect([pathname, seen]).toEqual([pathname, wanted]);
  }
  await close();
});

describe('the tab bar of a phone', () => {
  const [language, host] = shops[0];
  const messages = readMessages(language);
  const category = `/${readSampleTexts(language).categories.feed!.urlSlug}/`;
  const findTabBar = (page: Page) => page.getByRole('navigation', { name: messages['tabBar.label']! });
  const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top);

  /** Waits until the middle of the bar is visible and reacts to touch, or neither. */
  const waitForBar = async (page: Page, place: 'shown' | 'gone') => {
    const bar = await findTabBar(page).elementHandle();
    await page.waitForFunction(
      ([element, wanted]) => {
        const { left, top, width, height } = element!.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return element!.contains(hit) === (wanted === 'shown');
      },
      [bar, place] as const,
    );
  };

  it('hides on scrolling down, and is visible for keyboard and dialogs, and at both ends of the page', async () => {
    const { page, troubles, close } = await openPage(browser, { width: 390 });
    await visit(page, getShopUrl(host, category));
    await waitForHydration(page);
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    const readClip = () => findTabBar(page).evaluate((bar) => getComputedStyle(bar).clipPath);
    const whole = await readClip();
    await scrollTo(page, 1500);
    await waitForBar(page, 'gone');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(end);
    expect(await page.evaluate(() => window.scrollY)).toBe(1500);
    await scrollTo(page, 1300);
    await waitForBar(page, 'shown');

    await scrollTo(page, 1900);
    await waitForBar(page, 'gone');
    expect(await readClip()).not.toBe(whole);
    const home = findTabBar(page).getByRole('link').first();
    await home.focus();
    await waitForBar(page, 'shown');
    await home.blur();
    await waitForBar(page, 'gone');

    await page
      .locator('header button[aria-haspopup="dialog"]')
      .first()
      .evaluate((button) => (button as HTMLButtonElement).click());
    await page.getByRole('dialog').waitFor();
    // The backdrop of the dialog covers the page, so no element below it is hit.
    expect(await readClip()).toBe(whole);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await scrollTo(page, 2500);
    await waitForBar(page, 'gone');
    await scrollTo(page, end);
    await waitForBar(page, 'shown');
    await scrollTo(page, 2500);
    await scrollTo(page, 0);
    await waitForBar(page, 'shown');
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('hides behind the comparison bar above it', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    await visit(page, getShopUrl(host, category));
    await waitForHydration(page);
    await page.locator('article a[data-compare]').first().press('Enter');
    const comparison = page.getByRole('region', { name: messages['comparison.label']! });
    await comparison.waitFor();
    // Pressing the link may have scrolled the page.
    await scrollTo(page, 0);
    await waitForBar(page, 'shown');
    const { bottom } = await readBox(comparison);
    await scrollTo(page, 2500);
    await waitForBar(page, 'gone');
    expect((await readBox(comparison)).bottom).toBe(bottom + tabBarHeight);
    await close();
  });

  it('breaks no word in any language, on small phones and with text of twice the size', async () => {
    // Without script, which would set styles on the root element as well.
    const { page, close } = await openPage(browser, { width: 390, isScripted: false });
    const sitesWithLongestWords = ['ee', 'es', 'hafero-de', 'pt'];
    const otherSites = isLongTestRun ? ['nl', 'dk', 'en', 'it', 'se'] : [];
    for (const site of [...sitesWithLongestWords, ...otherSites]) {
      await visit(page, getShopUrl(`${site.includes('-') ? site : `havero-${site}`}.localhost`, '/'));
      for (const [width, percent] of [
        [390, 100],
        [320, 100],
        [390, 200],
        [320, 200],
      ] as const) {
        await setWindowWidth(page, width);
        await setTextSize(page, percent);
        const { broken, height } = await page.locator('nav.gives-way').evaluate((bar) => {
          const found: string[] = [];
          const texts = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const boxes = [...range.getClientRects()];
              const isOut = boxes.some(({ left, right }) => left < 0 || right > window.innerWidth);
              if (isOut || new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push(word);
            }
          }
          return { broken: found, height: bar.getBoundingClientRect().height };
        });
        expect([site, width, percent, broken]).toEqual([site, width, percent, []]);
        // The bar leaves enough room for the content above it.
        expect([site, width, percent, height < 844 / 3]).toEqual([site, width, percent, true]);
      }
      await setTextSize(page, 100);
    }
    await close();
  });

  it('stays visible without script', async () => {
    const { page, close } = await openPage(browser, { width: 390, isScripted: false });
    await visit(page, getShopUrl(host, category));
    const before = await readBox(findTabBar(page));
    await scrollTo(page, 1500);
    expect(await readBox(findTabBar(page))).toEqual(before);
    await close();
  });
});

it.each(['havero-corporate.localhost', 'nl.havero-corporate.localhost', 'de.havero-corporate.localhost'])(
  'the menu of %s fits on one line on a small desktop',
  async (host) => {
    const { page, close } = await openPage(browser, { width: 1100 });
    await visit(page, getShopUrl(host, '/'));
    const tops = await page
      .locator('header nav [data-root]')
      .evaluateAll((entries) => new Set(entries.map((entry) => entry.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    await close();
  },
);

it('the header has the links at its end in one row, in the longest languages', async () => {
  const { page, close } = await openPage(browser);
  for (const site of ['havero-nl', 'hafero-de', 'havero-pt', 'havero-ee', 'havero-es']) {
    await visit(page, getShopUrl(`${site}.localhost`, '/'));
    for (const width of [1088, 1280, 1440]) {
      await setWindowWidth(page, width);
      const tops = await page
        .locator('header [data-static="headerEnd"] > :visible')
        .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
      expect([site, width, tops.length > 1, new Set(tops).size]).toEqual([site, width, true, 1]);
    }
  }
  await close();
});
