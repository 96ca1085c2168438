import { describe, expect, it } from '@jest/globals';
import { isEmailAddress, normaliseEmailAddress } from './email-address.ts';

describe('isEmailAddress', () => {
  it.each([
    'marit@stal.example',
    'first.last+feed@sub.domain.example',
    "o'brien@stable.example",
    'a@müller.example',
    `${'a'.repeat(64)}@stal.example`,
  ])('takes %s', (address) => {
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
  ])('refuses %j', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });
});

describe('normaliseEmailAddress', () => {
  it('cuts spaces and ignores capitals, so that one person is one address', () => {
    expect(normaliseEmailAddress('  Marit@Stal.Example ')).toBe('marit@stal.example');
  });
});
