import { and, eq, or, sql } from 'drizzle-orm';
import type { ErrorReporter } from '../../../../platform/sentry.ts';
import type { Database } from '../../../core/database/database.ts';
import { productVariant } from '../../products/tables.ts';
import type { PageHit } from '../product-search.ts';
import { parseTerm, type TermParsingContext } from '../terms/parse-term.ts';
import { readWords, toPlain } from '../terms/read-words.ts';
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

const MAX_FOUND_PAGES = 6;
const MAX_COMPLETIONS = 4;
/** Minimum share of the clauses that a page must match. */
const MIN_CLAUSE_COVERAGE = 0.5;
/** Number of steps to which relevance is rounded: products with equal values stay in catalogue order. */
const RELEVANCE_STEPS = 100;
/** Minimum relevance of a page as a share of the best one. */
const MIN_PAGE_RELEVANCE = 0.45;
/**
 * Minimum relevance of a product as a share of the best one. Less relevant products only mention the subject.
 */
const MIN_PRODUCT_RELEVANCE = 0.3;
/** Minimum length of a code; fewer digits are an amount. */
const MIN_ARTICLE_CODE_LENGTH = 4;

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

  /** Returns products by words that may be an EAN or the beginning of an article number. */
  async function fetchCodes(
    term: string,
    { productIds }: SearchTexts,
  ): Promise<ReadonlyMap<string, Postings>> {
    const codes = [...new Set(readWords(term).map(({ plain }) => plain))].filter(
      (word) =>
        word.length >= MIN_ARTICLE_CODE_LENGTH &&
        /^\d+$/u.test(word.replaceAll(/[a-z]/gu, '')) &&
        /\d{3}/u.test(word),
    );
    const found = new Map<string, Postings>();
    for (const code of codes.slice(0, 3)) {
      const upper = code.toUpperCase();
      const rows = await database
        .select({
          productId: productVariant.productId,
          articleNumber: productVariant.articleNumber,
          ean: productVariant.ean,
        })
        .from(productVariant)
        .where(
          and(
            eq(productVariant.isListed, true),
            or(sql`upper(${productVariant.articleNumber}) like ${`${upper}%`}`, eq(productVariant.ean, code)),
          ),
        )
        .limit(200);
      const documents = new Map<number, number>();
      for (const { productId, articleNumber, ean } of rows) {
        const document = findSortedIndex(productIds, productId);
        if (document < 0) continue;
        const weight = articleNumber.toUpperCase() === upper || ean === code ? MAX_WEIGHT : MAX_WEIGHT / 2;
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
      completions: isUnfinished ? listCompletions(searchTexts, site.products, term) : [],
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
  function listCompletions(searchTexts: SearchTexts, sold: Uint8Array, term: string): string[] {
    const words = readWords(term);
    const last = words.at(-1);
    if (!last) return [];
    const before = words.slice(0, -1).map(({ typed }) => typed);
    const isSold = (word: string) =>
      searchTexts.products.words
        .find({ typed: word, plain: toPlain(word) })
        ?.documents.some((document) => sold[document] === 1) === true;
    const terms = [
      ...(before.length === 0 ? searchTexts.lexicon.listCompletions(searchTexts.languageId, last.plain) : []),
      ...searchTexts.products.words
        .listCompletions(last.plain)
        .filter((plain) => plain.length > 2 && isSold(plain))
        .map((plain) => [...before, searchTexts.products.words.spell(plain)].join(' ')),
    ];
    // A category and a word that differ only in case and accents are duplicates for the reader.
    const byPlain = new Map<string, string>([[toPlain(term), term]]);
    for (const known of terms) if (!byPlain.has(toPlain(known))) byPlain.set(toPlain(known), known);
    return [...byPlain.values()].slice(1, 1 + MAX_COMPLETIONS);
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
