import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { createOrderSummary, owner } from '../../../test/fixtures/client-accounts.ts';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { toOrderListItem } from '../../features/account/order-list-item.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import { AccountHomePage } from './AccountHomePage.tsx';
import type { AccountHomeData } from './page.ts';

afterEach(cleanup);

const orders = {
  latest: toOrderListItem(createOrderSummary()),
  again: [toListedProduct(createProductSummary())],
  total: 1,
};
const visitHome = (changes: Partial<AccountHomeData> = {}) =>
  renderInShop(<AccountHomePage data={{ kind: 'accountHome', owner, orders, refused: [], ...changes }} />, {
    path: '/account/',
  });

it('greets the customer and shows the open order and products to order again', () => {
  visitHome();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Marit');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'On its way',
    'Order again',
  ]);
  const add = screen.getByRole('button', { name: 'Add Terno Sport Pellets to cart' });
  expect(add.closest('form')?.getAttribute('action')).toBe('/cart/');
  expect(add.closest('form')?.method).toBe('post');
});

it('shows news only if there is some', () => {
  visitHome();
  expect(screen.queryByText(/new roughage/)).toBeNull();
  cleanup();
  visitHome({ owner: { ...owner, unreadQuickscanResults: 2, unreadFeedAdvice: 1 } });
  expect(screen.getByRole('link', { name: '2 new roughage results' }).getAttribute('href')).toBe(
    '/account/rqs-results/',
  );
  expect(screen.getByText('1 feed advice update')).toBeTruthy();
});

it('shows first which batches must not be fed', () => {
  visitHome({
    refused: [
      { sampleName: 'Front loft', verdict: 'D' },
      { sampleName: 'Back loft', verdict: 'C' },
    ],
  });
  expect(screen.getByText('Front loft').closest('p')?.textContent).toBe('Front loft: Do not feed this batch');
  expect(screen.getByText('Back loft').closest('p')?.textContent).toBe(
    'Back loft: Only soaked or steamed, never for coughing horses',
  );
});

it('shows next links if nothing has been ordered', () => {
  visitHome({ orders: { latest: null, again: [], total: 0 } });
  expect(screen.getByText('You have not ordered anything yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/feed/');
  expect(screen.queryByRole('link', { name: 'All orders' })).toBeNull();
});

it('reports that orders could not be loaded instead of showing none', () => {
  visitHome({ orders: null });
  expect(screen.getByText('Something went wrong, try again later.')).toBeTruthy();
  expect(screen.queryByText('You have not ordered anything yet.')).toBeNull();
});
