import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../shared/api/api-error.ts';
import { createApi } from '../shared/api/client.ts';
import { createContent, createLoadContext, createVisitorCart } from '../test/fixtures/client-shop.tsx';
import type { LoadContext } from './load-context.ts';
import { loadPage } from './load-page.ts';

const route = {
  kind: 'contentPage',
  contentPageId: 107,
  siteId: 1,
  languageId: 4,
  title: 'About us',
  alternates: [],
};
const routeQuery = '/api/routing/getbyurl?url=%2Fabout-us%2F';
const answers = { [routeQuery]: route, '/api/content/107': createContent({ contentPageId: 107 }) };
const load = (table: Record<string, unknown>, change: Partial<LoadContext> = {}, query = '') => {
  const { context, asked } = createLoadContext(table, { pathname: '/about-us/', query });
  return {
    asked,
    loaded: loadPage(
      { ...context, visitor: context.api, cart: createVisitorCart(), mayBeSignedIn: false, ...change },
      'request-1',
    ),
  };
};
const failWith = (failure: ConstructorParameters<typeof ApiError>[0], status = 0): Partial<LoadContext> => ({
  findRoute: () => {
    throw new ApiError(failure, { status });
  },
});

describe('loadPage', () => {
  it('stores the route of the path', async () => {
    const { status, routing, page } = await load(answers).loaded;
    expect(status).toBe(200);
    expect(routing).toEqual({ route });
    expect(page).toMatchObject({ virtualPath: '/about-us/', data: { kind: 'content' } });
  });

  it('reports the page before it loads the data', async () => {
    const order: string[] = [];
    const { context } = createLoadContext(answers, { pathname: '/about-us/' });
    const api = createApi(async ({ path }) => {
      order.push(path);
      return answers[path as keyof typeof answers];
    });
    await loadPage(
      {
        ...context,
        api,
        visitor: api,
        cart: createVisitorCart(),
        mayBeSignedIn: false,
        onPageFound: ({ kind }) => order.push(kind),
      },
      'request-1',
    );
    expect(order).toEqual([routeQuery, 'content', '/api/content/107']);
  });

  it('does not look up a known route again', async () => {
    const { asked, loaded } = load(answers, { findRoute: () => route as never });
    await loaded;
    expect(asked).toEqual(['/api/content/107']);
  });

  it('removes unknown query parameters from the state', async () => {
    const { page } = await load(answers, {}, 'utm_source=x&p=2&ids=9&q=1').loaded;
    expect(page.virtualPath).toBe('/about-us/');
  });

  it('keeps known query parameters, also if the page is missing', async () => {
    const category = {
      ...route,
      kind: 'productSearch',
      searchType: 'category',
      categoryId: 5,
      parameters: { filters: [], sort: null },
    };
    const { page, status } = await load({ [routeQuery]: category }, {}, 'utm_source=x&p=2&ids=9').loaded;
    expect({ status, path: page.virtualPath }).toEqual({ status: 404, path: '/about-us/?p=2' });
  });

  it('keeps the parameters of all pages if the page is unknown, and none if it does not exist', async () => {
    const failed = await load({ [routeQuery]: 500 }, {}, 'utm_source=x&p=2&ids=9').loaded;
    expect(failed.page.virtualPath).toBe('/about-us/?ids=9&p=2');
    const missing = await load({}, {}, 'utm_source=x&p=2&ids=9').loaded;
    expect(missing.page.virtualPath).toBe('/about-us/');
  });

  it('returns a redirect of the content tree', async () => {
    const moved = { kind: 'redirect', url: '/new/', permanent: true, siteId: 1, languageId: 4, title: '' };
    const { request } = await load({ [routeQuery]: moved }).loaded;
    expect(request.redirect).toEqual({ status: 301, url: '/new/' });
  });

  it.each([
    [
      '/new/',
      {
        kind: 'productSearch',
        searchType: 'category',
        categoryId: 5,
        parameters: { filters: [], sort: null },
      },
      '/new/?utm_source=x&p=2&sort=-price',
    ],
    ['/new/', { kind: 'contentPage', contentPageId: 107 }, '/new/?utm_source=x'],
    ['/new/?p=3#top', { kind: 'productSearch', categoryId: 5 }, '/new/?p=3&utm_source=x&sort=-price#top'],
    // The parameters of pages on another host are unknown.
    ['http://b.localhost/new/', undefined, 'http://b.localhost/new/?utm_source=x&p=2&ids=9&sort=-price'],
  ])(
    'redirects to %s with the parameters that the target reads and the campaign parameters',
    async (url, target, expected) => {
      const moved = { kind: 'redirect', url, permanent: true, siteId: 1, languageId: 4, title: '' };
      const table = {
        [routeQuery]: moved,
        '/api/routing/getbyurl?url=%2Fnew%2F': target ? { ...route, ...target } : 404,
      };
      const { request } = await load(table, {}, 'utm_source=x&p=2&foo=1&ids=9&sort=-price').loaded;
      expect(request.redirect).toEqual({ status: 301, url: expected });
    },
  );

  it.each([
    ['an unknown path', 'status', 404, 404],
    ['a failing backend', 'status', 502, 500],
    ['a backend that reports itself unavailable', 'status', 503, 500],
    ['a response that violates the contract', 'invalid', 200, 500],
    ['a timeout', 'timeout', 0, 503],
    ['an unreachable backend', 'unavailable', 0, 503],
  ] as const)(
    'answers %s (%s %i) with status %i, also in the routing state',
    async (_name, failure, given, expected) => {
      const { status, routing, request, page } = await load({}, failWith(failure, given)).loaded;
      expect(status).toBe(expected);
      expect(routing).toEqual({ error: { status: expected } });
      expect(request.error?.status).toBe(expected);
      expect(page.data).toMatchObject(
        expected === 404 ? { kind: 'notFound' } : { kind: 'error', status: expected, requestId: 'request-1' },
      );
      expect(page.head).toMatchObject({ canonicalPath: null, alternates: [], isIndexable: false });
    },
  );

  it("shows the site's own error text if it is available", async () => {
    const content = createContent({ contentPageId: 122, title: 'A fault of ours' });
    const { page } = await load({ [routeQuery]: 500, '/api/content/122': content }).loaded;
    expect(page).toMatchObject({
      head: { title: 'A fault of ours' },
      data: { kind: 'error', status: 500, content },
    });
    const { asked, loaded } = load({ '/api/content/122': content }, failWith('unavailable'));
    expect((await loaded).page.data).toMatchObject({ status: 503, content: null });
    expect(asked).toEqual([]);
  });

  it('returns no page if the visitor has left', async () => {
    await expect(load({}, failWith('aborted')).loaded).rejects.toMatchObject({ failure: 'aborted' });
  });
});
