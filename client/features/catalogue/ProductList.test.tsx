import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createPrice, createProductSummary, createSearchAnswer } from '../../../test/fixtures/products.ts';
import { ProductList } from './ProductList.tsx';

afterEach(cleanup);

/** Where a click or a choice led to. */
function Address() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{pathname + search}</div>;
}

const list = { pageSize: 24, sort: 'popularity', descending: false } as const;

function renderList(search: Parameters<typeof createSearchAnswer>[0], path = '/horse-feed/', term?: string) {
  render(
    <>
      <ProductList
        search={createSearchAnswer(search)}
        defaultSort={term === undefined ? 'popularity' : 'relevance'}
        {...(term === undefined ? {} : { term })}
      />
      <Address />
    </>,
    { wrapper: createShopWrapper({ path }) },
  );
}

describe('ProductList', () => {
  it('links to every page of three, the first without a number, and says how much was seen', () => {
    renderList({ total: 60, paging: { ...list, page: 2 } }, '/horse-feed/?p=2');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Previous page', '/horse-feed/'],
      ['Page 1', '/horse-feed/'],
      ['Page 2', '/horse-feed/?p=2'],
      ['Page 3', '/horse-feed/?p=3'],
      ['Next page', '/horse-feed/?p=3'],
    ]);
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('Page 2');
    expect(pages.getByText('You have seen 48 of 60')).toBeTruthy();
  });

  it('has seen everything on the last page, which has no next one', () => {
    renderList({ total: 60, paging: { ...list, page: 3 } }, '/horse-feed/?p=3');
    expect(screen.getByText('You have seen 60 of 60')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  it('keeps size, order and term in its links', () => {
    renderList(
      { total: 100, paging: { page: 1, pageSize: 48, sort: 'price', descending: true } },
      '/search/?q=oats',
      'oats',
    );
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
      '/search/?p=2&ps=48&q=oats&sort=-price',
    );
  });

  it('has no pages where one holds everything', () => {
    renderList({ total: 24, paging: { ...list, page: 1 } });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('goes to the first page of the list in another order when that is chosen', () => {
    renderList({ total: 60, paging: { ...list, page: 2 } }, '/horse-feed/?p=2');
    const select = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Most ordered', 'Price, low to high', 'Price, high to low', 'Name']);
    fireEvent.change(select, { target: { value: '-price' } });
    expect(screen.getByTestId('address').textContent).toBe('/horse-feed/?sort=-price');
    // The choice above came from nowhere, as after a skeleton: the focus is given back.
    expect(document.activeElement).toBe(select);
  });

  it('is a plain form that sends order, term and size where there is no script', () => {
    renderList(
      { total: 100, paging: { page: 1, pageSize: 48, sort: 'price', descending: false } },
      '/search/?q=oats',
      'oats',
    );
    const form = screen.getByRole('combobox').closest('form');
    expect(form?.getAttribute('method')).toBe('get');
    expect(form?.getAttribute('action')).toBe('/search/');
    expect(form && Object.fromEntries(new FormData(form))).toEqual({ ps: '48', q: 'oats', sort: 'price' });
  });

  it('tells count and order to those who listen', () => {
    renderList({ total: 60, paging: { ...list, page: 1, sort: 'name' } });
    expect(screen.getByRole('status').textContent).toBe('60 products, sorted by: Name');
  });

  it('explains the former price only where there is one', () => {
    renderList({});
    expect(screen.queryByText(/“Was” is the lowest price/)).toBeNull();
    cleanup();
    const price = createPrice({ formerAmountInclVat: 2295, discountPercentage: 9 });
    renderList({ items: [createProductSummary({ price })] });
    expect(screen.getByText(/“Was” is the lowest price/)).toBeTruthy();
  });

  it('leads to the delivery page where the site has one', () => {
    const delivery = { key: 'delivery', title: 'Delivery', route: '/delivery/', target: null };
    const scope = createScope({
      footer: { footerId: 12, columns: [{ key: 'shop', title: 'Ordering', links: [delivery] }] },
    });
    render(<ProductList search={createSearchAnswer()} defaultSort="popularity" />, {
      wrapper: createShopWrapper({ scope }),
    });
    expect(screen.getByRole('link', { name: 'shipping costs' }).getAttribute('href')).toBe('/delivery/');
  });
});
