import type { Request, Response } from 'express';
import {
  getCookieName,
  type VisitorCookieName,
  visitorCookies,
} from '../../../../shared/contract/cookies.ts';

/** Unverified values of the visitor's cookies; null if a cookie is missing. */
export type VisitorCookies = Readonly<
  Record<'session' | 'cart' | 'order' | 'preview' | 'known', string | null>
>;

/** Cookie that a call sets with its response. */
export interface ResponseCookie {
  readonly name: VisitorCookieName;
  /** '' deletes the cookie. */
  readonly value: string;
  /** Lifetime in seconds; null until the browser is closed. */
  readonly maxAgeSeconds: number | null;
}

/** Random key as text: at least 128 bits. */
const randomKeyPattern = /^[\w-]{22,128}$/;

/** Id of an order and its token. */
const orderCookiePattern = /^[0-9a-f-]{36}\.[\w-]{22,128}$/;

/** Data with a signature of the shop. */
const signedCookiePattern = /^[\w.-]{43,200}$/;

/**
 * Returns true if the visitor used https. The web states this; it is the only caller that can reach the
 * backend's port.
 */
function isHttpsRequest(request: Request): boolean {
  return request.get('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https';
}

/** Reads the cookies parsed by cookie-parser. Values that are not valid keys count as missing. */
export function readVisitorCookies(request: Request): VisitorCookies {
  const all: Readonly<Record<string, unknown>> = request.cookies ?? {};
  const read = (cookie: VisitorCookieName, pattern: RegExp): string | null => {
    const value = all[getCookieName(cookie, isHttpsRequest(request))];
    return typeof value === 'string' && pattern.test(value) ? value : null;
  };
  return {
    session: read('session', randomKeyPattern),
    cart: read('cart', randomKeyPattern),
    order: read('order', orderCookiePattern),
    preview: read('preview', signedCookiePattern),
    known: read('known', signedCookiePattern),
  };
}

/** Sets a cookie with the attributes that all visitor cookies share. */
export function setVisitorCookie(request: Request, response: Response, cookie: ResponseCookie): void {
  const { name, value, maxAgeSeconds } = cookie;
  const isPersistent = value !== '' && maxAgeSeconds !== null;
  response.cookie(getCookieName(name, isHttpsRequest(request)), value, {
    httpOnly: !visitorCookies[name].isReadable,
    secure: isHttpsRequest(request),
    sameSite: 'lax',
    path: '/',
    ...(value === '' ? { maxAge: 0 } : isPersistent ? { maxAge: maxAgeSeconds * 1000 } : {}),
  });
}
