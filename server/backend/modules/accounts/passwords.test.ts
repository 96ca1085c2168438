import { describe, expect, it } from '@jest/globals';
import type { SiteRecord } from '../../scope/site-record.ts';
import { horseWords, readCommonPasswords } from '../../security/word-lists.ts';
import { createPasswords } from './passwords.ts';

/** The fields of a site that are read here. */
const site = {
  site: { name: 'Havero Nederland', domain: 'havero-nl.localhost' },
  languages: [{ domain: 'paardensnoep.example' }],
} as unknown as SiteRecord;

const chosen = (password: string) => ({
  password,
  field: 'newPassword',
  emailAddress: 'marit.devries7@linde.example',
});
const refusal = expect.objectContaining({
  code: 'validation_failed',
  errors: [{ field: 'newPassword', code: 'password' }],
});

describe('password rule', () => {
  const { assertGood } = createPasswords();

  it.each([
    ['of the shortest length', 'qv7zkww'],
    ['of the longest', `${'kw7'.repeat(42)}zz`],
    ['that holds a common word and another', 'Haverstro 12'],
    ['that holds the brand and another', 'havero kwartet 9'],
    ['with spaces and signs', ' 4 knollen, 2 klaver '],
    ['of another script', 'лошадка٣٤'],
  ])('accepts %s', (_what, password) => {
    expect(() => assertGood(site, chosen(password))).not.toThrow();
  });

  it.each([
    ['too short', 'qv7zkw'],
    ['too long', `${'kw7'.repeat(43)}`],
    ['digits alone', '4711081547'],
    ['letters alone', 'qvzkwwpd'],
    ['a common one', 'password1'],
    ['a common one in capitals', 'PassWord1'],
    ['a common one among signs', '**password1!!'],
    ['a common one of another language', 'Welkom2024'],
    ['keys in a row', '1q2w3e4r'],
    ['the brand and a year', 'Havero2026'],
    ['the other brand among signs', '!!Hafero-99!!'],
    ['the name of the site', 'Nederland 2031'],
    ['its domain', 'haveronl-4711'],
    ['another domain of it', 'Paardensnoep1'],
    ['the name in the address', 'Marit.deVries31'],
    ['a part of it', 'devries4711'],
    ['the address itself', 'marit.devries7@linde.example'],
    ['a horse in Dutch', 'Paard 1234!'],
    ['a horse in Swedish, with its accent', 'Häst4711'],
    ['a horse in Estonian, figures within', 'hob99une'],
    ['oats in German', 'h.a.f.e.r.99'],
  ])('refuses a password that is %s, always with the same code', (_what, password) => {
    expect(() => assertGood(site, chosen(password))).toThrow(refusal);
  });
});

describe('settings', () => {
  it('may require more characters', () => {
    const { assertGood } = createPasswords({ minLength: 15, needsDigitsAndLetters: true });
    expect(() => assertGood(site, chosen('qv7zkwwpd4rtyq'))).toThrow(refusal);
    expect(() => assertGood(site, chosen('qv7zkwwpd4rtyqm'))).not.toThrow();
  });

  it('may require no mixture of characters, and then also refuses common passwords without one', () => {
    const { assertGood } = createPasswords({ minLength: 8, needsDigitsAndLetters: false });
    expect(() => assertGood(site, chosen('four green hoofs'))).not.toThrow();
    for (const password of ['sunshine', '12345678', 'Pferde!!']) {
      expect(() => assertGood(site, chosen(password))).toThrow(refusal);
    }
  });
});

it('refuses 3,000 common passwords that the rule alone would accept', () => {
  const mixed = [...readCommonPasswords()].filter((word) => /\p{Nd}/u.test(word) && /\p{L}/u.test(word));
  expect(mixed.filter(({ length }) => length >= 7).length).toBeGreaterThanOrEqual(3000);
  expect(mixed.filter((word) => word !== word.toLowerCase())).toEqual([]);
});

it.each(['paard', 'pferd', 'hest', 'horse', 'cavallo', 'cavalo', 'caballo', 'hast', 'hobune'])(
  'knows the word for horse in each language: %s',
  (word) => {
    expect(horseWords).toContain(word);
  },
);
