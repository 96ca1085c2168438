import { describe, expect, it } from '@jest/globals';
import { LOCALES, resolveLocale } from './locales.ts';

describe('resolveLocale', () => {
  it.each(LOCALES)('returns the language %s unchanged', (locale) => {
    expect(resolveLocale(locale)).toBe(locale);
  });

  it.each([
    ['esp', 'es'],
    ['se', 'sv'],
    ['ESP', 'es'],
    ['NL', 'nl'],
  ])('reads %s as %s', (code, locale) => {
    expect(resolveLocale(code)).toBe(locale);
  });

  it.each(['fr', '', 'constructor', 'nl-NL'])('returns null for %p', (code) => {
    expect(resolveLocale(code)).toBeNull();
  });
});
