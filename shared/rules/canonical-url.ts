import { visitedPaths } from './fixed-paths.ts';
import { isEmptyField } from './list-query.ts';
import { getScreenOfSegment, getSegment } from './localised-segments.ts';
import { isKnownParameter } from './page-query.ts';

/** What the one true form of an address is. */
export type CanonicalUrl =
  | { readonly kind: 'canonical' }
  /** Path and query on the same host; begins with exactly one slash. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  /** Percent-encoding that decodes to nothing, or a control character. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'tooLong' };

/** Longest path, decoded, that routing looks up. */
const maxPathLength = 2000;

/** Most parameters of a query. The shop's own links have fewer than 40; every further one costs processor time before any cache. */
const maxParameters = 100;

/** Query parameters that say what is the case anyway. */
const defaults: ReadonlyMap<string, string> = new Map([
  ['p', '1'],
  ['ps', '24'],
]);

/** `photo.jpg` and `archive.7z` have one, `nuvo-2.5` has not. */
const fileExtension = /\.(?=[0-9]*[a-z])[a-z0-9]{1,12}$/i;

const visited: ReadonlySet<string> = new Set(visitedPaths);

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** A request line arrives as bytes, one character each; a Location header must be ASCII. A browser reads a backslash as a slash, and ends the path at a '#'. */
function encodeUnsafe(text: string): string {
  return text.replace(
    /[^\x21-\x7e]|[\\"<>#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** A segment in the one spelling that the shop's own links have: the signs that `encodeURI` writes plain stay plain. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}

/** Decoded segments without empty ones, '.' and '..', as a browser would understand them in a link. */
function listSegments(path: string): string[] {
  const segments: string[] = [];
  for (const part of path.split('/')) {
    const segment = decodeURIComponent(part);
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** @param path with percent-encoding that can be decoded */
function getCanonicalPath(path: string, locale: string): string {
  const [first, ...rest] = listSegments(path);
  if (first === undefined) return '/';
  const own = first.toLowerCase();
  const screen = getScreenOfSegment(own);
  const canonicalFirst = screen === undefined ? first : getSegment(screen, locale);
  const last = rest.at(-1) ?? canonicalFirst;
  const end = fileExtension.test(last) ? '' : '/';
  const canonical = `/${[canonicalFirst, ...rest].map(encodeSegment).join('/')}${end}`;
  const lower = canonical.toLowerCase();
  return visited.has(lower) ? lower : canonical;
}

interface Parameter {
  /** As it stands in the address, with its encoding. */
  readonly pair: string;
  readonly name: string;
  readonly value: string;
}

/** By name, then by value, as the shop's own links have them; by UTF-16 units, as `URLSearchParams` sorts. */
function compareParameters(a: Parameter, b: Parameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.value === b.value ? 0 : a.value < b.value ? -1 : 1;
}

/** Whether a query has more parameters than are read, without splitting it. */
function hasTooManyParameters(query: string): boolean {
  let parameters = 1;
  for (let at = query.indexOf('&'); at !== -1; at = query.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > maxParameters) return true;
  }
  return false;
}

function getCanonicalQuery(query: string): string | undefined {
  const named: Parameter[] = [];
  const uses = new Map<string, number>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [rawName = '', rawValue = ''] = pair.split(/=(.*)/s);
    const name = decode(rawName);
    const value = decode(rawValue);
    if (name === undefined || value === undefined) return undefined;
    named.push({ pair, name, value });
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const kept = named.filter(
    ({ name, value }) =>
      !(uses.get(name) === 1 && defaults.get(name) === value) && !isEmptyField(name, value),
  );
  const known = kept.filter(({ name }) => isKnownParameter(name)).sort(compareParameters);
  return kept
    .map((parameter) => (isKnownParameter(parameter.name) ? (known.shift() ?? parameter) : parameter).pair)
    .join('&');
}

/** True where a query (without '?') can be decoded and says nothing that is the case anyway. */
export function isCanonicalQuery(query: string): boolean {
  return query !== '' && !hasTooManyParameters(query) && getCanonicalQuery(query) === query;
}

/**
 * Brings an address to its one form, in one pass: single slashes, one percent-encoding, no dot segments, a slash at the end unless the
 * last segment is a file, this language's first segment for a screen, small letters for the program's own addresses, no `p=1` and `ps=24`, no number field that a form sent empty,
 * what pages know in its one order (a form sends its fields as they stand in it). Other parameters keep their place, and the whole query its encoding.
 * Applied to its own result it always says 'canonical', so there is never a second hop.
 *
 * @param url path and query as in the request line, with its percent-encoding
 * @param locale language of the host
 */
export function getCanonicalUrl(url: string, locale: string): CanonicalUrl {
  const [rawPath = '', query = ''] = url.split(/\?(.*)/s);
  // A request line is bytes: a character above 255 did not come from one.
  if (!rawPath.startsWith('/') || /[\u0100-\uffff]/.test(url)) return { kind: 'malformed' };
  // Encoded first: a raw backslash is a path to us and a host to whoever parses the address next.
  const path = encodeUnsafe(rawPath);
  const decodedPath = decode(path.replaceAll('+', '%2B'));
  if (decodedPath === undefined || hasControlCharacter(decodedPath)) return { kind: 'malformed' };
  if (decodedPath.length > maxPathLength) return { kind: 'tooLong' };
  if (hasTooManyParameters(query)) return { kind: 'tooLong' };
  const canonicalQuery = getCanonicalQuery(query);
  if (canonicalQuery === undefined) return { kind: 'malformed' };

  const target = `${getCanonicalPath(path, locale)}${canonicalQuery === '' ? '' : `?${encodeUnsafe(canonicalQuery)}`}`;
  return target === url ? { kind: 'canonical' } : { kind: 'elsewhere', location: target };
}
