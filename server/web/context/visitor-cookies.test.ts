import { describe, expect, it } from '@jest/globals';
import { createCookieHeader, createVisitorCookie } from './visitor-cookies.ts';

describe('createCookieHeader', () => {
  it.each<[string, Record<string, unknown>, boolean, string | undefined]>([
    ['none', {}, false, undefined],
    ['session and cart', { sid: 'abc', cart: '7f-1', other: 'x' }, false, 'sid=abc; cart=7f-1'],
    ['the cookie of a known browser', { known: 'abc', '__Host-known': 'x' }, false, 'known=abc'],
    ['only prefixed cookies over https', { sid: 'forged', '__Host-sid': 'own' }, true, '__Host-sid=own'],
    ['only unprefixed cookies over http', { '__Host-sid': 'x', cart: 'c' }, false, 'cart=c'],
    ['no values of another format', { sid: 'a b', cart: { j: 1 } }, false, undefined],
    ['no line breaks', { sid: 'a\r\nx-forwarded-for: 1' }, false, undefined],
    ['no value of 8 KB', { sid: 'a'.repeat(8192) }, false, undefined],
    ['no names inherited from Object.prototype', Object.create({ sid: 'inherited' }), false, undefined],
  ])('sends to the backend: %s', (_what, cookies, isSecure, header) => {
    expect(createCookieHeader(cookies, isSecure)).toBe(header);
  });
});

describe('createVisitorCookie', () => {
  it.each<[string, string, boolean, string | null]>([
    [
      'the session as HttpOnly',
      'sid=abc; Max-Age=60',
      false,
      'sid=abc; Path=/; Max-Age=60; SameSite=Lax; HttpOnly',
    ],
    [
      'with the __Host- prefix over https',
      '__Host-sid=abc',
      true,
      '__Host-sid=abc; Path=/; SameSite=Lax; Secure; HttpOnly',
    ],
    ['the cart, readable by scripts', '__Host-cart=7', true, '__Host-cart=7; Path=/; SameSite=Lax; Secure'],
    ['the flag of a session', 'signedin=1', true, 'signedin=1; Path=/; SameSite=Lax; Secure'],
    ['deletion', 'sid=; Max-Age=0', false, 'sid=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    [
      'with fixed attributes instead of those of the backend',
      'cart=7; Domain=evil.example; Path=/x; SameSite=None; Max-Age=999999999; Partitioned',
      false,
      'cart=7; Path=/; Max-Age=34560000; SameSite=Lax',
    ],
    ['no cookie of another name', 'consent=1', false, null],
    ['no unprefixed cookie over https', 'cart=7', true, null],
    ['no names inherited from Object.prototype', 'constructor=1', false, null],
    ['no cookie without a name', '=1', false, null],
    ['no values of another format', 'sid=a"b', false, null],
    ['no value with line breaks', 'sid=a\r\nset-cookie: x=1', false, null],
    ['no value of 8 KB', `cart=${'a'.repeat(8192)}`, false, null],
    ['no empty value without a deletion', 'cart=', false, null],
  ])('forwards a cookie of the backend: %s', (_what, field, isSecure, sent) => {
    expect(createVisitorCookie(field, isSecure)).toBe(sent);
  });
});
