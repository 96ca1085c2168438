import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';

/** The same lifetime as a session that stays signed in. */
const COOKIE_LIFETIME_SECONDS = 180 * DAY_SECONDS;
const BROWSER_ID_BYTES = 16;
const EXPIRY_BYTES = 6;
const COOKIE_BODY_BYTES = BROWSER_ID_BYTES + EXPIRY_BYTES;

/**
 * Recognises browsers in which a customer has signed in, by a signed cookie. The backend stores nothing, and
 * the cookie names no account.
 */
export interface KnownBrowsers {
  /** Creates the cookie for a browser that has signed in. Reuses the id of a former cookie. */
  createCookie(former: string | null): ResponseCookie;
  /** Returns the id in a cookie; null if the signature is invalid or the cookie has expired. */
  read(cookie: string | null): string | null;
}

/**
 * Creates the recognition of known browsers.
 *
 * @param deps.key key of 32 bytes, the same in all backends
 */
export function createKnownBrowsers(deps: {
  readonly key: Buffer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): KnownBrowsers {
  const { key, clock } = deps;
  const sign = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();

  function readId(cookie: string | null): Buffer | null {
    const bytes = Buffer.from(cookie ?? '', 'base64url');
    const body = bytes.subarray(0, COOKIE_BODY_BYTES);
    const mac = sign(body);
    if (bytes.length !== COOKIE_BODY_BYTES + mac.length) return null;
    const isGood =
      timingSafeEqual(bytes.subarray(COOKIE_BODY_BYTES), mac) &&
      body.readUIntBE(BROWSER_ID_BYTES, EXPIRY_BYTES) > clock();
    return isGood ? body.subarray(0, BROWSER_ID_BYTES) : null;
  }

  return {
    createCookie(former) {
      const end = Buffer.alloc(EXPIRY_BYTES);
      end.writeUIntBE(clock() + COOKIE_LIFETIME_SECONDS * 1000, 0, EXPIRY_BYTES);
      const body = Buffer.concat([readId(former) ?? randomBytes(BROWSER_ID_BYTES), end]);
      const value = Buffer.concat([body, sign(body)]).toString('base64url');
      return { name: 'known', value, maxAgeSeconds: COOKIE_LIFETIME_SECONDS };
    },
    read: (cookie) => readId(cookie)?.toString('base64url') ?? null,
  };
}
