import { describe, expect, it } from '@jest/globals';
import { createLine as createCalculatedLine } from '../../test/fixtures/carts.ts';
import type { CartState } from '../store/cart.ts';
import type { CartLineView } from '../store/fetch-cart.ts';
import { listCartChanges, type TrackedItem, trackCartChanges, trackCartView } from './cart-events.ts';

/** Creates a line as the mini-cart shows it. */
const createLine = (changes: Parameters<typeof createCalculatedLine>[0]) =>
  createCalculatedLine(changes) as unknown as CartLineView;

const createState = (products: readonly CartLineView[] | null): CartState =>
  ({
    status: 'ready',
    loaded: { cart: products && {}, calculatedCart: products && { products } },
  }) as unknown as CartState;

const balanceLine = createLine({ productVariantId: 101, quantity: 1 });
const natureLine = createLine({ productVariantId: 102, quantity: 2 });

const findCategory = async () => ({ category: 'muesli', productGroup: 'feed' });

/** Creates a cart of this tab that a test changes, and records the tracked events. */
function watchCart(first: CartState) {
  let state = first;
  const listeners = new Set<() => void>();
  const changes = new Set<(isOtherTab: boolean) => void>();
  const told: { event: string; items: readonly TrackedItem[] }[] = [];
  const stop = trackCartChanges(
    {
      get: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    (listener) => {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    { hasCart: true, brand: 'Havero', findCategory, send: (event, items) => told.push({ event, items }) },
  );
  return {
    told,
    stop,
    async change(next: CartState, isOtherTab = false) {
      for (const listener of changes) listener(isOtherTab);
      state = next;
      for (const listener of listeners) listener();
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('listCartChanges', () => {
  it('returns added and removed pieces by line', () => {
    const { added, removed } = listCartChanges(
      { products: [balanceLine, natureLine] },
      { products: [{ ...balanceLine, quantity: 4 }] },
    );
    expect(added.map(({ line, quantity }) => [line.productVariantId, quantity])).toEqual([[101, 3]]);
    expect(removed.map(({ line, quantity }) => [line.productVariantId, quantity])).toEqual([[102, 2]]);
  });

  it('returns nothing for equal carts', () => {
    expect(listCartChanges({ products: [balanceLine] }, { products: [balanceLine] })).toEqual({
      added: [],
      removed: [],
    });
    expect(listCartChanges(null, null)).toEqual({ added: [], removed: [] });
  });
});

describe('trackCartChanges and trackCartView', () => {
  it('track added and removed products of this tab in the format of impressions', async () => {
    const cart = watchCart(createState(null));
    await cart.change(createState([balanceLine]));
    await cart.change(createState([]));
    expect(cart.told.map(({ event }) => event)).toEqual(['addToCart', 'removeFromCart']);
    expect(cart.told[0]?.items).toEqual([
      {
        id: balanceLine.product.productId,
        name: balanceLine.product.title,
        price: balanceLine.product.price.amountInclVat / 100,
        brand: 'Havero',
        category: 'muesli',
        productGroup: 'feed',
        variant: 101,
        quantity: 1,
      },
    ]);
  });

  it('ignore changes of other tabs', async () => {
    const cart = watchCart(createState([]));
    await cart.change(createState([natureLine]), true);
    expect(cart.told).toEqual([]);
    await cart.change(createState([natureLine, balanceLine]));
    expect(cart.told.flatMap(({ items }) => items.map(({ variant }) => variant))).toEqual([101]);
  });

  it('track nothing that was in the cart before the first load', async () => {
    const cart = watchCart({ ...createState(null), status: 'unknown' });
    await cart.change(createState([natureLine, balanceLine]));
    expect(cart.told).toEqual([]);
  });

  it('track nothing after the end', async () => {
    const cart = watchCart(createState([]));
    cart.stop();
    await cart.change(createState([natureLine]));
    expect(cart.told).toEqual([]);
  });

  it('track the contents of the cart when its page is viewed', async () => {
    const told: (readonly TrackedItem[])[] = [];
    const options = {
      brand: 'Havero',
      findCategory,
      send: (_event: string, items: readonly TrackedItem[]) => told.push(items),
    };
    await trackCartView('viewCart', { products: [balanceLine, natureLine] }, options);
    await trackCartView('viewCart', null, options);
    expect(told.map((items) => items.map(({ variant, quantity }) => [variant, quantity]))).toEqual([
      [
        [101, 1],
        [102, 2],
      ],
      [],
    ]);
  });
});
