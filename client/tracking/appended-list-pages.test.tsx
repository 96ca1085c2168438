import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createProductSummary, createSearchAnswer } from '../../test/fixtures/products.ts';
import { categoryPage, dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { AppendNextPage, PrependPreviousPage } from '../features/catalogue/MorePages.tsx';
import { listProductCards } from '../pages/pages.ts';
import { consent } from '../store/consent.ts';
import { toProductList } from '../store/listed-product.ts';
import type { PageState } from '../store/page-state.ts';
import { useAppState } from '../store/shop.tsx';
import { IMPRESSION_PAUSE_MS } from './impressions.ts';
import { Tracking } from './Tracking.tsx';

const askedCategories = ['preferences', 'statistics', 'marketing'] as const;
const list = { pageSize: 24, sort: 'popularity', descending: false } as const;

/** Returns the first two products of each of three pages: 3 and 4 on page 2. */
const createAnswer = (page: number) =>
  createSearchAnswer({
    items: [page * 2 - 1, page * 2].map((productId) =>
      createProductSummary({ productId, productVariantId: 100 + productId, title: `Mash ${productId}` }),
    ),
    total: 72,
    paging: { ...list, page },
  });

const page: PageState = {
  ...categoryPage,
  virtualPath: '/muesli/?p=2',
  data: {
    kind: 'category',
    search: toProductList(createAnswer(2)),
    firstPage: 2,
    scope: { categoryId: 11 },
    filters: [],
  },
};

/** The cards of a list with the parts that tracking reads, and the real controls that extend it. */
function CategoryList() {
  const data = useAppState((state) => state.page.data);
  if (data.kind !== 'category') return null;
  const { search, firstPage = 1 } = data;
  const props = {
    place: {
      pathname: '/muesli/',
      list: { ...list, page: search.paging.page, filters: [] },
      defaultSort: 'popularity',
    },
    search,
    firstPage,
  } as const;
  return (
    <main id="main">
      <PrependPreviousPage {...props} href="/muesli/" />
      {search.items.map(({ productId }) => (
        <article key={productId}>
          <a href={`/compare/?ids=${productId}`} data-compare={productId}>
            Compare
          </a>
        </article>
      ))}
      <AppendNextPage {...props} />
    </main>
  );
}

type ObserverCallback = (entries: { target: Element; isIntersecting: boolean }[]) => void;
/** Active observers with the cards that they watch. */
const observers = new Map<ObserverCallback, Set<Element>>();

/** Makes these products visible, as the browser reports it to observers. */
const showProducts = (...productIds: number[]) => {
  for (const [tell, cards] of observers) {
    const seen = [...cards].filter((card) =>
      productIds.includes(Number(card.querySelector('a')?.dataset.compare)),
    );
    if (seen.length > 0) tell(seen.map((target) => ({ target, isIntersecting: true })));
  }
};

beforeEach(() => {
  jest.useFakeTimers();
  const observer = class {
    readonly tell: ObserverCallback;
    readonly cards = new Set<Element>();
    constructor(tell: ObserverCallback) {
      this.tell = tell;
      observers.set(tell, this.cards);
    }
    observe = (card: Element) => void this.cards.add(card);
    unobserve = (card: Element) => void this.cards.delete(card);
    disconnect = () => void observers.delete(this.tell);
  };
  Object.assign(globalThis, { IntersectionObserver: observer });
});

afterEach(() => {
  cleanup();
  document.querySelector('script[data-tag-manager]')?.remove();
  act(() => consent.decide(askedCategories, []));
  observers.clear();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

function startTracking() {
  const searchProducts = jest.fn(async ({ body }: { body: { pageInfo: { page: number } } }) =>
    createAnswer(body.pageInfo.page),
  );
  const resolveUrl = async () => ({ url: 'http://en.havero-nl.localhost/feed/mash/' });
  return renderInShop(
    <>
      <CategoryList />
      <Tracking reload={() => undefined} />
    </>,
    {
      scope: { site: { ...dutchScope.site, gtmContainerId: 'GTM-TEST123' } },
      page,
      api: { searchProducts, resolveUrl } as never,
      pages: { listProductCards },
    },
  );
}

type TrackedEvent = { event?: string; impressions?: { id: number }[] };
const getEvents = (name: string) =>
  ((window.dataLayer ?? []) as TrackedEvent[]).filter(({ event }) => event === name);
const getImpressions = () =>
  getEvents('productImpressions').map(({ impressions }) => impressions?.map(({ id }) => id));
const passTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const pressLink = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('link', { name }));
  await passTime(0);
};

describe('products added to a list', () => {
  it("are sent after the delay with pending ones, each once, after 'Show more'", async () => {
    consent.decide(askedCategories, ['statistics']);
    startTracking();
    showProducts(3, 4);
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([[3, 4]]);

    await pressLink(/Show 24 more/);
    // The browser reports products again that are still visible.
    showProducts(4, 5);
    await passTime(IMPRESSION_PAUSE_MS - 1);
    showProducts(6);
    await passTime(IMPRESSION_PAUSE_MS - 1);
    expect(getImpressions()).toHaveLength(1);
    await passTime(1);
    expect(getImpressions()).toEqual([
      [3, 4],
      [5, 6],
    ]);
  });

  it('do not drop pending impressions', async () => {
    consent.decide(askedCategories, ['statistics']);
    startTracking();
    showProducts(3);
    await passTime(IMPRESSION_PAUSE_MS / 2);
    await pressLink(/Show 24 more/);
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([[3]]);
  });

  it("are sent in the same way after 'Show previous'", async () => {
    consent.decide(askedCategories, ['statistics']);
    startTracking();
    showProducts(3);
    await passTime(IMPRESSION_PAUSE_MS);
    await pressLink(/Show the previous 24/i);
    showProducts(1, 3);
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([[3], [1]]);
  });

  it('belong to the same page view; another list is another view and counts again', async () => {
    consent.decide(askedCategories, ['statistics']);
    const { store } = startTracking();
    await pressLink(/Show 24 more/);
    expect(store.getState().page.virtualPath).toBe('/muesli/?p=3');
    expect(getEvents('pageView')).toHaveLength(1);
    showProducts(3);
    await passTime(IMPRESSION_PAUSE_MS);
    act(() => store.setState({ page: { ...page, virtualPath: '/mash/', head: { ...page.head } } }));
    expect(getEvents('pageView')).toHaveLength(2);
    showProducts(3);
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([[3], [3]]);
  });

  it('are not sent without consent to statistics, or if it is withdrawn during the delay', async () => {
    consent.decide(askedCategories, ['marketing']);
    startTracking();
    await pressLink(/Show 24 more/);
    showProducts(5);
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([]);

    act(() => consent.decide(askedCategories, ['statistics', 'marketing']));
    showProducts(5);
    await passTime(IMPRESSION_PAUSE_MS / 2);
    act(() => consent.decide(askedCategories, ['marketing']));
    await passTime(IMPRESSION_PAUSE_MS);
    expect(getImpressions()).toEqual([]);
  });
});
