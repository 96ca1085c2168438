/** Of another host or scheme once it is resolved: every path is resolved against one that is nobody's. */
const NOWHERE = 'https://own.invalid';

/**
 * The page of this host that an address of a query leads to; null for whatever leads elsewhere, or is no path.
 *
 * @param text as it came: anybody may have written it
 */
export function readReturnPath(text: string | null): string | null {
  if (text === null || text.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) {
    return null;
  }
  const url = URL.parse(text, NOWHERE);
  // Dots that are resolved may leave two slashes at the beginning, which name a host.
  return url?.origin === NOWHERE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : null;
}

/**
 * The address of the sign-in page that leads back to a page of this host.
 *
 * @param flag what the page says at its top; in the order in which addresses have their parameters
 */
export const addReturnPath = (loginPath: string, path: string, flag?: 'i'): string =>
  `${loginPath}?${flag === undefined ? '' : `${flag}=1&`}returnPath=${encodeURIComponent(path)}`;
