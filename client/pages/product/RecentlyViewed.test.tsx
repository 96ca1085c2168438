import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { Api } from '../../../shared/api/client.ts';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { consent } from '../../store/consent.ts';
import { RecentlyViewed } from './RecentlyViewed.tsx';

const readStoredProducts = () => localStorage.getItem('recently-viewed');
const answerConsent = (isAllowed: boolean) =>
  consent.decide(['preferences'], isAllowed ? ['preferences'] : []);

const createComparedProduct = (productId: number): ComparedProduct => ({
  ...createProductSummary({ productId, title: `Product ${productId}` }),
  netWeightGrams: null,
  facts: [],
  constituents: [],
  dosage: null,
});

async function viewProduct(productId: number) {
  const fetchProducts = jest.fn<Api['fetchProducts']>(async ({ query }) =>
    query.ids.split(',').map((id) => createComparedProduct(Number(id))),
  );
  await act(async () => {
    renderInShop(<RecentlyViewed productId={productId} />, { api: { fetchProducts } });
  });
  return fetchProducts;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  act(() => answerConsent(false));
});

describe('RecentlyViewed', () => {
  it('stores nothing and makes no call without consent', async () => {
    answerConsent(false);
    const fetchProducts = await viewProduct(101);
    expect(readStoredProducts()).toBeNull();
    expect(fetchProducts).not.toHaveBeenCalled();
  });

  it('shows previously viewed products, newest first, and stores the current one', async () => {
    answerConsent(true);
    localStorage.setItem('recently-viewed', '[3,2,1]');
    const fetchProducts = await viewProduct(2);
    expect(fetchProducts).toHaveBeenCalledWith({ query: { ids: '3,1' } }, expect.anything());
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Product 3',
      'Product 1',
    ]);
    expect(readStoredProducts()).toBe('[2,3,1]');
  });

  it('shows nothing on the first product page of a visit', async () => {
    answerConsent(true);
    const fetchProducts = await viewProduct(7);
    expect(readStoredProducts()).toBe('[7]');
    expect(fetchProducts).not.toHaveBeenCalled();
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('deletes the list when consent is withdrawn', async () => {
    answerConsent(true);
    localStorage.setItem('recently-viewed', '[3]');
    await viewProduct(2);
    await act(async () => answerConsent(false));
    expect(readStoredProducts()).toBeNull();
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
