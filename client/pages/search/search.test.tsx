import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { createLoadContext, createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createSearchAnswer } from '../../../test/fixtures/products.ts';
import { toProductList } from '../../store/listed-product.ts';
import { loadSearch } from './load-search.ts';
import { SearchPage } from './SearchPage.tsx';

afterEach(cleanup);

const found = createSearchAnswer({
  category: null,
  paging: { page: 1, pageSize: 24, sort: 'relevance', descending: false },
  sortOptions: ['relevance', 'price'],
});

function load(query: string, answer: unknown = found, scope = createScope()) {
  const made = createLoadContext({ '/api/products/search': answer }, { pathname: '/search/', query, scope });
  return { ...made, result: loadSearch(made.context) };
}

describe('loadSearch', () => {
  it('requests the term sorted by best match, and is not indexed', async () => {
    const { bodies, result } = load('q=++mash%0A');
    expect(await result).toEqual({
      status: 200,
      head: {
        title: 'Results for “mash”',
        description: null,
        canonicalPath: null,
        alternates: [],
        isIndexable: false,
      },
      data: {
        kind: 'search',
        term: 'mash',
        search: toProductList(found),
        filters: [],
        scope: { term: 'mash' },
      },
    });
    expect(bodies).toEqual([
      {
        filter: { searchTerm: 'mash', categoryId: null, filters: [] },
        pageInfo: { page: 1, pageSize: 24, sort: 'relevance', descending: false },
        landingpageId: null,
        adviceCategoryId: null,
      },
    ]);
  });

  it('makes no call without a term', async () => {
    const { asked, result } = load('q=+');
    expect(await result).toMatchObject({ status: 200, data: { term: '', search: null } });
    expect(asked).toEqual([]);
  });

  it('returns 200 without results and 404 after the last page', async () => {
    const none = { ...found, items: [], total: 0 };
    expect(await load('q=xyz', none).result).toMatchObject({ status: 200 });
    await expect(load('q=mash&p=4', { ...found, items: [] }).result).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['q=mash&sort=nonsense', '?q=mash'],
    ['q=mash&sort=name', '?q=mash'],
    ['q=mash&ps=1', '?q=mash'],
    ['q=mash&price-max=-1', '?q=mash'],
  ])('redirects %s to the canonical list', async (query, expected) => {
    expect(await load(query).result).toMatchObject({ redirect: { status: 303 } });
    const result = await load(query).result;
    expect('redirect' in result && result.redirect.url.replace(/^[^?]*/, '')).toBe(expected);
  });

  it.each(['q=mash&p=0', 'p=2'])('returns 404 for %s', async (query) => {
    await expect(load(query).result).rejects.toMatchObject({ status: 404 });
  });

  it('returns 404 on the corporate site', async () => {
    const { asked, result } = load('q=mash', found, createScope({ site: { type: 2 } }));
    await expect(result).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual([]);
  });
});

function CurrentAddress() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{pathname + search}</div>;
}

const ponies = { title: 'For ponies', route: '/for-ponies/', target: null };
const feed = { title: 'Horse feed', route: '/horse-feed/', target: null };
const scope = createScope({
  navigation: {
    navigationId: 11,
    items: [
      {
        key: 'feed',
        link: feed,
        scene: null,
        children: [{ key: 'for-ponies', link: ponies, group: 'horse' }],
      },
    ],
  },
});

function renderPage(data: Parameters<typeof SearchPage>[0]['data'], path: string) {
  render(
    <>
      <SearchPage data={data} />
      <CurrentAddress />
    </>,
    { wrapper: createShopWrapper({ scope, path }) },
  );
}

describe('SearchPage', () => {
  it('repeats the term as text and shows the number of results', () => {
    renderPage({ kind: 'search', term: '<b>mash</b>', search: found }, '/search/?q=%3Cb%3Emash%3C%2Fb%3E');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('1 result for “<b>mash</b>”');
    expect(screen.getByRole('link', { name: 'Terno Sport Pellets' })).toBeTruthy();
  });

  it('shows the ignored terms and the matching pages', () => {
    const search = {
      ...found,
      leftOutWords: ['purple', '<i>'],
      pages: [{ kind: 'page', key: 'returns', title: 'Returns', summary: 'Send it back.', url: '/returns/' }],
    } as const;
    renderPage(
      {
        kind: 'search',
        term: 'purple mash <i>',
        search: { ...search, pages: [...search.pages], leftOutWords: [...search.leftOutWords] },
      },
      '/search/?q=x',
    );
    expect(screen.getByText(/Nothing matches “purple, <i>” as well/)).toBeTruthy();
    const pages = within(screen.getByRole('navigation', { name: 'Pages about this' }));
    expect(pages.getByRole('link', { name: 'Returns' }).getAttribute('href')).toBe('/returns/');
  });

  it('shows matching pages if no product is found', () => {
    const none = {
      ...found,
      items: [],
      total: 0,
      pages: [
        {
          kind: 'page' as const,
          key: 'returns',
          title: 'Returns',
          summary: 'Send it back.',
          url: '/returns/',
        },
        { kind: 'article' as const, key: 'a', title: 'About hay', summary: null, url: '/about-hay/' },
      ],
    };
    renderPage({ kind: 'search', term: 'returns', search: none }, '/search/?q=returns');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2 pages for “returns”');
    expect(screen.getByRole('link', { name: 'Returns' }).getAttribute('href')).toBe('/returns/');
    expect(screen.getByText('Send it back.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'About hay' })).toBeTruthy();
  });

  it('keeps the term if nothing is found, and shows the phone number and the categories', () => {
    const none = { ...found, items: [], total: 0 };
    renderPage({ kind: 'search', term: 'luzern briks', search: none }, '/search/?q=luzern+briks');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('No results for “luzern briks”');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'luzern briks');
    expect(screen.getByRole('link', { name: '+31 88 000 00 10' }).getAttribute('href')).toBe(
      'tel:+31880000010',
    );
    expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/horse-feed/');
    const byHorse = within(screen.getByRole('navigation', { name: 'By horse' }));
    expect(byHorse.getByRole('link', { name: 'For ponies' }).getAttribute('href')).toBe('/for-ponies/');
  });

  it('searches with its own field', () => {
    renderPage({ kind: 'search', term: '', search: null }, '/search/');
    const field = screen.getByRole('searchbox', { name: 'What are you looking for?' });
    fireEvent.change(field, { target: { value: ' lucerne & hay ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(screen.getByTestId('address').textContent).toBe('/search/?q=lucerne+%26+hay');
  });
});
