import { describe, expect, it } from '@jest/globals';
import { findScreen, getScreenPath, type LocalizedScreen, localizedSegments } from './screen-paths.ts';

const LANGUAGES = ['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'];
const SCREENS: LocalizedScreen[] = ['compare', 'cart', 'checkout', 'search', 'dealers', 'feedAdvice'];

describe('getScreenPath', () => {
  it.each([
    ['compare', 'nl', '/vergelijken/'],
    ['search', 'nl', '/zoeken/'],
    ['search', 'da', '/soeg/'],
    ['feedAdvice', 'en', '/feed-advice/'],
    ['checkout', 'et', '/kassa/'],
  ] as const)('writes %s in %s as %s', (screen, language, path) => {
    expect(getScreenPath(screen, language)).toBe(path);
  });

  it('refuses a language without paths, and the names that every object has', () => {
    expect(() => getScreenPath('search', 'fr')).toThrow(RangeError);
    expect(() => getScreenPath('search', 'constructor')).toThrow(RangeError);
  });
});

describe('findScreen', () => {
  it('finds every screen by its word in every language, so no word means two screens', () => {
    for (const screen of SCREENS) {
      for (const language of LANGUAGES) {
        expect(findScreen(getScreenPath(screen, language).slice(1, -1))).toBe(screen);
      }
    }
  });

  it('knows no other words', () => {
    expect(findScreen('muesli')).toBeNull();
    expect(findScreen('')).toBeNull();
  });
});

describe('localizedSegments', () => {
  it('holds each word once and in a form that a path may have', () => {
    expect(new Set(localizedSegments).size).toBe(localizedSegments.length);
    for (const segment of localizedSegments) expect(segment).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
