import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { Api } from '../../../shared/api/client.ts';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { consent } from '../../store/consent.ts';
import { RecentlyViewed } from './RecentlyViewed.tsx';

const stored = () => localStorage.getItem('recently-viewed');
const answer = (isAllowed: boolean) => consent.decide(['preferences'], isAllowed ? ['preferences'] : []);

const createCompared = (productId: number): ComparedProduct => ({
  ...createProductSummary({ productId, title: `Product ${productId}` }),
  netWeightGrams: null,
  facts: [],
  constituents: [],
  dosage: null,
});

async function look(productId: number) {
  const fetchProducts = jest.fn<Api['fetchProducts']>(async ({ query }) =>
    query.ids.split(',').map((id) => createCompared(Number(id))),
  );
  await act(async () => {
    renderInShop(<RecentlyViewed productId={productId} />, { api: { fetchProducts } });
  });
  return fetchProducts;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  act(() => answer(false));
});

describe('RecentlyViewed', () => {
  it('stores nothing and makes no call without consent', async () => {
    answer(false);
    const fetchProducts = await look(101);
    expect(stored()).toBeNull();
    expect(fetchProducts).not.toHaveBeenCalled();
  });

  it('shows previously viewed products, newest first, and stores the current one', async () => {
    answer(true);
    localStorage.setItem('recently-viewed', '[3,2,1]');
    const fetchProducts = await look(2);
    expect(fetchProducts).toHaveBeenCalledWith({ query: { ids: '3,1' } }, expect.anything());
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Product 3',
      'Product 1',
    ]);
    expect(stored()).toBe('[2,3,1]');
  });

  it('shows nothing on the first product page of a visit', async () => {
    answer(true);
    const fetchProducts = await look(7);
    expect(stored()).toBe('[7]');
    expect(fetchProducts).not.toHaveBeenCalled();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('deletes the list when consent is withdrawn', async () => {
    answer(true);
    localStorage.setItem('recently-viewed', '[3]');
    await look(2);
    await act(async () => answer(false));
    expect(stored()).toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
