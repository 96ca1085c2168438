import { getCookieName, type VisitorCookieName, visitorCookies } from '../../../shared/contract/cookies.ts';

/** What the backend is told of; the mark of a session is for the browser alone. */
const toldCookies = [
  'session',
  'cart',
  'order',
  'preview',
  'known',
] as const satisfies readonly VisitorCookieName[];
const allCookies = Object.keys(visitorCookies) as VisitorCookieName[];

/** Ids and tokens of ours; whatever else a browser or a backend says is no cookie of ours. */
const VALUE = /^[\w.~-]{1,200}$/;
/** RFC 6265bis: browsers keep a cookie no longer, in seconds. */
const LONGEST_SECONDS = 400 * 86_400;

/**
 * The value of one of our cookies.
 *
 * @param cookies as cookie-parser gives them; of a name that came twice it has the first
 * @param isSecure over https only names with the prefix count: the others may have been planted
 * @returns null where there is none, or none of ours
 */
export function readVisitorCookie(
  cookie: VisitorCookieName,
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
): string | null {
  const name = getCookieName(cookie, isSecure);
  const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
  return typeof value === 'string' && VALUE.test(value) ? value : null;
}

/**
 * The cookies of a visitor that the backend is told of.
 *
 * @param cookies as `readVisitorCookie` takes them
 * @param which all of them, where it is not said
 * @returns the value of a `Cookie` header; undefined where there is none
 */
export function createCookieHeader(
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
  which: readonly VisitorCookieName[] = toldCookies,
): string | undefined {
  const told = which.flatMap((cookie) => {
    const value = readVisitorCookie(cookie, cookies, isSecure);
    return value === null ? [] : [`${getCookieName(cookie, isSecure)}=${value}`];
  });
  return told.length === 0 ? undefined : told.join('; ');
}

/**
 * A `Set-Cookie` field of the backend as the visitor is sent it: name, value and age are the backend's, everything else is decided here.
 *
 * @returns null for what is no cookie of ours
 */
export function createVisitorCookie(field: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const [name, value = ''] = pair.split(/=(.*)/s);
  const cookie = allCookies.find((known) => getCookieName(known, isSecure) === name);
  const maxAge = attributes
    .map((part) => /^max-age=(\d{1,9})$/i.exec(part)?.[1])
    .find((age) => age !== undefined);
  // An empty value takes the cookie away.
  const isValue = VALUE.test(value) || (value === '' && Number(maxAge) === 0);
  if (cookie === undefined || !isValue) return null;
  const seconds = maxAge === undefined ? null : Math.min(Number(maxAge), LONGEST_SECONDS);
  return formatCookie(cookie, { value, seconds, isSecure });
}

/** A `Set-Cookie` field that takes a cookie of ours away. */
export function createVisitorCookieEnd(cookie: VisitorCookieName, isSecure: boolean): string {
  return formatCookie(cookie, { value: '', seconds: 0, isSecure });
}

function formatCookie(
  cookie: VisitorCookieName,
  { value, seconds, isSecure }: { value: string; seconds: number | null; isSecure: boolean },
): string {
  return [
    `${getCookieName(cookie, isSecure)}=${value}`,
    'Path=/',
    ...(seconds === null ? [] : [`Max-Age=${seconds}`]),
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(visitorCookies[cookie].isReadable ? [] : ['HttpOnly']),
  ].join('; ');
}
