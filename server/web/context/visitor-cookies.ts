import { getCookieName, type VisitorCookieName, visitorCookies } from '../../../shared/contract/cookies.ts';
import { DAY_SECONDS } from '../../../shared/rules/durations.ts';

/** Cookies that the backend receives. `signedin` is for the browser alone. */
const forwardedCookieNames = [
  'session',
  'cart',
  'order',
  'preview',
  'known',
] as const satisfies readonly VisitorCookieName[];
const allCookieNames = Object.keys(visitorCookies) as VisitorCookieName[];

/** Format of ids and tokens of this shop. A cookie with any other value is ignored. */
const VALUE_PATTERN = /^[\w.~-]{1,200}$/;
/** Maximum cookie lifetime in browsers, in seconds (RFC 6265bis). */
const MAX_COOKIE_AGE_SECONDS = 400 * DAY_SECONDS;

/**
 * Returns the value of one of the shop's cookies.
 *
 * @param cookies cookies as parsed by cookie-parser, which retains the first of two with the same name
 * @param isSecure over https, only names with the `__Host-` prefix count; other hosts may have planted the
 *   others
 * @returns null if there is none or it is invalid
 */
export function readVisitorCookie(
  cookie: VisitorCookieName,
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
): string | null {
  const name = getCookieName(cookie, isSecure);
  const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
  return typeof value === 'string' && VALUE_PATTERN.test(value) ? value : null;
}

/**
 * Creates the `Cookie` header of the visitor's cookies for the backend.
 *
 * @param cookies as for `readVisitorCookie`
 * @param which names to include; all if omitted
 * @returns undefined if there is none
 */
export function createCookieHeader(
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
  which: readonly VisitorCookieName[] = forwardedCookieNames,
): string | undefined {
  const pairs = which.flatMap((cookie) => {
    const value = readVisitorCookie(cookie, cookies, isSecure);
    return value === null ? [] : [`${getCookieName(cookie, isSecure)}=${value}`];
  });
  return pairs.length === 0 ? undefined : pairs.join('; ');
}

/**
 * Creates the `Set-Cookie` field for the visitor from one of the backend. Only name, value and age are taken
 * from the backend; the other attributes are set here.
 *
 * @returns null if it is not a cookie of the shop
 */
export function createVisitorCookie(field: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const [name, value = ''] = pair.split(/=(.*)/s);
  const cookie = allCookieNames.find((known) => getCookieName(known, isSecure) === name);
  const maxAge = attributes
    .map((part) => /^max-age=(\d{1,9})$/i.exec(part)?.[1])
    .find((age) => age !== undefined);
  // An empty value deletes the cookie.
  const isValue = VALUE_PATTERN.test(value) || (value === '' && Number(maxAge) === 0);
  if (cookie === undefined || !isValue) return null;
  const seconds = maxAge === undefined ? null : Math.min(Number(maxAge), MAX_COOKIE_AGE_SECONDS);
  return formatCookie(cookie, { value, seconds, isSecure });
}

/** Creates the `Set-Cookie` field that deletes a cookie. */
export function createVisitorCookieDeletion(cookie: VisitorCookieName, isSecure: boolean): string {
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
