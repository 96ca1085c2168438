import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { SentNotice } from '../../../client/forms/action-result.ts';
import { siteTimeZones } from '../../../shared/rules/time-zones.ts';

/** Long enough for a slow connection, in seconds; whoever comes back later knows already. */
const LIFE_SECONDS = 120;
/** Browsers keep 4096 bytes of a cookie. */
const LONGEST = 3000;

/** Differences that a notice has room for; the cart itself shows the others. */
export const MOST_DIFFERENCES = 8;

/** A path of this shop: what starts with two slashes is another host to a browser. */
const OwnPath = Type.String({ pattern: '^/(?![/\\\\])[^\\s\\\\]*$', maxLength: 1000 });

const Amount = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
const Difference = Type.Object(
  {
    kind: Type.Union([Type.Literal('price'), Type.Literal('dropped'), Type.Literal('code')]),
    description: Type.String({ maxLength: 200 }),
    formerAmount: Amount,
    currentAmount: Amount,
  },
  { additionalProperties: false },
);

const notice = Compile(
  Type.Object(
    {
      form: Type.String({ pattern: '^[a-z-]{1,40}$' }),
      back: Type.Union([OwnPath, Type.Null()]),
      subject: Type.Optional(
        Type.Object(
          { title: Type.String({ maxLength: 200 }), url: OwnPath },
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
      differences: Type.Optional(Type.Array(Difference, { maxItems: MOST_DIFFERENCES })),
      receipt: Type.Optional(
        Type.Object(
          {
            receivedAt: Type.String({ pattern: '^[0-9TZ:.-]{20,24}$' }),
            timeZone: Type.Enum(siteTimeZones),
            path: OwnPath,
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

/** Over https browsers take it from this very host only, so that no other host below the same domain can plant it. */
const getName = (isSecure: boolean) => (isSecure ? '__Host-notice' : 'notice');

const format = (value: string, seconds: number, isSecure: boolean) =>
  [
    `${getName(isSecure)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    'HttpOnly',
  ].join('; ');

/** True where the visitor's browser holds a notice, in whatever state. */
export function hasNotice(cookies: Readonly<Record<string, unknown>>, isSecure: boolean): boolean {
  return Object.hasOwn(cookies, getName(isSecure));
}

/**
 * The notice that a visitor's browser holds.
 *
 * @param cookies as cookie-parser gives them
 * @returns null where there is none, or none of ours
 */
export function readNotice(cookies: Readonly<Record<string, unknown>>, isSecure: boolean): SentNotice | null {
  const name = getName(isSecure);
  const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return notice.Check(read) ? read : null;
  } catch {
    return null;
  }
}

/** A `Set-Cookie` field with a notice for the next page; null where it is too long to be kept: the page then says less. Differences are left out first. */
export function createNoticeCookie(sent: SentNotice, isSecure: boolean): string | null {
  const value = Buffer.from(JSON.stringify(sent)).toString('base64url');
  if (notice.Check(sent) && value.length <= LONGEST) return format(value, LIFE_SECONDS, isSecure);
  const { differences, ...rest } = sent;
  return differences ? createNoticeCookie(rest, isSecure) : null;
}

/** A `Set-Cookie` field that takes the notice away. */
export function createNoticeEnd(isSecure: boolean): string {
  return format('', 0, isSecure);
}
