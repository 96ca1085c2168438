import { describe, expect, it } from '@jest/globals';
import { horseWords, readCommonPasswords } from '../../core/security/password-word-lists.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { createPasswordValidator } from './acceptable-passwords.ts';

/** The fields of a site that are read here. */
const site = {
  site: { name: 'Havero Nederland', domain: 'havero-nl.localhost' },
  languages: [{ domain: 'paardensnoep.example' }],
} as unknown as SiteRecord;

const createChosenPassword = (password: string) => ({
  password,
  field: 'newPassword',
  emailAddress: 'marit.devries7@linde.example',
});
const passwordRefusal = expect.objectContaining({
  code: 'validation_failed',
  errors: [{ field: 'newPassword', code: 'password' }],
});

describe('password rule', () => {
  const { assertAcceptablePassword } = createPasswordValidator();

  it.each([
    ['of the minimum length', 'qv7zkww'],
    ['of the maximum length', `${'kw7'.repeat(42)}zz`],
    ['that contains a common word and another word', 'Haverstro 12'],
    ['that contains the brand and another word', 'havero kwartet 9'],
    ['with spaces and symbols', ' 4 knollen, 2 klaver '],
    ['in another script', 'лошадка٣٤'],
  ])('accepts %s', (_what, password) => {
    expect(() => assertAcceptablePassword(site, createChosenPassword(password))).not.toThrow();
  });

  it.each([
    ['too short', 'qv7zkw'],
    ['too long', `${'kw7'.repeat(43)}`],
    ['digits only', '4711081547'],
    ['letters only', 'qvzkwwpd'],
    ['a common password', 'password1'],
    ['a common password in capitals', 'PassWord1'],
    ['a common one surrounded by symbols', '**password1!!'],
    ['a common one in another language', 'Welkom2024'],
    ['a row of adjacent keys', '1q2w3e4r'],
    ['the brand with a year', 'Havero2026'],
    ['the other brand surrounded by symbols', '!!Hafero-99!!'],
    ['the name of the site', 'Nederland 2031'],
    ['the domain of the site', 'haveronl-4711'],
    ['another domain of the site', 'Paardensnoep1'],
    ['the name in the e-mail address', 'Marit.deVries31'],
    ['a part of the name in the address', 'devries4711'],
    ['the e-mail address', 'marit.devries7@linde.example'],
    ['the Dutch word for horse', 'Paard 1234!'],
    ['the Swedish word for horse, with an accent', 'Häst4711'],
    ['the Estonian word for horse, with digits inside', 'hob99une'],
    ['the German word for oats, with dots', 'h.a.f.e.r.99'],
  ])('refuses a password that is %s, always with the same code', (_what, password) => {
    expect(() => assertAcceptablePassword(site, createChosenPassword(password))).toThrow(passwordRefusal);
  });
});

describe('settings', () => {
  it('may require more characters', () => {
    const { assertAcceptablePassword } = createPasswordValidator({
      minLength: 15,
      needsDigitsAndLetters: true,
    });
    expect(() => assertAcceptablePassword(site, createChosenPassword('qv7zkwwpd4rtyq'))).toThrow(
      passwordRefusal,
    );
    expect(() => assertAcceptablePassword(site, createChosenPassword('qv7zkwwpd4rtyqm'))).not.toThrow();
  });

  it('may require no mixture of characters, and then also refuses common passwords without one', () => {
    const { assertAcceptablePassword } = createPasswordValidator({
      minLength: 8,
      needsDigitsAndLetters: false,
    });
    expect(() => assertAcceptablePassword(site, createChosenPassword('four green hoofs'))).not.toThrow();
    for (const password of ['sunshine', '12345678', 'Pferde!!']) {
      expect(() => assertAcceptablePassword(site, createChosenPassword(password))).toThrow(passwordRefusal);
    }
  });
});

it('refuses 3,000 common passwords that the rule alone would accept', () => {
  const mixed = [...readCommonPasswords()].filter((word) => /\p{Nd}/u.test(word) && /\p{L}/u.test(word));
  expect(mixed.filter(({ length }) => length >= 7).length).toBeGreaterThanOrEqual(3000);
  expect(mixed.filter((word) => word !== word.toLowerCase())).toEqual([]);
});

it.each(['paard', 'pferd', 'hest', 'horse', 'cavallo', 'cavalo', 'caballo', 'hast', 'hobune'])(
  'contains the word for horse in each language: %s',
  (word) => {
    expect(horseWords).toContain(word);
  },
);
