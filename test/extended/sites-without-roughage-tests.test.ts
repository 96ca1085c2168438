import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ContentPage } from '../../shared/contract/content.ts';
import type { ProductFeedPage } from '../../shared/contract/product-feed.ts';
import type {
  ProductDetail,
  ProductSearchAnswer,
  ProductSuggestions,
} from '../../shared/contract/products.ts';
import type { SitemapEntry, SitemapFile } from '../../shared/contract/routing.ts';
import type { Site } from '../../shared/contract/sites.ts';
import { getStaticRouteOfSegment } from '../../shared/rules/localised-segments.ts';
import { MEDIA_PATH } from '../../shared/rules/path-constants.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';
import { isLongTestRun, selectTestCases } from '../fixtures/test-case-sampling.ts';

/** Terms for roughage tests in each language of the shop. */
const roughageTestTerms: Readonly<Record<string, readonly string[]>> = {
  nl: ['ruwvoertest', 'ruwvoeranalyse', 'voedingsscan', 'hygiënescan', 'testset'],
  de: ['Raufuttertest', 'Raufutteranalyse', 'Nährwert-Scan', 'Hygiene-Scan', 'Testset'],
  en: [
    'forage test',
    'roughage test',
    'hay test',
    'hay you can test',
    'forage anal',
    'nutrition scan',
    'hygiene scan',
    'test kit',
  ],
  da: ['grovfoderanalyse', 'næringsanalyse', 'hygiejneanalyse', 'prøvesæt', 'du kan få analyseret'],
  it: [
    'analisi del foraggio',
    'analisi nutrizional',
    'analisi igienic',
    'analisi rapid',
    'kit di analisi',
    'fieno da analizzare',
  ],
  pt: [
    'análise de forragem',
    'análises de forragem',
    'análise rápida',
    'análises rápidas',
    'kit de análise',
    'kits de análise',
    'feno que se analisa',
  ],
  es: [
    'análisis de forraje',
    'análisis del forraje',
    'análisis nutricional',
    'análisis higiénico',
    'análisis rápido',
    'kit de análisis',
    'kits de análisis',
    'puedes analizar',
  ],
  sv: ['grovfoderanalys', 'näringsanalys', 'hygienanalys', 'provpaket', 'du kan analysera'],
  et: ['koresööda analüüs', 'kiiranalüüs', 'analüüsikomplekt', 'saad analüüsida'],
};
const ROUGHAGE_TEST_PRODUCT_KEYS = ['rqs-basic', 'rqs-mineral', 'qs-hygiene'];

const loadSampleFile = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(SAMPLE_DATA_FOLDER, file), 'utf8'));
const { sites, languages } = loadSampleFile('sites.json') as {
  sites: {
    siteId: number;
    key: string;
    type: number;
    enableRqs: boolean;
    languages: { languageId: number }[];
  }[];
  languages: { languageId: number; code: string }[];
};

interface SiteTexts {
  readonly pages: object;
  readonly articles: object;
  readonly products: Readonly<Record<string, { readonly name: string }>>;
}

const texts = new Map(languages.map(({ code }) => [code, loadSampleFile(`texts/${code}.json`) as SiteTexts]));

function listRoughageTestWords(code: string): string[] {
  return [
    ...(roughageTestTerms[code] ?? []),
    ...ROUGHAGE_TEST_PRODUCT_KEYS.map((key) => texts.get(code)?.products[key]?.name ?? ''),
  ];
}

const roughageTestPatternsByLanguage = new Map(
  languages.map(({ code }) => {
    const words = listRoughageTestWords(code).map((word) => word.replaceAll(/[.()+*?]/g, '\\$&'));
    return [code, new RegExp(`\\bR?QS\\b|quick ?scan|${words.join('|')}`, 'giu')];
  }),
);

/** Returns the mentions of tests in a text, with their surrounding text. */
function findRoughageTestMentions(text: string, code: string): string[] {
  return [...text.matchAll(roughageTestPatternsByLanguage.get(code)!)].map(({ 0: found, index }) =>
    text.slice(Math.max(0, index - 30), index + found.length + 20),
  );
}

const shopsWithoutRoughageTests = sites
  .filter(({ type, enableRqs }) => type !== 2 && !enableRqs)
  .flatMap(({ siteId, key, languages: spoken }) =>
    spoken.map(({ languageId }) => ({
      siteId,
      key,
      languageId,
      code: languages.find((language) => language.languageId === languageId)?.code ?? '',
    })),
  )
  // The texts of a language are the same in all shops, so one shop represents each language.
  .filter(({ code }, index, all) => all.findIndex((shop) => shop.code === code) === index);

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

it('the terms cover every language, and are found in texts of sites with tests', async () => {
  expect(Object.keys(roughageTestTerms).toSorted()).toEqual(languages.map(({ code }) => code).toSorted());
  for (const { code } of languages) {
    const { pages, articles } = texts.get(code)!;
    expect(findRoughageTestMentions(JSON.stringify(pages), code).length).toBeGreaterThan(15);
    expect(findRoughageTestMentions(JSON.stringify(articles), code).length).toBeGreaterThan(5);
    // Finds terms other than the names of the scans, so they are those that the texts use.
    const all = JSON.stringify({ pages, articles }).toLowerCase();
    const used = roughageTestTerms[code]!.filter((word) => all.includes(word.toLowerCase()));
    expect({ code, isEnough: used.length >= 2, used }).toMatchObject({ isEnough: true });
  }
  expect(shopsWithoutRoughageTests.length).toBeGreaterThan(5);
});

