import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { FormSuccessNotice } from '../../../client/forms/action-result.ts';
import { siteTimeZones } from '../../../shared/rules/time-zones.ts';

/** Lifetime in seconds: long enough for a slow connection. A later notice would be outdated. */
const MAX_AGE_SECONDS = 120;
/** Maximum length of the value, so that the cookie stays below the 4096 bytes that browsers store. */
const MAX_VALUE_LENGTH = 3000;

/** Maximum number of differences in a notice; the cart itself shows the others. */
export const MAX_DIFFERENCES = 8;

/** A path of this site. A path that starts with two slashes would lead to another host. */
const LocalPath = Type.String({ pattern: '^/(?![/\\\\])[^\\s\\\\]*$', maxLength: 1000 });

const CentsOrNull = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
const CartDifference = Type.Object(
  {
    kind: Type.Union([Type.Literal('price'), Type.Literal('dropped'), Type.Literal('code')]),
    description: Type.String({ maxLength: 200 }),
    formerAmount: CentsOrNull,
    currentAmount: CentsOrNull,
  },
  { additionalProperties: false },
);

const notice = Compile(
  Type.Object(
    {
      form: Type.String({ pattern: '^[a-z-]{1,40}$' }),
      back: Type.Union([LocalPath, Type.Null()]),
      subject: Type.Optional(
        Type.Object(
          { title: Type.String({ maxLength: 200 }), url: LocalPath },
          { additionalProperties: false },
        ),
      ),
      line: Type.Optional(
        Type.Object(
          {
            productVariantId: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
            quantity: Type.Integer({ minimum: 1, maximum: 999 }),
            sampleNames: Type.Optional(
              Type.Array(Type.Union([Type.String({ maxLength: 60 }), Type.Null()]), { maxItems: 999 }),
            ),
          },
          { additionalProperties: false },
        ),
      ),
      differences: Type.Optional(Type.Array(CartDifference, { maxItems: MAX_DIFFERENCES })),
      receipt: Type.Optional(
        Type.Object(
          {
            receivedAt: Type.String({ pattern: '^[0-9TZ:.-]{20,24}$' }),
            timeZone: Type.Enum(siteTimeZones),
            path: LocalPath,
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

/**
 * Returns the cookie name. With the `__Host-` prefix, browsers accept the cookie only from this exact host,
 * so that no other subdomain can plant it.
 */
const getCookieName = (isSecure: boolean) => (isSecure ? '__Host-notice' : 'notice');

const formatCookie = (value: string, seconds: number, isSecure: boolean) =>
  [
    `${getCookieName(isSecure)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    'HttpOnly',
  ].join('; ');

/** Returns true if the request carries a notice cookie, valid or not. */
export function hasNotice(cookies: Readonly<Record<string, unknown>>, isSecure: boolean): boolean {
  return Object.hasOwn(cookies, getCookieName(isSecure));
}

/**
 * Reads the notice of a request.
 *
 * @param cookies cookies as parsed by cookie-parser
 * @returns null if there is none or it is invalid
 */
export function readNotice(
  cookies: Readonly<Record<string, unknown>>,
  isSecure: boolean,
): FormSuccessNotice | null {
  const name = getCookieName(isSecure);
  const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
  if (typeof value !== 'string' || value.length > MAX_VALUE_LENGTH) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return notice.Check(read) ? read : null;
  } catch {
    return null;
  }
}

/**
 * Creates the `Set-Cookie` field of a notice for the next page. Omits the differences if they are too long.
 * Returns null if it is still too long; the next page then shows less.
 */
export function createNoticeCookie(sent: FormSuccessNotice, isSecure: boolean): string | null {
  const value = Buffer.from(JSON.stringify(sent)).toString('base64url');
  if (notice.Check(sent) && value.length <= MAX_VALUE_LENGTH)
    return formatCookie(value, MAX_AGE_SECONDS, isSecure);
  const { differences, ...rest } = sent;
  return differences ? createNoticeCookie(rest, isSecure) : null;
}

/** Creates the `Set-Cookie` field that deletes the notice. */
export function createNoticeDeletion(isSecure: boolean): string {
  return formatCookie('', 0, isSecure);
}
