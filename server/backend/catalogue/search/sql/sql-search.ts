import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { listLanguages } from '../../../sites/languages/queries.ts';
import { siteProduct } from '../../products/tables.ts';
import type {
  PageHit,
  ProductSearch,
  SearchEngine,
  SearchScope,
  SuggestionQuery,
} from '../product-search.ts';
import { searchDocument, searchMeaning, searchSynonym } from '../tables.ts';
import { completeTerm } from '../terms/complete-term.ts';
import { findArticleCodes } from '../terms/find-article-codes.ts';
import { getLanguageRules } from '../terms/language-rules.ts';
import { type ParsedTerm, parseTerm } from '../terms/parse-term.ts';
import { toPlain } from '../terms/read-words.ts';
import { createClauseScorer } from './clause-score.ts';
import { quoteLexeme } from './lexemes.ts';
import { rankPages, rankProducts } from './rank-in-sql.ts';
import { createSqlIndex } from './sql-index.ts';
import { countByCategoryInSql, findInSql, listBestInSql } from './sql-listings.ts';
import { createTermLookup, type TermLookup } from './term-lookup.ts';

interface FoundTerm {
  /** Query of `product_id` and `relevance`; undefined if no product was found. */
  readonly hits: SQL | undefined;
  readonly correctedTerm: string | null;
  readonly leftOutWords: readonly string[];
  readonly pages: readonly PageHit[];
  readonly lookup: TermLookup;
}

const allProducts = (siteId: number): SQL =>
  sql`select product_id, 1 as relevance from ${siteProduct} where site_id = ${siteId}`;

/**
 * Creates the engine in SQL, which keeps nothing in the memory of the process. Terms are interpreted as by the
 * engine in memory, with the part of the vocabulary that each needs; documents are ranked by PostgreSQL's full
 * text search, and lists are counted in one statement.
 */
export function createSqlSearch(database: Database): SearchEngine {
  async function parse(
    { languageId, brands, term }: SuggestionQuery,
    isUnfinished: boolean,
  ): Promise<ParsedTerm & { readonly lookup: TermLookup }> {
    const languages = await listLanguages(database);
    const lookup = createTermLookup(database, languageId, languages);
    const rules = getLanguageRules(languages.find((row) => row.languageId === languageId)?.code ?? '');
    const context = {
      languageId,
      rules,
      lexicon: lookup.meanings,
      indexes: lookup.indexes,
      brands: new Set(brands.map(toPlain)),
      isUnfinished,
    };
    await lookup.prepare(term);
    const parsed = await lookup.resolve(() => {
      const result = parseTerm(term, context);
      // The words and facts of the clauses are looked up as well.
      for (const isOfPages of [false, true]) {
        result.clauses.forEach(createClauseScorer({ lookup, languageId, isOfPages, codes: new Map() }));
      }
      return result;
    });
    return { ...parsed, lookup };
  }

  async function findTerm(search: SuggestionQuery, isUnfinished: boolean): Promise<FoundTerm> {
    const { clauses, correctedTerm, lookup } = await parse(search, isUnfinished);
    if (clauses.length === 0) {
      return { hits: undefined, correctedTerm: null, leftOutWords: [], pages: [], lookup };
    }
    const codes = await findArticleCodes(database, search.term);
    const [products, pages] = await Promise.all([
      rankProducts(database, clauses, search, { lookup, codes }),
      rankPages(database, clauses, search, { lookup }),
    ]);
    // A brand name is on every product: alone, it matches all of them.
    const isBrandAlone = clauses.every(({ isWeak, concepts }) => isWeak && concepts.length === 0);
    return {
      hits: isBrandAlone ? allProducts(search.siteId) : products.hits,
      correctedTerm,
      leftOutWords:
        isBrandAlone || !products.hits
          ? []
          : [...new Set(products.unmatchedClauses.map(({ typed }) => typed))],
      pages,
      lookup,
    };
  }

  /** Returns the words for which a site sells products. */
  async function listSoldWords(
    { siteId, languageId }: SearchScope,
    words: readonly { readonly typed: string; readonly stem: string }[],
  ): Promise<string[]> {
    if (words.length === 0) return [];
    const queries = words.map(({ stem }) => quoteLexeme(stem));
    const { rows } = (await database.execute(sql`
      select place::int as place
      from unnest(${sql.param(queries)}::text[]) with ordinality as word(query, place)
      where exists (
        select 1 from ${searchDocument} document
        join ${siteProduct} sold on sold.product_id = document.entity_id and sold.site_id = ${siteId}
        where document.language_id = ${languageId} and document.kind = 'product'
          and document.terms @@ word.query::tsquery
      ) order by place`)) as unknown as { rows: { place: number }[] };
    return rows.flatMap(({ place }) => words[place - 1]?.typed ?? []);
  }

  async function complete(search: SuggestionQuery, lookup: TermLookup): Promise<string[]> {
    let last = '';
    completeTerm(search.term, (prefix) => {
      last = prefix;
      return { terms: [], words: [] };
    });
    const known = await lookup.resolve(() => ({
      terms: lookup.meanings.listCompletions(search.languageId, last),
      words: lookup.listPrefixWords(last),
    }));
    const words = await listSoldWords(
      search,
      known.words.filter(({ plain }) => plain.length > 2).slice(0, 12),
    );
    return completeTerm(search.term, () => ({ terms: known.terms, words }));
  }

  /** Lists the preferred terms of the popular groups of synonyms. */
  const listPopular = async (languageId: number): Promise<string[]> => {
    const { rows } = (await database.execute(sql`
      select distinct on (meaning.position, meaning.group_key) synonym.term
      from ${searchMeaning} meaning
      join ${searchSynonym} synonym
        on synonym.group_key = meaning.group_key and synonym.language_id = ${languageId}
      where meaning.role = 'popular'
      order by meaning.position, meaning.group_key, synonym.position`)) as unknown as {
      rows: { term: string }[];
    };
    return rows.map(({ term }) => term);
  };

  const search: ProductSearch = {
    async find(query, page) {
      const { term } = query;
      if (term === null) {
        const hits = await findInSql(database, query, page, null);
        return { ...hits, correctedTerm: null, leftOutWords: [], pages: [] };
      }
      const { hits, correctedTerm, leftOutWords, pages } = await findTerm({ ...query, term }, false);
      const found = hits
        ? await findInSql(database, query, page, hits)
        : { total: 0, hasWeights: false, productVariantIds: [], counts: [], bounds: [] };
      return { ...found, correctedTerm, leftOutWords, pages };
    },
    async suggest(query, limit) {
      const { hits, correctedTerm, pages, lookup } = await findTerm(query, true);
      return {
        productVariantIds: hits ? await listBestInSql(database, { ...query, limit }, hits) : [],
        correctedTerm,
        terms: await complete(query, lookup),
        pages,
      };
    },
    async listPopularTerms(query) {
      const found: string[] = [];
      for (const term of await listPopular(query.languageId)) {
        const { hits } = await findTerm({ ...query, term }, false);
        if (hits) found.push(term);
      }
      return found;
    },
    countByCategory: (siteId, now) => countByCategoryInSql(database, siteId, now),
  };
  return { search, index: createSqlIndex(database) };
}
