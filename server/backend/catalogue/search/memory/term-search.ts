import type { ErrorReporter } from '../../../../platform/sentry.ts';
import type { Database } from '../../../core/database/database.ts';
import type { PageHit } from '../product-search.ts';
import { completeTerm } from '../terms/complete-term.ts';
import { findArticleCodes } from '../terms/find-article-codes.ts';
import { parseTerm, type TermParsingContext } from '../terms/parse-term.ts';
import { toPlain } from '../terms/read-words.ts';
import {
  MAX_FOUND_PAGES,
  MIN_CLAUSE_COVERAGE,
  MIN_PAGE_RELEVANCE,
  MIN_PRODUCT_RELEVANCE,
  RELEVANCE_STEPS,
} from '../terms/relevance-weights.ts';
import { findSortedIndex } from './find-sorted-index.ts';
import type { ProductRelevance } from './in-memory-listings.ts';
import { rankDocuments } from './rank-documents.ts';
import { createSearchTextCache, type SearchTexts } from './search-text-cache.ts';
import type { Postings } from './word-index.ts';
import { MAX_WEIGHT } from './word-index.ts';

export interface TermQuery {
  readonly siteId: number;
  readonly languageId: number;
  readonly term: string;
  readonly brands: readonly string[];
  /** Whether the last word may be unfinished. */
  readonly isUnfinished?: boolean;
}

export interface TermSearchResult {
  readonly relevance: ProductRelevance;
  /** Number of products that match the term. */
  readonly count: number;
  readonly correctedTerm: string | null;
  readonly leftOutWords: readonly string[];
  /** Pages, best first. */
  readonly pages: readonly PageHit[];
  /** Completions of an unfinished term; empty for others. */
  readonly completions: readonly string[];
}

export interface TermSearch {
  find(question: TermQuery): Promise<TermSearchResult>;
  listPopular(question: Omit<TermQuery, 'term'>): Promise<readonly string[]>;
}

const NO_VALUES = new Float64Array(0);
const EMPTY_RESULT = {
  count: 0,
  correctedTerm: null,
  leftOutWords: [],
  pages: [],
  completions: [],
} as const satisfies Omit<TermSearchResult, 'relevance'>;

/**
 * Creates the search of a site's texts in memory. Article numbers are searched in the database, because they
 * are many and short.
 */
export function createTermSearch(database: Database, errors: Pick<ErrorReporter, 'reportError'>): TermSearch {
  const texts = createSearchTextCache(database, errors);

  /** Returns the documents of products by words that may be an EAN or the beginning of an article number. */
  async function fetchCodes(
    term: string,
    { productIds }: SearchTexts,
  ): Promise<ReadonlyMap<string, Postings>> {
    const found = new Map<string, Postings>();
    for (const [code, products] of await findArticleCodes(database, term)) {
      const documents = new Map<number, number>();
      for (const { productId, isWhole } of products) {
        const document = findSortedIndex(productIds, productId);
        if (document < 0) continue;
        const weight = isWhole ? MAX_WEIGHT : MAX_WEIGHT / 2;
        documents.set(document, Math.max(weight, documents.get(document) ?? 0));
      }
      if (documents.size === 0) continue;
      const sorted = [...documents].sort(([a], [b]) => a - b);
      found.set(code, {
        documents: Uint32Array.from(sorted, ([document]) => document),
        weights: Uint8Array.from(sorted, ([, weight]) => weight),
      });
    }
    return found;
  }

  const createReader = (
    searchTexts: SearchTexts,
    brands: readonly string[],
    isUnfinished: boolean,
  ): TermParsingContext => ({
    languageId: searchTexts.languageId,
    rules: searchTexts.rules,
    lexicon: searchTexts.lexicon,
    indexes: [searchTexts.products.words, searchTexts.pages.words],
    brands: new Set(brands.map(toPlain)),
    isUnfinished,
  });

  async function find({
    siteId,
    languageId,
    term,
    brands,
    isUnfinished = false,
  }: TermQuery): Promise<TermSearchResult> {
    const searchTexts = await texts.fetchTexts(languageId);
    const site = await searchTexts.fetchSite(siteId);
    const { clauses: wishes, correctedTerm } = parseTerm(
      term,
      createReader(searchTexts, brands, isUnfinished),
    );
    if (wishes.length === 0)
      return { ...EMPTY_RESULT, relevance: { productIds: searchTexts.productIds, values: NO_VALUES } };
    const { lexicon } = searchTexts;
    const codes = await fetchCodes(term, searchTexts);
    // A brand name is on every product: alone, it matches all of them.
    const isBrandAlone = wishes.every(({ isWeak, concepts }) => isWeak && concepts.length === 0);
    const products = rankDocuments(searchTexts.products, wishes, {
      lexicon,
      languageId,
      codes,
      isAvailable: site.products,
    });
    const pages = rankDocuments(searchTexts.pages, wishes, {
      lexicon,
      languageId,
      isAvailable: site.pages,
    });
    const values = isBrandAlone
      ? Float64Array.from(site.products)
      : new Float64Array(products.relevance.length);
    let best = 0;
    for (const fit of products.relevance) best = Math.max(best, fit);
    const least = best * MIN_PRODUCT_RELEVANCE;
    let count = 0;
    for (let document = 0; document < values.length; document += 1) {
      const fit = products.relevance[document] ?? 0;
      if (fit > 0 && fit >= least) values[document] = Math.max(1, Math.round(fit * RELEVANCE_STEPS));
      if ((values[document] ?? 0) > 0) count += 1;
    }
    const isFound = count > 0;
    return {
      relevance: { productIds: searchTexts.productIds, values },
      count,
      correctedTerm,
      leftOutWords: isFound
        ? [...new Set(isBrandAlone ? [] : products.unmatchedClauses.map(({ typed }) => typed))]
        : [],
      pages: listPages(searchTexts, pages.relevance, pages.coverage),
      completions: isUnfinished ? listTermCompletions(searchTexts, site.products, term) : [],
    };
  }

  function listPages(searchTexts: SearchTexts, relevance: Float32Array, coverage: number): PageHit[] {
    if (coverage < MIN_CLAUSE_COVERAGE) return [];
    const sorted = [...relevance.entries()]
      .filter(([, fit]) => fit > 0)
      .sort(([a, fitA], [b, fitB]) => fitB - fitA || a - b);
    const best = sorted[0]?.[1] ?? 0;
    return sorted
      .filter(([, fit]) => fit >= best * MIN_PAGE_RELEVANCE)
      .slice(0, MAX_FOUND_PAGES)
      .flatMap(([document]) => searchTexts.pagesByDocument[document] ?? []);
  }

  /** Lists the completions of a term for which the site sells products. */
  function listTermCompletions(searchTexts: SearchTexts, sold: Uint8Array, term: string): string[] {
    const { lexicon, languageId, products } = searchTexts;
    const isSold = (word: string) =>
      products.words
        .find({ typed: word, plain: toPlain(word) })
        ?.documents.some((document) => sold[document] === 1) === true;
    return completeTerm(term, (last) => ({
      terms: lexicon.listCompletions(languageId, last),
      words: products.words
        .listCompletions(last)
        .filter((plain) => plain.length > 2 && isSold(plain))
        .map((plain) => products.words.spell(plain)),
    }));
  }

  return {
    find,
    async listPopular(question) {
      const { lexicon, languageId } = await texts.fetchTexts(question.languageId);
      const found: string[] = [];
      for (const term of lexicon.listPopular(languageId)) {
        if ((await find({ ...question, term })).count > 0) found.push(term);
      }
      return found;
    },
  };
}
