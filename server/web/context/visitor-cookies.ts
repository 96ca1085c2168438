/** Cookies that the backend may read and set, by their plain names. Over https those with a right have a prefix that only this host can set. */
const cookieRules = {
  /** The session: a secret that no script reads. */
  sid: { isSecret: true, isPrefixed: true },
  /** The cart's id. Not secret: script shows it to the API. */
  cart: { isSecret: false, isPrefixed: true },
  /** Says that there is a session, so that strangers cost no call; no right comes with it. */
  signedin: { isSecret: false, isPrefixed: false },
} as const;

export type VisitorCookieName = keyof typeof cookieRules;

/** Sent to the backend. */
const sentNames = ['sid', 'cart'] as const satisfies readonly VisitorCookieName[];

/** Ids and tokens of ours; whatever else a browser or a backend says is no cookie of ours. */
const VALUE = /^[\w.~-]{1,200}$/;
/** RFC 6265bis: browsers keep a cookie no longer, in seconds. */
const LONGEST_SECONDS = 400 * 86_400;

/** Browsers refuse a cookie with this prefix that is not for this very host, over https. */
const HOST_PREFIX = '__Host-';

const isName = (name: string): name is VisitorCookieName => Object.hasOwn(cookieRules, name);

/**
 * The cookies of a visitor that the backend is told of.
 *
 * @param cookies as cookie-parser gives them; of a name that came twice it has the first
 * @param isSecure over https only the names with the prefix count: the others may come from anywhere
 * @returns the value of a `Cookie` header; undefined where there is none
 */
export function createCookieHeader(
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
): string | undefined {
  const sent = sentNames.flatMap((name) => {
    const key = isSecure ? HOST_PREFIX + name : name;
    const value = Object.hasOwn(cookies, key) ? cookies[key] : undefined;
    return typeof value === 'string' && VALUE.test(value) ? [`${name}=${value}`] : [];
  });
  return sent.length === 0 ? undefined : sent.join('; ');
}

/**
 * A `Set-Cookie` field of the backend as the visitor is sent it: name, value and age are the backend's, everything else is decided here.
 *
 * @returns null for what is no cookie of ours
 */
export function createVisitorCookie(field: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const fullName = pair.slice(0, Math.max(equals, 0));
  const name = fullName.startsWith(HOST_PREFIX) ? fullName.slice(HOST_PREFIX.length) : fullName;
  const value = pair.slice(equals + 1);
  const maxAge = attributes
    .map((part) => /^max-age=(\d{1,9})$/i.exec(part)?.[1])
    .find((age) => age !== undefined);
  // An empty value takes the cookie away.
  if (!isName(name) || !(VALUE.test(value) || (value === '' && Number(maxAge) === 0))) return null;
  return [
    `${isSecure && cookieRules[name].isPrefixed ? HOST_PREFIX : ''}${name}=${value}`,
    'Path=/',
    ...(maxAge === undefined ? [] : [`Max-Age=${Math.min(Number(maxAge), LONGEST_SECONDS)}`]),
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    ...(cookieRules[name].isSecret ? ['HttpOnly'] : []),
  ].join('; ');
}
