import { describe, expect, it } from '@jest/globals';
import { LOCALES, resolveLocale } from './locales.ts';

describe('resolveLocale', () => {
  it.each(LOCALES)('knows the language %s', (locale) => {
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

  it.each(['fr', '', 'constructor', 'nl-NL'])('has no texts for %p', (code) => {
    expect(resolveLocale(code)).toBeNull();
  });
});