it.each(languages)('no mail in $code mentions tests, except those about results', ({ code }) => {
  const file = readFileSync(path.join(import.meta.dirname, `../../locales/mail.${code}.json`), 'utf8');
  const words: Record<string, string> = JSON.parse(file);
  // Mails to customers who have bought a test.
  const mails = Object.entries(words).filter(([key]) => !key.startsWith('labResult.'));
  expect(mails.length).toBeGreaterThan(100);
  expect(findRoughageTestMentions(JSON.stringify(Object.fromEntries(mails), null, 2), code)).toEqual([]);
});

/** The short form reads one of this many pages, products and search terms. */
const SAMPLING_INTERVAL = 4;

describe.each(shopsWithoutRoughageTests)(
  '$key in $code, which sells no tests,',
  ({ siteId, languageId, code }) => {
    const headers = { siteid: String(siteId), languageid: String(languageId) };
    const faults: string[] = [];
    const index = shopsWithoutRoughageTests.findIndex((shop) => shop.code === code);
    /** Returns a sample that differs by language. */
    const sample = <T>(all: readonly T[]): readonly T[] => selectTestCases(all, SAMPLING_INTERVAL, index);

    /** Fields with terms that a visitor typed, or that were corrected or ignored: no texts of the shop. */
    const typed = new Set(['terms', 'leftOutWords', 'correctedTerm']);

    async function read<T>(url: string): Promise<T> {
      const { body } = await request(backend.app).get(url).set(headers).expect(200);
      check(url, body);
      return body as T;
    }
    function check(where: string, answer: unknown): void {
      const text = JSON.stringify(answer, (key, value) => (typed.has(key) ? undefined : value));
      faults.push(...findRoughageTestMentions(text, code).map((found) => `${where}: ${found}`));
      if (/\{\/?[a-zA-Z]+\}| {2}/.test(text)) faults.push(`${where} has a placeholder or two blanks`);
    }
    async function search(searchTerm: string | null, page: number): Promise<ProductSearchAnswer> {
      const { body } = await request(backend.app)
        .post('/api/products/search')
        .set(headers)
        .send({
          filter: { searchTerm, categoryId: null, filters: [] },
          pageInfo: { page, pageSize: 96, descending: false, sort: 'relevance' },
        })
        .expect(200);
      check(`search for ${searchTerm}`, body);
      return body as ProductSearchAnswer;
    }

    it('mentions no test on any page, in menus, lists and suggestions', async () => {
      faults.length = 0;
      const site = await read<Site>(`/api/sites/${siteId}`);
      await read(`/api/navigations/${site.primaryNavigationId}`);
      await read(`/api/footers/${site.footerId}`);
      await read(`/api/notifications/${site.notificationId}`);
      for (const id of [site.headerUspCollectionId, site.cartUspCollectionId]) await read(`/api/usps/${id}`);
      for (const list of ['media', 'advice', 'blog']) await read(`/api/${list}`);
      // Shown in place of other pages, and therefore not in the sitemap.
      for (const id of [
        site.notFoundContentPageId,
        site.internalErrorContentPageId,
        site.checkoutSuccessPageId,
      ]) {
        await read(`/api/content/${id}`);
      }

      const files = await read<SitemapFile[]>('/api/routing/sitemap');
      let pages = 0;
      for (const { section, page } of files) {
        const entries = await read<SitemapEntry[]>(`/api/routing/sitemap/${section}/${page}`);
        for (const { path: address } of sample(entries)) {
          // The list of news and the feed calculator are static routes of the web.
          if (address === MEDIA_PATH || getStaticRouteOfSegment(address.split('/')[1] ?? '')) continue;
          const url = `url=${encodeURIComponent(decodeURI(address))}`;
          await read(`/api/routing/getbyurl?${url}`);
          if (section !== 'pages' && section !== 'articles') continue;
          const query = `path=${encodeURIComponent(decodeURI(address))}`;
          const answer = await request(backend.app).get(`/api/content/getbypath?${query}`).set(headers);
          // Landing pages are no content pages.
          if (answer.status !== 200) continue;
          check(address, answer.body);
          pages += 1;
          const { blocks } = (answer.body as { content: ContentPage }).content;
          for (const [index, block] of blocks.entries()) {
            const next = blocks[index + 1];
            const isAlone =
              next === undefined ||
              (next.type === 'heading' && next.level <= (block.type === 'heading' ? block.level : 0));
            if (block.type === 'heading' && isAlone) faults.push(`${address}: nothing below '${block.text}'`);
          }
        }
      }
      expect(pages).toBeGreaterThan(isLongTestRun ? 25 : 25 / SAMPLING_INTERVAL);

      const { offers } = await read<ProductFeedPage>('/api/feeds/products?after=0');
      const variants = new Map(offers.map((offer) => [offer.productId, offer.productVariantId]));
      for (const id of sample([...variants.values()])) {
        await read<ProductDetail>(`/api/products/${id}`);
      }
      await search(null, 1);
      expect(faults).toEqual([]);
    });

    it('returns no test as a search result', async () => {
      faults.length = 0;
      for (const term of sample(['RQS', 'QS', ...listRoughageTestWords(code)])) {
        const { items } = await search(term, 1);
        if (items.some(({ productType }) => productType > 3)) faults.push(`'${term}' finds a test`);
        await read<ProductSuggestions>(`/api/products/suggestions?term=${encodeURIComponent(term)}`);
      }
      expect(faults).toEqual([]);
    });
  },
);
