import { describe, expect, it } from '@jest/globals';
import { getMailbox, isEmailAddress, normaliseEmailAddress } from './email-address.ts';

describe('isEmailAddress', () => {
  it.each([
    'marit@stal.example',
    'first.last+feed@sub.domain.example',
    "o'brien@stable.example",
    'a@müller.example',
    `${'a'.repeat(64)}@stal.example`,
  ])('accepts %s', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    '',
    'marit',
    'marit@stal',
    '@stal.example',
    'marit@',
    'marit@@stal.example',
    'marit@.example',
    'marit@stal..example',
    '.marit@stal.example',
    'ma rit@stal.example',
    'marit@stal.example,other@stal.example',
    'marit@stal.example\r\nBcc: other@stal.example',
    'marit@stal.example\0',
    '"marit"@stal.example',
    '<marit@stal.example>',
    'marit@[127.0.0.1]',
    'marit@127.0.0.1',
    'marit@-stal.example',
    `${'a'.repeat(65)}@stal.example`,
    `marit@${'a.'.repeat(130)}example`,
  ])('rejects %j', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });
});

describe('getMailbox', () => {
  it.each([
    ['marit@stal.example', ['Marit@Stal.Example', 'marit+a@stal.example', 'marit+a+b@stal.example']],
    [
      'marit.de.vries@gmail.com',
      ['maritdevries@gmail.com', 'm.a.r.i.t.devries+x@GMAIL.com', 'maritdevries@googlemail.com'],
    ],
    ['marit@m\u00fcller.example', ['marit@xn--mller-kva.example', 'MARIT@M\u00dcLLER.example']],
    ['marit@stal.example', ['marit@\uff53tal.example', 'marit@\uff53\uff54\uff41\uff4c.example']],
  ])(
    'returns the same mailbox for all spellings of %s, so that a limit counts them together',
    (first, others) => {
      const find = (address: string) => getMailbox(normaliseEmailAddress(address));
      for (const other of others) {
        expect(isEmailAddress(other)).toBe(true);
        expect([other, find(other)]).toEqual([other, find(first)]);
      }
    },
  );

  it('returns different mailboxes for different names or domains', () => {
    const addresses = [
      'marit@stal.example',
      'marit@stall.example',
      'marita@stal.example',
      '+marit@stal.example',
    ];
    expect(new Set(addresses.map(getMailbox)).size).toBe(addresses.length);
  });
});

describe('normaliseEmailAddress', () => {
  it('trims spaces and ignores case, so that one person has one address', () => {
    expect(normaliseEmailAddress('  Marit@Stal.Example ')).toBe('marit@stal.example');
  });
});

it.each([
  'marit@stal.example',
  '\u200bmarit@stal.example',
  'marit\u200b@stal.example',
  '\u202amarit@stal.example\u202c',
  'marit\u202d@stal.example',
  'marit\u2060@stal.example',
  '\ufeffmarit@stal.example',
  'marit@stal\u00ad.example',
  'marit@stal.example\u00a0',
  'marit\u00a0@stal.example',
  'ｍａｒｉｔ＠ｓｔａｌ．ｅｘａｍｐｌｅ',
])('reads the pasted address %j as marit@stal.example', (pasted) => {
  expect(normaliseEmailAddress(pasted)).toBe('marit@stal.example');
});

it.each(['marit jansen@stal.example', 'marit@stal. example'])(
  'does not remove the typed space in %j',
  (typed) => {
    expect(isEmailAddress(normaliseEmailAddress(typed))).toBe(false);
  },
);
