import type { TestKind } from './lab-results.ts';

/** The right to read a result, in base64url: 256 bits, or 128 bits of an earlier release. */
const KEY = '[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{21})?';
const keyPattern = new RegExp(`^${KEY}$`);
const pathPattern = new RegExp(`^(/[^/]+/)(rqs|qs)/(${KEY})/?$`);

/** Pages of results as the router takes them; the first part is the site's own page about roughage tests. */
export const RQS_RESULT_PATTERN = '/:page/rqs/:key/';
export const QS_RESULT_PATTERN = '/:page/qs/:key/';

/** Whether a text has the form of a key. */
export const isResultKey = (text: string): boolean => keyPattern.test(text);

/**
 * Path of a result.
 *
 * @param pagePath of the site's page about roughage tests, with slashes at both ends
 */
export const getResultPath = (pagePath: string, kind: TestKind, key: string): string =>
  `${pagePath}${kind}/${key}/`;

/** The parts of a path that has the form of a result's; null for any other. */
export function parseResultPath(
  path: string,
): { readonly pagePath: string; readonly kind: TestKind; readonly key: string } | null {
  const [, pagePath, kind, key] = pathPattern.exec(path) ?? [];
  if (pagePath === undefined || key === undefined) return null;
  return { pagePath, kind: kind === 'qs' ? 'qs' : 'rqs', key };
}
