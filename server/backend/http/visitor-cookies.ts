import type { Request, Response } from 'express';
import { getCookieName, type VisitorCookieName, visitorCookies } from '../../../shared/contract/cookies.ts';

/** What the visitor's cookies hold, not proven yet; null where there is none. */
export type VisitorCookies = Readonly<
  Record<'session' | 'cart' | 'order' | 'preview' | 'known', string | null>
>;

/** A cookie that a call sets with its answer. */
export interface AnswerCookie {
  readonly name: VisitorCookieName;
  /** '' takes the cookie away. */
  readonly value: string;
  /** Seconds that the browser keeps it; null: until it is closed. */
  readonly maxAgeSeconds: number | null;
}

/** A random key of ours as text: at least 128 bits. */
const keyPattern = /^[\w-]{22,128}$/;

/** The id of an order and its token. */
const orderPattern = /^[0-9a-f-]{36}\.[\w-]{22,128}$/;

/** What the shop has signed: facts, and a signature over them. */
const signedPattern = /^[\w.-]{43,200}$/;

/** Whether the visitor came over https, as the web tells, which is the only caller that the backend's port is open to. */
function isSecure(request: Request): boolean {
  return request.get('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https';
}

/** Reads what cookie-parser has made of the header; what is no key of ours counts as none. */
export function readVisitorCookies(request: Request): VisitorCookies {
  const all: Readonly<Record<string, unknown>> = request.cookies ?? {};
  const read = (cookie: VisitorCookieName, pattern: RegExp): string | null => {
    const value = all[getCookieName(cookie, isSecure(request))];
    return typeof value === 'string' && pattern.test(value) ? value : null;
  };
  return {
    session: read('session', keyPattern),
    cart: read('cart', keyPattern),
    order: read('order', orderPattern),
    preview: read('preview', signedPattern),
    known: read('known', signedPattern),
  };
}

/** Puts a cookie into the answer, with the attributes that all cookies of visitors have. */
export function setVisitorCookie(request: Request, response: Response, cookie: AnswerCookie): void {
  const { name, value, maxAgeSeconds } = cookie;
  const isKept = value !== '' && maxAgeSeconds !== null;
  response.cookie(getCookieName(name, isSecure(request)), value, {
    httpOnly: !visitorCookies[name].isReadable,
    secure: isSecure(request),
    sameSite: 'lax',
    path: '/',
    ...(value === '' ? { maxAge: 0 } : isKept ? { maxAge: maxAgeSeconds * 1000 } : {}),
  });
}
