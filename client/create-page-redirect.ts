import type { RouteAnswer } from '../shared/contract/routing.ts';
import { addRetainedParameters, isRetainedOnRedirect } from '../shared/rules/redirect-query.ts';
import type * as queryKinds from './find-page-query-kind.ts';
import type { LoadContext, LoadResult } from './load-context.ts';

/**
 * Returns the redirect to the new URL of a page, with the query parameters that the target reads.
 *
 * @param findPageQueryKind `client/find-page-query-kind.ts`; passed in, so that this module does not import the
 *   pages
 */
export async function createPageRedirect(
  { api, critical, query, scope }: LoadContext,
  { url, permanent }: Extract<RouteAnswer, { kind: 'redirect' }>,
  findPageQueryKind: typeof queryKinds.findPageQueryKind,
): Promise<LoadResult> {
  const [path = ''] = url.split(/[?#]/);
  // The parameters of pages on other hosts are unknown.
  const kind =
    query.size === 0 || !path.startsWith('/')
      ? null
      : await findPageQueryKind(path, scope, (pathname) =>
          api.fetchRoute({ query: { url: pathname } }, critical),
        );
  const target = addRetainedParameters(url, query, (name) => isRetainedOnRedirect(name, kind));
  return { redirect: { status: permanent ? 301 : 302, url: target } };
}
