import { canonicalisedPaths } from './fixed-paths.ts';
import { isEmptyField } from './list-query.ts';
import { getLocalisedSegment, getStaticRouteOfSegment } from './localised-segments.ts';
import { isKnownParameter } from './page-query.ts';

/** Result of the canonicalisation of a URL. */
export type CanonicalUrlResult =
  | { readonly kind: 'canonical' }
  /** Path and query on the same host; starts with exactly one slash. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  /** Percent-encoding that cannot be decoded, or a control character. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'tooLong' };

/** Maximum length of a decoded path. */
const maxPathLength = 2000;

/**
 * Maximum number of query parameters. The shop's own links have fewer than 40; every further one costs
 * processor time before any cache.
 */
const maxParameters = 100;

/** Query parameters with default values, which are dropped. */
const defaultParameters: ReadonlyMap<string, string> = new Map([
  ['p', '1'],
  ['ps', '24'],
]);

/** Matches a file extension: `photo.jpg` and `archive.7z` have one, `nuvo-2.5` has not. */
const fileExtensionPattern = /\.(?=[0-9]*[a-z])[a-z0-9]{1,12}$/i;

const canonicalisedPathSet: ReadonlySet<string> = new Set(canonicalisedPaths);

function decodeQueryText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * Encodes unsafe characters. A request line arrives as bytes, one character each; a Location header must be
 * ASCII. A browser reads a backslash as a slash, and ends the path at a '#'.
 */
function encodeUnsafeCharacters(text: string): string {
  return text.replace(
    /[^\x21-\x7e]|[\\"<>#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/**
 * Encodes a segment as the shop's own links do: characters that `encodeURI` leaves unchanged remain
 * unchanged.
 */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}

/** Lists decoded segments without empty ones, '.' and '..', as a browser resolves them in a link. */
function listSegments(path: string): string[] {
  const segments: string[] = [];
  for (const part of path.split('/')) {
    const segment = decodeURIComponent(part);
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** @param path percent-encoded path that can be decoded */
function getCanonicalPath(path: string, locale: string): string {
  const [first, ...rest] = listSegments(path);
  if (first === undefined) return '/';
  const own = first.toLowerCase();
  const screen = getStaticRouteOfSegment(own);
  const canonicalFirst = screen === undefined ? first : getLocalisedSegment(screen, locale);
  const last = rest.at(-1) ?? canonicalFirst;
  const end = fileExtensionPattern.test(last) ? '' : '/';
  const canonical = `/${[canonicalFirst, ...rest].map(encodeSegment).join('/')}${end}`;
  const lower = canonical.toLowerCase();
  return canonicalisedPathSet.has(lower) ? lower : canonical;
}

interface QueryParameter {
  /** The pair as in the URL, with its encoding. */
  readonly pair: string;
  readonly name: string;
  readonly value: string;
}

/**
 * Compares by name, then by value, like the shop's own links; by UTF-16 code units, as `URLSearchParams`
 * sorts.
 */
function compareParameters(a: QueryParameter, b: QueryParameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.value === b.value ? 0 : a.value < b.value ? -1 : 1;
}

/** Returns true if a query has more than the maximum number of parameters, without splitting it. */
function hasTooManyParameters(query: string): boolean {
  let parameters = 1;
  for (let at = query.indexOf('&'); at !== -1; at = query.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > maxParameters) return true;
  }
  return false;
}

function getCanonicalQuery(query: string): string | undefined {
  const named: QueryParameter[] = [];
  const uses = new Map<string, number>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [rawName = '', rawValue = ''] = pair.split(/=(.*)/s);
    const name = decodeQueryText(rawName);
    const value = decodeQueryText(rawValue);
    if (name === undefined || value === undefined) return undefined;
    named.push({ pair, name, value });
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const kept = named.filter(
    ({ name, value }) =>
      !(uses.get(name) === 1 && defaultParameters.get(name) === value) && !isEmptyField(name, value),
  );
  const known = kept.filter(({ name }) => isKnownParameter(name)).sort(compareParameters);
  return kept
    .map((parameter) => (isKnownParameter(parameter.name) ? (known.shift() ?? parameter) : parameter).pair)
    .join('&');
}

/** Returns true if a query (without '?') can be decoded and contains no default values. */
export function isCanonicalQuery(query: string): boolean {
  return query !== '' && !hasTooManyParameters(query) && getCanonicalQuery(query) === query;
}

/**
 * Canonicalises a URL in one pass:
 *
 * - single slashes, one percent-encoding, no dot segments, and a trailing slash unless the last segment is a
 *   file;
 * - the first segment of a static route in this language, and lower case for fixed paths;
 * - no `p=1` and `ps=24`, and no number field that a form sent empty;
 * - parameters that pages read in one order, because a form sends its fields in document order. Other
 *   parameters keep their position, and the whole query its encoding.
 *
 * The result is always 'canonical' itself, so there is never a second hop.
 *
 * @param url percent-encoded path and query as in the request line
 * @param locale language of the host
 */
export function getCanonicalUrl(url: string, locale: string): CanonicalUrlResult {
  const [rawPath = '', query = ''] = url.split(/\?(.*)/s);
  // A request line consists of bytes: a character above 255 cannot be part of one.
  if (!rawPath.startsWith('/') || /[\u0100-\uffff]/.test(url)) return { kind: 'malformed' };
  // Encoded first: a raw backslash is part of the path here, but a separator to the next URL parser.
  const path = encodeUnsafeCharacters(rawPath);
  const decodedPath = decodeQueryText(path.replaceAll('+', '%2B'));
  if (decodedPath === undefined || hasControlCharacter(decodedPath)) return { kind: 'malformed' };
  if (decodedPath.length > maxPathLength) return { kind: 'tooLong' };
  if (hasTooManyParameters(query)) return { kind: 'tooLong' };
  const canonicalQuery = getCanonicalQuery(query);
  if (canonicalQuery === undefined) return { kind: 'malformed' };

  const target = `${getCanonicalPath(path, locale)}${canonicalQuery === '' ? '' : `?${encodeUnsafeCharacters(canonicalQuery)}`}`;
  return target === url ? { kind: 'canonical' } : { kind: 'elsewhere', location: target };
}
