import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createProductSummary } from '../../test/fixtures/products.ts';
import { toListedProduct } from '../store/listed-product.ts';
import { IMPRESSION_PAUSE_MS, type Impression, watchImpressions } from './impressions.ts';

type ObserverCallback = (entries: { target: Element; isIntersecting: boolean }[]) => void;
let observedElements: Set<Element>;
let showProducts: (...productIds: number[]) => void;
let threshold: unknown;

const products = [1, 2, 3].map((id) =>
  toListedProduct(createProductSummary({ productId: id, productVariantId: 100 + id, title: `Mash ${id}` })),
);
const addCard = (productId: number) => {
  const card = document.createElement('article');
  const link = document.createElement('a');
  link.dataset.compare = String(productId);
  card.append(link);
  document.body.append(card);
};

beforeEach(() => {
  jest.useFakeTimers();
  observedElements = new Set();
  document.body.replaceChildren();
  const observer = class {
    constructor(tell: ObserverCallback, options: { threshold: unknown }) {
      threshold = options.threshold;
      showProducts = (...productIds) =>
        tell(
          [...observedElements]
            .filter((card) => productIds.includes(Number(card.querySelector('a')?.dataset.compare)))
            .map((target) => ({ target, isIntersecting: true })),
        );
    }
    observe = (card: Element) => void observedElements.add(card);
    unobserve = (card: Element) => void observedElements.delete(card);
    disconnect = () => observedElements.clear();
  };
  Object.assign(globalThis, { IntersectionObserver: observer });
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

function watchCards() {
  const sent: (readonly Impression[])[] = [];
  const stop = watchImpressions({
    root: document.body,
    brand: 'Havero',
    findProduct: (productId) => products.find((product) => product.productId === productId),
    findCategory: async () => ({ category: 'mash', productGroup: 'feed' }),
    send: (impressions) => sent.push(impressions),
  });
  return { sent, stop, getIds: () => sent.map((batch) => batch.map(({ id }) => id)) };
}

describe('watchImpressions', () => {
  it('sends one event 1000 ms after the last product became visible', async () => {
    for (const id of [1, 2, 3]) addCard(id);
    const { getIds } = watchCards();
    expect(IMPRESSION_PAUSE_MS).toBe(1000);
    expect(threshold).toBe(0.5);
    showProducts(1);
    await jest.advanceTimersByTimeAsync(999);
    showProducts(2);
    await jest.advanceTimersByTimeAsync(999);
    expect(getIds()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(getIds()).toEqual([[1, 2]]);
  });

  it('sends id, name, price, brand, category, group and variant of the product', async () => {
    addCard(2);
    const { sent } = watchCards();
    showProducts(2);
    await jest.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([
      [
        {
          id: 2,
          name: 'Mash 2',
          price: 20.95,
          brand: 'Havero',
          category: 'mash',
          productGroup: 'feed',
          variant: 102,
        },
      ],
    ]);
  });

  it('counts a product once, however often it becomes visible', async () => {
    addCard(1);
    addCard(1);
    const { getIds } = watchCards();
    showProducts(1);
    await jest.advanceTimersByTimeAsync(1000);
    showProducts(1);
    await jest.advanceTimersByTimeAsync(1000);
    expect(getIds()).toEqual([[1]]);
  });

  it('counts products that are added to the list later, and no products unknown to the page', async () => {
    const { getIds } = watchCards();
    addCard(3);
    addCard(9);
    await jest.advanceTimersByTimeAsync(0);
    showProducts(3, 9);
    await jest.advanceTimersByTimeAsync(1000);
    expect(getIds()).toEqual([[3]]);
  });

  it('drops pending impressions when consent is withdrawn', async () => {
    addCard(1);
    const { getIds, stop } = watchCards();
    showProducts(1);
    stop();
    await jest.advanceTimersByTimeAsync(5000);
    expect(getIds()).toEqual([]);
  });
});
