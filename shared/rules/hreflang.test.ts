import { describe, expect, it } from '@jest/globals';
import { resolveHreflang } from './hreflang.ts';

const shops = [
  {
    siteId: 1,
    type: 0,
    regionCode: 'NL',
    fallbackLanguageId: 1,
    languages: [
      { languageId: 1, code: 'nl' },
      { languageId: 4, code: 'en' },
    ],
  },
  { siteId: 4, type: 0, regionCode: 'GB', fallbackLanguageId: 4, languages: [{ languageId: 4, code: 'en' }] },
  {
    siteId: 12,
    type: 2,
    regionCode: 'NL',
    fallbackLanguageId: 4,
    languages: [
      { languageId: 4, code: 'en' },
      { languageId: 1, code: 'nl' },
    ],
  },
] as const;
const page = (siteId: number, languageId: number) => ({
  siteId,
  languageId,
  url: `https://shop-${siteId}-${languageId}.example/x/`,
});

describe('resolveHreflang', () => {
  it('returns language and region of each site, including its own, with the international site as x-default', () => {
    expect(resolveHreflang([page(1, 1), page(1, 4), page(4, 4)], shops, 0)).toEqual([
      { hreflang: 'nl-NL', url: 'https://shop-1-1.example/x/' },
      { hreflang: 'en-NL', url: 'https://shop-1-4.example/x/' },
      { hreflang: 'en-GB', url: 'https://shop-4-4.example/x/' },
      { hreflang: 'x-default', url: 'https://shop-4-4.example/x/' },
    ]);
  });

  it('returns no x-default if the international site does not have the page', () => {
    expect(resolveHreflang([page(1, 1), page(1, 4)], shops, 0).map(({ hreflang }) => hreflang)).toEqual([
      'nl-NL',
      'en-NL',
    ]);
  });

  it('separates corporate pages from those of shops', () => {
    const all = [page(1, 1), page(4, 4), page(12, 4), page(12, 1)];
    expect(resolveHreflang(all, shops, 2).map(({ hreflang }) => hreflang)).toEqual(['en-NL', 'nl-NL']);
    expect(resolveHreflang(all, shops, 0).map(({ hreflang }) => hreflang)).toEqual([
      'nl-NL',
      'en-GB',
      'x-default',
    ]);
  });

  it('returns an empty list for a page without alternates', () => {
    expect(resolveHreflang([page(1, 1)], shops, 0)).toEqual([]);
  });
});
