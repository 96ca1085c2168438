import { readFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { readConfig } from '../../server/backend/app/config.ts';
import type { ShopModules } from '../../server/backend/app/shop-modules.ts';
import type { SearchEngineName } from '../../server/backend/catalogue/search/service.ts';
import { language, site } from '../../server/backend/schema/schema.ts';
import type { ProductSearchAnswer } from '../../shared/contract/products.ts';
import { openBackendFixture } from '../fixtures/backend-fixture.ts';

/** A query as a person types it, with the results that an adviser expects among the first three. */
export interface MeasuredQuery {
  readonly language: string;
  /** Key of the site; without one, the first site with the language. */
  readonly site?: string;
  readonly query: string;
  readonly kind: string;
  /** Keys of products, or of pages: 'page:returns', 'article:…', 'landing:…', 'category:…'. */
  readonly expect: readonly string[];
}

export interface QueryResult {
  readonly query: MeasuredQuery;
  /** The first three results: products, or pages if no product is expected. */
  readonly found: readonly string[];
  /** Whether an expected product or page is among the first three of its type. */
  readonly isSuccess: boolean;
  /** Share of the first three results that was expected; 0 if there are no results. */
  readonly precision: number;
}

export const JUDGED_RESULT_COUNT = 3;
export const JUDGED_QUERIES_FILE = path.join(import.meta.dirname, 'search-quality.json');

/** Runs the job that updates the index of the search engine, if it has one. */
export async function updateSearchIndexOf(shop: Pick<ShopModules, 'modules'>): Promise<void> {
  const job = shop.modules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'search-index');
  await job?.run(new AbortController().signal);
}

/** Sends every query of a file to the real backend with the sample shop. */
export async function measureSearchQuality(
  file: string = JUDGED_QUERIES_FILE,
  searchEngine: SearchEngineName = 'memory',
): Promise<QueryResult[]> {
  const queries: MeasuredQuery[] = JSON.parse(await readFile(file, 'utf8'));
  const backend = await openBackendFixture({ searchEngine });
  try {
    await updateSearchIndexOf(backend.shop);
    const languages = new Map(
      (await backend.database.select().from(language)).map(({ code, languageId }) => [code, languageId]),
    );
    const sites = new Map(
      (await backend.database.select().from(site)).map(({ key, siteId }) => [key, siteId]),
    );
    const results: QueryResult[] = [];
    for (const query of queries) {
      const siteId = sites.get(query.site ?? `havero-${query.language}`);
      const languageId = languages.get(query.language);
      if (siteId === undefined || languageId === undefined) {
        throw new Error(`No site ${query.site} in the language ${query.language}`);
      }
      const { body } = await request(backend.app)
        .post('/api/products/search')
        .set({ siteid: String(siteId), languageid: String(languageId) })
        .send({
          filter: { searchTerm: query.query, categoryId: null, filters: [] },
          pageInfo: { page: 1, pageSize: 24, descending: false, sort: 'relevance' },
          landingpageId: null,
          adviceCategoryId: null,
        })
        .expect(200);
      results.push(judgeQuery(query, body));
    }
    return results;
  } finally {
    await backend.close();
  }
}

function judgeQuery(query: MeasuredQuery, answer: ProductSearchAnswer): QueryResult {
  const products = answer.items.slice(0, JUDGED_RESULT_COUNT).map(({ key }) => key);
  const pages = answer.pages.slice(0, JUDGED_RESULT_COUNT).map(({ kind, key }) => `${kind}:${key}`);
  const found = query.expect.some((key) => !key.includes(':')) ? products : pages;
  const expected = new Set(query.expect);
  return {
    query,
    found,
    isSuccess: [...products, ...pages].some((key) => expected.has(key)),
    precision: found.filter((key) => expected.has(key)).length / Math.max(1, found.length),
  };
}

const getAverage = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Returns success and precision of the results, in percent. */
export function summarise(results: readonly QueryResult[]): { success: number; precision: number } {
  return {
    success: 100 * getAverage(results.map(({ isSuccess }) => Number(isSuccess))),
    precision: 100 * getAverage(results.map(({ precision }) => precision)),
  };
}

/** Prints the results by language and in total, and lists the failed queries. */
export async function runSearchQuality(file: string | undefined): Promise<number> {
  const { searchEngine } = readConfig();
  const results = await measureSearchQuality(file, searchEngine);
  console.log(`engine: ${searchEngine}`);
  const byLanguage = Map.groupBy(results, ({ query }) => query.language);
  const print = (name: string, some: readonly QueryResult[]) => {
    const { success, precision } = summarise(some);
    console.log(
      `${name.padEnd(6)} ${String(some.length).padStart(4)} queries   success@3 ${success.toFixed(0).padStart(4)} %   ` +
        `precision@3 ${(precision / 100).toFixed(2)}`,
    );
  };
  for (const [language, some] of byLanguage) print(language, some);
  print('all', results);
  const missed = results.filter(({ isSuccess, precision }) => !isSuccess || precision < 1);
  if (missed.length > 0) console.log('\nFirst three with unexpected results (✗: no expected result):');
  for (const { query, found, isSuccess, precision } of missed) {
    console.log(
      `${isSuccess ? ' ' : '✗'} ${precision.toFixed(2)} ${query.language} ${query.query}: ${found.join(', ') || 'nothing'}`,
    );
  }
  return 0;
}
