import { describe, expect, it } from '@jest/globals';
import type { RouteAnswer } from '../../shared/contract/routing.ts';
import { createMediaPageData, createScope } from '../../test/fixtures/client-shop.tsx';
import { type AppState, initialRequestState } from './app-store.ts';
import { dehydrateState, rehydrateState } from './dehydrated-state.ts';

const alternates = [{ siteId: 1, languageId: 4, url: 'http://en.havero-nl.localhost/mash/' }];
const route: RouteAnswer = {
  kind: 'productSearch',
  searchType: 'category',
  categoryId: 7,
  parameters: { filters: [], sort: null },
  siteId: 1,
  languageId: 4,
  title: 'Mash',
  alternates,
};

const createState = (byPath: AppState['routing']['byPath']): AppState => ({
  scope: createScope(),
  request: initialRequestState,
  routing: { byPath },
  page: {
    virtualPath: '/mash/',
    head: { title: 'Mash', description: null, canonicalPath: '/mash/', alternates, isIndexable: true },
    data: createMediaPageData(),
  },
});

describe('dehydrated state', () => {
  it('contains the alternates once and restores the whole state', () => {
    const state = createState({ '/mash/': { route } });
    const sent = JSON.stringify(dehydrateState(state));
    expect(sent.split(alternates[0]!.url)).toHaveLength(2);
    expect(rehydrateState(JSON.parse(sent))).toEqual(state);
  });

  it('keeps errors, and routes of other pages with their own alternates', () => {
    const other = {
      ...route,
      alternates: [{ siteId: 2, languageId: 4, url: 'http://other.localhost/mash/' }],
    };
    const state = createState({ '/gone/': { error: { status: 404 } }, '/other/': { route: other } });
    expect(rehydrateState(JSON.parse(JSON.stringify(dehydrateState(state))))).toEqual(state);
  });

  it('shortens URLs on hosts of the shop to paths, keeps all others, and omits field names of the list of shops', () => {
    const language = {
      languageId: 4,
      code: 'en',
      name: 'English',
      culture: 'en-GB',
      origin: 'http://en.havero-nl.localhost',
    } as const;
    const shop = {
      siteId: 1,
      type: 1,
      brand: 'Havero',
      countryName: 'Nederland',
      regionCode: 'NL',
      fallbackLanguageId: 1,
      languages: [language],
    } as const;
    const own = { siteId: 1, languageId: 4 };
    const places = [
      { ...own, url: `${language.origin}/mash/` },
      { ...own, url: `${language.origin}.example/mash/` },
      { siteId: 999, languageId: 1, url: 'http://elsewhere.localhost/mash/' },
    ];
    const links = [
      { key: 'contact', title: 'Contact', route: '/contact/', target: null },
      { title: 'Elsewhere', route: 'https://elsewhere.example/', target: '_blank' },
    ];
    const footer = { footerId: 12, columns: [{ key: 'service', title: 'Service', links }] };
    const state = { ...createState({}), scope: { ...createScope(), shops: [shop], footer } };
    const page = { ...state.page, head: { ...state.page.head, alternates: places } };
    const dehydrated = dehydrateState({ ...state, page });
    expect(dehydrated.page.head.alternates.map(([, , at]) => at)).toEqual([
      '/mash/',
      `${language.origin}.example/mash/`,
      'http://elsewhere.localhost/mash/',
    ]);
    expect(JSON.stringify(dehydrated.scope.shops)).not.toContain('countryName');
    expect(rehydrateState(JSON.parse(JSON.stringify(dehydrated)))).toEqual({ ...state, page });
  });
});
