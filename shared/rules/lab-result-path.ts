import type { RoughageTestKind } from './lab-results.ts';

/**
 * Key that grants permission to read a result, in base64url: 256 bits, or 128 bits from an earlier release.
 */
const KEY_PATTERN = '[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{21})?';
const keyPattern = new RegExp(`^${KEY_PATTERN}$`);
const pathPattern = new RegExp(`^(/[^/]+/)(rqs|qs)/(${KEY_PATTERN})/?$`);

/** Router patterns of result pages; the first segment is the site's own page about roughage tests. */
export const RQS_RESULT_PATTERN = '/:page/rqs/:key/';
export const QS_RESULT_PATTERN = '/:page/qs/:key/';

/** Returns true if a text has the format of a key. */
export const isResultKey = (text: string): boolean => keyPattern.test(text);

/**
 * Returns the path of a result.
 *
 * @param pagePath path of the site's page about roughage tests, with slashes at both ends
 */
export const getResultPath = (pagePath: string, kind: RoughageTestKind, key: string): string =>
  `${pagePath}${kind}/${key}/`;

/** Parses the path of a result; null for any other path. */
export function parseResultPath(
  path: string,
): { readonly pagePath: string; readonly kind: RoughageTestKind; readonly key: string } | null {
  const [, pagePath, kind, key] = pathPattern.exec(path) ?? [];
  if (pagePath === undefined || key === undefined) return null;
  return { pagePath, kind: kind === 'qs' ? 'qs' : 'rqs', key };
}
