import { describe, expect, it } from '@jest/globals';
import {
  createNoticeCookie,
  createNoticeDeletion,
  hasNotice,
  MAX_DIFFERENCES,
  readNotice,
} from './notice-cookie.ts';

const sentNotice = {
  form: 'review',
  back: '/prado/',
  subject: { title: 'Prado „Müsli“; 25 kg', url: '/prado/' },
};
const getCookieValue = (cookie: string | null) => cookie?.split(';')[0]?.split('=')[1] ?? '';
const encodeValue = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('notice cookie', () => {
  it.each([
    [false, 'notice', ''],
    [true, '__Host-notice', '; Secure'],
  ])('transports a notice in a host-only HttpOnly cookie (https: %s)', (isSecure, name, secure) => {
    const cookie = createNoticeCookie(sentNotice, isSecure);
    expect(cookie?.replace(/=[\w-]+;/, '=…;')).toBe(
      `${name}=…; Path=/; Max-Age=120; SameSite=Lax${secure}; HttpOnly`,
    );
    const cookies = { [name]: getCookieValue(cookie) };
    expect(hasNotice(cookies, isSecure)).toBe(true);
    expect(readNotice(cookies, isSecure)).toEqual(sentNotice);
    expect(readNotice(cookies, !isSecure)).toBeNull();
    expect(createNoticeDeletion(isSecure)).toBe(
      `${name}=; Path=/; Max-Age=0; SameSite=Lax${secure}; HttpOnly`,
    );
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'x'.repeat(20)],
    ['another structure', encodeValue({ form: 'review' })],
    ['unknown members', encodeValue({ ...sentNotice, extra: 1 })],
    ['a form name with markup', encodeValue({ ...sentNotice, form: '<b>' })],
    ['a prototype property', encodeValue({ ...sentNotice, form: '__proto__' })],
    ['a path to another host', encodeValue({ ...sentNotice, back: '//evil.example/' })],
    ['a path to another host by a backslash', encodeValue({ ...sentNotice, back: '/\\evil.example/' })],
    [
      'a javascript: URL as path',
      encodeValue({ ...sentNotice, subject: { title: 'x', url: 'javascript:alert(1)' } }),
    ],
    ['a line with quantity 0', encodeValue({ ...sentNotice, line: { productVariantId: 7, quantity: 0 } })],
    [
      'sample names of a wrong type',
      encodeValue({ ...sentNotice, line: { productVariantId: 7, quantity: 1, sampleNames: [1] } }),
    ],
    ['8 KB', encodeValue({ ...sentNotice, back: `/${'x'.repeat(8000)}` })],
  ])('reads no notice from a cookie with %s', (_case, value) => {
    expect(readNotice({ notice: value }, false)).toBeNull();
  });

  it('contains the differences of a cart, and omits them if they are too long', () => {
    const create = (description: string) => ({
      form: 'cart-receive',
      back: null,
      differences: Array.from({ length: MAX_DIFFERENCES }, () => ({
        kind: 'price' as const,
        description,
        formerAmount: 2195,
        currentAmount: 2095,
      })),
    });
    const read = (given: ReturnType<typeof create>) =>
      readNotice({ notice: getCookieValue(createNoticeCookie(given, false)) }, false);
    expect(read(create('Sopra Classic Mash'))).toEqual(create('Sopra Classic Mash'));
    expect(read(create('ä'.repeat(200)))).toEqual({ form: 'cart-receive', back: null });
  });

  it('contains a line of the cart with the names of its samples', () => {
    const line = { productVariantId: 1086, quantity: 2, sampleNames: ['Hay „north“ <b>', null] };
    const cookie = createNoticeCookie({ ...sentNotice, line }, false);
    expect(readNotice({ notice: getCookieValue(cookie) }, false)).toEqual({ ...sentNotice, line });
  });

  it('is not created if it would be too long', () => {
    expect(createNoticeCookie({ ...sentNotice, back: `/${'x'.repeat(2000)}` }, false)).toBeNull();
    expect(
      createNoticeCookie(
        {
          ...sentNotice,
          back: `/${'x'.repeat(990)}`,
          subject: { title: 'ä'.repeat(200), url: `/${'x'.repeat(990)}` },
        },
        false,
      )?.length ?? 0,
    ).toBeLessThan(4096);
  });
});
