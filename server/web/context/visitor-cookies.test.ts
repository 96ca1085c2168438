import { describe, expect, it } from '@jest/globals';
import { createCookieHeader, createVisitorCookie } from './visitor-cookies.ts';

describe('createCookieHeader', () => {
  it.each<[string, Record<string, unknown>, boolean, string | undefined]>([
    ['none', {}, false, undefined],
    ['session and cart', { sid: 'abc', cart: '7f-1', other: 'x' }, false, 'sid=abc; cart=7f-1'],
    ['the mark of a known browser', { known: 'abc', '__Host-known': 'x' }, false, 'known=abc'],
    ['over https those with the prefix only', { sid: 'forged', '__Host-sid': 'own' }, true, '__Host-sid=own'],
    ['without https those without it only', { '__Host-sid': 'x', cart: 'c' }, false, 'cart=c'],
    ['nothing of another shape', { sid: 'a b', cart: { j: 1 } }, false, undefined],
    ['no line ends', { sid: 'a\r\nx-forwarded-for: 1' }, false, undefined],
    ['nothing of 8 KB', { sid: 'a'.repeat(8192) }, false, undefined],
    ['nothing that every object has', Object.create({ sid: 'inherited' }), false, undefined],
  ])('sends to the backend: %s', (_what, cookies, isSecure, header) => {
    expect(createCookieHeader(cookies, isSecure)).toBe(header);
  });
});

describe('createVisitorCookie', () => {
  it.each<[string, string, boolean, string | null]>([
    [
      'the session, which no script reads',
      'sid=abc; Max-Age=60',
      false,
      'sid=abc; Path=/; Max-Age=60; SameSite=Lax; HttpOnly',
    ],
    [
      'over https for this very host alone',
      '__Host-sid=abc',
      true,
      '__Host-sid=abc; Path=/; SameSite=Lax; Secure; HttpOnly',
    ],
    ['the cart, which script reads', '__Host-cart=7', true, '__Host-cart=7; Path=/; SameSite=Lax; Secure'],
    ['the mark of a session', 'signedin=1', true, 'signedin=1; Path=/; SameSite=Lax; Secure'],
    ['taken away', 'sid=; Max-Age=0', false, 'sid=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    [
      'with our own attributes, whatever it says',
      'cart=7; Domain=evil.example; Path=/x; SameSite=None; Max-Age=999999999; Partitioned',
      false,
      'cart=7; Path=/; Max-Age=34560000; SameSite=Lax',
    ],
    ['nothing of another name', 'consent=1', false, null],
    ['nothing over https that could have been planted', 'cart=7', true, null],
    ['nothing that every object has', 'constructor=1', false, null],
    ['nothing without a name', '=1', false, null],
    ['nothing of another shape', 'sid=a"b', false, null],
    ['nothing with line ends', 'sid=a\r\nset-cookie: x=1', false, null],
    ['nothing of 8 KB', `cart=${'a'.repeat(8192)}`, false, null],
    ['nothing empty that is not taken away', 'cart=', false, null],
  ])('forwards a cookie of the backend: %s', (_what, field, isSecure, sent) => {
    expect(createVisitorCookie(field, isSecure)).toBe(sent);
  });
});
