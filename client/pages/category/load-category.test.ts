import { describe, expect, it } from '@jest/globals';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { createCategory, createSearchAnswer } from '../../../test/fixtures/products.ts';
import { loadCategory } from './load-category.ts';

const alternates = [{ siteId: 1, languageId: 1, url: 'http://havero-nl.localhost/paardenvoer/' }];
const categoryRoute: Extract<RouteAnswer, { kind: 'productSearch' }> = {
  kind: 'productSearch',
  searchType: 'category',
  categoryId: 7,
  parameters: { filters: [], sort: null },
  siteId: 1,
  languageId: 4,
  title: 'Horse feed',
  alternates,
};

function load(query: string, answer: unknown = createSearchAnswer()) {
  const made = createLoadContext({ '/api/products/search': answer }, { pathname: '/horse-feed/', query });
  return { ...made, result: loadCategory(made.context, categoryRoute) };
}

async function loadHead(query: string) {
  const result = await load(query).result;
  if ('redirect' in result) throw new Error('a page was expected');
  return result.head;
}

describe('loadCategory', () => {
  it('requests page, page size and sort order of the query', async () => {
    const { bodies, result } = load('p=2&ps=48&sort=-price');
    await result;
    expect(bodies).toEqual([
      {
        filter: { searchTerm: null, categoryId: 7, filters: [] },
        pageInfo: { page: 2, pageSize: 48, sort: 'price', descending: true },
        landingpageId: null,
        adviceCategoryId: null,
      },
    ]);
  });

  it.each(['p=0', 'p=x', 'p=1&p=2'])('returns 404 for %s without a call', async (query) => {
    const { asked, result } = load(query);
    await expect(result).rejects.toMatchObject({ failure: 'status', status: 404 });
    expect(asked).toEqual([]);
  });

  it.each([
    ['ps=25', ''],
    ['sort=nonsense&utm_source=mail', '?utm_source=mail'],
    ['price-max=10&price-min=20', '?price-max=20&price-min=10'],
    ['price-min=-5&sale=yes', '?sale=yes'],
    ['price-min=19.999&horse-type=<b>', '?price-min=20'],
  ])('redirects %s to the canonical list without a call', async (query, expected) => {
    const { asked, result } = load(query);
    expect(await result).toEqual({ redirect: { status: 303, url: `/horse-feed/${expected}` } });
    expect(asked).toEqual([]);
  });

  it('redirects an unsupported sort order to the default order', async () => {
    expect(await load('sort=relevance').result).toEqual({ redirect: { status: 303, url: '/horse-feed/' } });
  });

  it('returns an empty filtered list that is not indexed', async () => {
    const result = await load('price-min=5000', createSearchAnswer({ items: [], total: 0 })).result;
    expect(result).toMatchObject({ status: 200, head: { canonicalPath: null, isIndexable: false } });
  });

  it('returns 404 for a page number that is too high or an unknown category', async () => {
    const empty = createSearchAnswer({ items: [] });
    await expect(load('p=9', empty).result).rejects.toMatchObject({ status: 404 });
    await expect(load('', createSearchAnswer({ category: null })).result).rejects.toMatchObject({
      status: 404,
    });
  });

  it('returns a category without products', async () => {
    const result = await load('', createSearchAnswer({ items: [], total: 0 })).result;
    expect(result).toMatchObject({ status: 200 });
  });

  it('rethrows an error of the backend', async () => {
    await expect(load('', 503).result).rejects.toMatchObject({ failure: 'status', status: 503 });
  });

  it('returns alternates and description for the plain first page', async () => {
    const { title, intro, ...category } = createCategory();
    expect(intro).not.toBe(category.metaDescription);
    expect(await loadHead('utm_source=mail')).toEqual({
      title,
      description: category.metaDescription,
      canonicalPath: '/horse-feed/',
      alternates,
      isIndexable: true,
    });
  });

  it('gives a further page its own canonical URL and title', async () => {
    expect(await loadHead('p=2')).toEqual({
      title: 'Horse feed – page 2',
      description: null,
      canonicalPath: '/horse-feed/?p=2',
      alternates,
      isIndexable: true,
    });
  });

  it.each(['sort=price', 'sort=price&p=2', 'ps=48'])(
    'returns the plain first page as the canonical URL of %s',
    async (query) => {
      expect(await loadHead(query)).toMatchObject({ canonicalPath: '/horse-feed/', alternates });
    },
  );
});
