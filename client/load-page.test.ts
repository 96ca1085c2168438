import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../shared/api/api-error.ts';
import { createContent, createLoadContext } from '../test/fixtures/client-shop.tsx';
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
  return { asked, loaded: loadPage({ ...context, ...change }, 'request-1') };
};
const failWith = (failure: ConstructorParameters<typeof ApiError>[0], status = 0): Partial<LoadContext> => ({
  findRoute: () => {
    throw new ApiError(failure, { status });
  },
});

describe('loadPage', () => {
  it('remembers the link that the path came to', async () => {
    const { status, routing, page } = await load(answers).loaded;
    expect(status).toBe(200);
    expect(routing).toEqual({ route });
    expect(page).toMatchObject({ virtualPath: '/about-us/', data: { kind: 'content' } });
  });

  it('does not ask again for a link that is known', async () => {
    const { asked, loaded } = load(answers, { findRoute: () => route as never });
    await loaded;
    expect(asked).toEqual(['/api/content/107']);
  });

  it('keeps parameters that no page knows out of the state', async () => {
    const { page } = await load(answers, {}, 'utm_source=x&p=2').loaded;
    expect(page.virtualPath).toBe('/about-us/?p=2');
  });

  it('hands on a redirect of the content tree', async () => {
    const moved = { kind: 'redirect', url: '/new/', permanent: true, siteId: 1, languageId: 4, title: '' };
    const { request } = await load({ [routeQuery]: moved }).loaded;
    expect(request.redirect).toEqual({ status: 301, url: '/new/' });
  });

  it('keeps of the query of a page that has moved what pages know', async () => {
    const moved = { kind: 'redirect', url: '/new/', permanent: true, siteId: 1, languageId: 4, title: '' };
    const { request } = await load({ [routeQuery]: moved }, {}, 'utm_source=x&p=2&sort=-price').loaded;
    expect(request.redirect).toEqual({ status: 301, url: '/new/?p=2&sort=-price' });
  });

  it.each([
    ['an unknown path', 'status', 404, 404],
    ['a failing backend', 'status', 502, 500],
    ['a backend that says itself that it cannot', 'status', 503, 500],
    ['an answer that breaks the contract', 'invalid', 200, 500],
    ['no answer in time', 'timeout', 0, 503],
    ['no answer at all', 'unavailable', 0, 503],
  ] as const)(
    'answers %s (%s %i) with status %i, in the routing state too',
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

  it('gives up without a page when the visitor has left', async () => {
    await expect(load({}, failWith('aborted')).loaded).rejects.toMatchObject({ failure: 'aborted' });
  });
});
