/**
 * Base URL for resolving a path. A different origin afterwards means that the path leads to another host or
 * scheme.
 */
const PLACEHOLDER_ORIGIN = 'https://own.invalid';

/**
 * Returns the path of this host that a query value contains; null if it leads elsewhere or is not a path.
 *
 * @param text untrusted query value
 */
export function parseReturnPath(text: string | null): string | null {
  if (text === null || text.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) {
    return null;
  }
  const url = URL.parse(text, PLACEHOLDER_ORIGIN);
  // Resolved dot segments may leave two slashes at the start, which would be a host.
  return url?.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}`
    : null;
}

/**
 * Creates the URL of the sign-in page that leads back to a page of this host.
 *
 * @param flag parameter for the message at the top of the page; parameters are in canonical order
 */
export const addReturnPath = (loginPath: string, path: string, flag?: 'i'): string =>
  `${loginPath}?${flag === undefined ? '' : `${flag}=1&`}returnPath=${encodeURIComponent(path)}`;
