import { describe, expect, it } from '@jest/globals';
import {
  getLocalisedSegment,
  getStaticRouteOfSegment,
  isLocale,
  locales,
  staticRoutes,
} from './localised-segments.ts';

describe('localised segments', () => {
  it.each([
    ['compare', 'nl', 'vergelijken'],
    ['compare', 'et', 'vordle'],
    ['checkout', 'sv', 'kassa'],
    ['search', 'da', 'soeg'],
    ['feedAdvice', 'de', 'futterberatung'],
    ['dealers', 'pt', 'revendedores'],
  ] as const)('names %s in %s /%s/', (screen, locale, segment) => {
    expect(getLocalisedSegment(screen, locale)).toBe(segment);
  });

  it('finds the static route of every segment, so that no segment is used twice', () => {
    const lost = staticRoutes.flatMap((screen) =>
      locales.filter((locale) => getStaticRouteOfSegment(getLocalisedSegment(screen, locale)) !== screen),
    );
    expect(lost).toEqual([]);
  });

  it('contains only lower-case ASCII segments, which need no encoding', () => {
    const all = staticRoutes.flatMap((screen) =>
      locales.map((locale) => getLocalisedSegment(screen, locale)),
    );
    expect(all.filter((segment) => !/^[a-z-]+$/.test(segment))).toEqual([]);
  });

  it('distinguishes its nine locales from other codes', () => {
    expect(locales).toHaveLength(9);
    expect(isLocale('sv')).toBe(true);
    expect(isLocale('se')).toBe(false);
  });

  it('finds no static route for an ordinary slug', () => {
    expect(getStaticRouteOfSegment('muesli')).toBeUndefined();
  });
});
