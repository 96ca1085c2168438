import type { RouteAnswer } from '../shared/contract/routing.ts';
import { addToQuery, goesAlong } from '../shared/rules/way-query.ts';
import type { LoadContext, LoadResult } from './load-context.ts';

/**
 * The address where the page is now, with what goes along of the query.
 *
 * @param findQueryKind `client/find-query-kind.ts`; given, so that this module brings none of the pages along
 */
export async function followRedirect(
  { api, critical, query, scope }: LoadContext,
  { url, permanent }: Extract<RouteAnswer, { kind: 'redirect' }>,
  findQueryKind: typeof import('./find-query-kind.ts').findQueryKind,
): Promise<LoadResult> {
  const [path = ''] = url.split(/[?#]/);
  // Of another host's pages nobody knows here what they read.
  const kind =
    query.size === 0 || !path.startsWith('/')
      ? null
      : await findQueryKind(path, scope, (pathname) =>
          api.fetchRoute({ query: { url: pathname } }, critical),
        );
  const target = addToQuery(url, query, (name) => goesAlong(name, kind));
  return { redirect: { status: permanent ? 301 : 302, url: target } };
}
