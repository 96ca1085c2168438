import { describe, expect, it } from '@jest/globals';
import { createLoadContext, createScope, createSummary } from '../../../test/fixtures/client-shop.tsx';
import type { ShopChoice } from '../../store/app-store.ts';
import { loadMedia } from './load-media.ts';

const shops: ShopChoice[] = [
  createShopChoice(1, 0, ['http://havero-nl.localhost:3000', 'http://en.havero-nl.localhost:3000']),
  createShopChoice(10, 1, ['http://hafero-de.localhost:3000']),
  createShopChoice(12, 2, ['http://group.localhost:3000']),
];

function createShopChoice(siteId: number, type: ShopChoice['type'], origins: string[]): ShopChoice {
  const language = { code: 'en', name: 'English', culture: 'en-GB' } as const;
  return {
    siteId,
    type,
    brand: 'Brand',
    countryName: 'Country',
    regionCode: 'NL',
    fallbackLanguageId: 1,
    languages: origins.map((origin, index) => ({ ...language, languageId: index + 1, origin })),
  };
}

describe('loadMedia', () => {
  it('sorts items by newest first, whatever the order of the response', async () => {
    const items = [
      createSummary({ contentPageId: 9, publishedOn: '2026-08-24' }),
      createSummary({ contentPageId: 3, publishedOn: null }),
      createSummary({ contentPageId: 10, publishedOn: '2026-10-06' }),
      createSummary({ contentPageId: 11, publishedOn: '2026-08-24' }),
    ];
    const { context } = createLoadContext({ '/api/media': items, '/api/advice': [], '/api/blog': [] });
    const result = await loadMedia(context);
    const ids = 'data' in result && result.data.kind === 'media' ? result.data.items : [];
    expect(ids.map(({ contentPageId }) => contentPageId)).toEqual([10, 11, 9, 3]);
  });

  it('includes advice and blog articles', async () => {
    const { context } = createLoadContext({
      '/api/media': [createSummary({ contentPageId: 9, publishedOn: '2026-08-24' })],
      '/api/advice': [createSummary({ contentPageId: 1, kind: 'advice', publishedOn: '2026-02-10' })],
      '/api/blog': [createSummary({ contentPageId: 6, kind: 'blog', publishedOn: '2026-09-15' })],
    });
    expect(await loadMedia(context)).toMatchObject({
      data: { items: [{ contentPageId: 6 }, { contentPageId: 9 }, { contentPageId: 1 }] },
    });
  });

  it('returns only the news if advice and blog cannot be loaded', async () => {
    const { context } = createLoadContext({
      '/api/media': [createSummary({ contentPageId: 9 })],
      '/api/advice': 503,
      '/api/blog': 500,
    });
    expect(await loadMedia(context)).toMatchObject({ status: 200, data: { items: [{ contentPageId: 9 }] } });
  });

  it('offers types that have items, and types that were not loaded in time', async () => {
    const { context } = createLoadContext({
      '/api/media': [createSummary({ contentPageId: 9, kind: 'news' })],
      '/api/advice': 503,
      '/api/blog': [createSummary({ contentPageId: 6, kind: 'blog' })],
      '/api/partners': [],
    });
    expect(await loadMedia(context)).toMatchObject({
      data: {
        kinds: ['news', 'blog', 'advice', 'video'],
        items: [{ contentPageId: 9 }, { contentPageId: 6 }],
      },
    });
  });

  it.each([
    ['kind=advice', '/api/advice'],
    ['kind=video', '/api/advice'],
    ['kind=blog', '/api/blog'],
    ['kind=partner', '/api/partners'],
    ['p=2', '/api/blog'],
  ])('rejects the existing page %s if its stories cannot be loaded', async (query, path) => {
    const none = { '/api/media': [], '/api/advice': [], '/api/blog': [], '/api/partners': [] };
    const { context } = createLoadContext({ ...none, [path]: 503 }, { query });
    await expect(loadMedia(context)).rejects.toMatchObject({ status: 503 });
  });

  it('returns the lists of all other shops as alternates', async () => {
    const { context } = createLoadContext({ '/api/media': [] }, { scope: createScope({ shops }) });
    expect(await loadMedia(context)).toMatchObject({
      head: {
        canonicalPath: '/media/',
        alternates: [
          { siteId: 1, languageId: 1, url: 'http://havero-nl.localhost:3000/media/' },
          { siteId: 1, languageId: 2, url: 'http://en.havero-nl.localhost:3000/media/' },
          { siteId: 10, languageId: 1, url: 'http://hafero-de.localhost:3000/media/' },
        ],
      },
    });
  });

  it('keeps the alternates of the corporate site separate', async () => {
    const scope = createScope({ site: { siteId: 12, type: 2 }, shops });
    const { context } = createLoadContext({ '/api/media': [] }, { scope });
    expect(await loadMedia(context)).toMatchObject({
      head: { alternates: [{ siteId: 12, languageId: 1, url: 'http://group.localhost:3000/media/' }] },
    });
  });

  it('rejects if the news cannot be loaded', async () => {
    const { context } = createLoadContext({ '/api/media': 500 });
    await expect(loadMedia(context)).rejects.toMatchObject({ status: 500 });
  });
});
