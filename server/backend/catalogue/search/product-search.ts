import type { SortKey } from '../../../../shared/contract/list-choices.ts';
import type { FacetBounds, FacetCondition, FacetCount } from './facets.ts';

/** Site, language and time of a search. */
export interface SearchScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand names, which match every product. */
  readonly brands: readonly string[];
  readonly now: Date;
}

export interface ProductSearchQuery extends SearchScope {
  /** Categories of the products; null for all. */
  readonly categoryIds: readonly number[] | null;
  /** Conditions of the page itself, in addition to the selected filters. */
  readonly scope: readonly FacetCondition[];
  /** The typed term; null without one. */
  readonly term: string | null;
  readonly conditions: readonly FacetCondition[];
}

export interface SuggestionQuery extends SearchScope {
  readonly term: string;
}

/** The order of a list. */
export interface ListOrder {
  readonly sort: SortKey;
  /** Whether the default direction of the key is reversed. */
  readonly descending: boolean;
}

export interface ProductPage extends ListOrder {
  readonly limit: number;
  readonly offset: number;
}

export interface ProductHits {
  /** Number of hits on all pages. */
  readonly total: number;
  /** Whether any hit is sold by weight. */
  readonly hasWeights: boolean;
  /** Default variants of the page, in order; empty beyond the last page. */
  readonly productVariantIds: readonly number[];
  readonly counts: readonly FacetCount[];
  readonly bounds: readonly FacetBounds[];
}

/** A page that matches a term. Its title and its address are read from the database. */
export type PageHit =
  | { readonly kind: 'content' | 'landing'; readonly key: string; readonly contentPageId: number }
  | { readonly kind: 'category'; readonly key: string; readonly categoryId: number };

/** The interpretation of a term and its results. */
export interface TermAnswer {
  /** The term with corrected spelling; null if nothing was corrected. */
  readonly correctedTerm: string | null;
  /** Typed terms without results in combination with the others. */
  readonly leftOutWords: readonly string[];
  /** A few pages that match the term, best first. */
  readonly pages: readonly PageHit[];
}

export interface Suggestions extends Omit<TermAnswer, 'leftOutWords'> {
  /** The most relevant products, by default variant. */
  readonly productVariantIds: readonly number[];
  /** Suggested completions of the term. */
  readonly terms: readonly string[];
}

/**
 * Finds products and pages. All that the backend uses of a search engine:
 * test/integration/catalogue/describe-product-search.ts specifies the behaviour.
 */
export interface ProductSearch {
  find(search: ProductSearchQuery, page: ProductPage): Promise<ProductHits & TermAnswer>;
  /** Returns suggestions for an unfinished term. */
  suggest(search: SuggestionQuery, limit: number): Promise<Suggestions>;
  /** Lists terms to suggest before anything is typed, if the site has products for them. */
  listPopularTerms(search: SearchScope): Promise<readonly string[]>;
  /** Counts the products for sale by their own (leaf) category. */
  countByCategory(siteId: number, now: Date): Promise<Map<number, number>>;
}

/** A text of a document and the weight of its words, at most 1. */
export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

/** A fact about a document: a facet value, a category, a material, a pack size. */
export interface WeightedAttribute {
  readonly facet: string;
  readonly value: string;
  /** At most 1. */
  readonly weight: number;
}

/**
 * A product or a page in one language. Prices, stock and the sites that sell a product are not part of it:
 * they are read from the database.
 */
export interface SearchDocument {
  /** Unique within the language: 'product:12', 'category:3', 'content:401'. */
  readonly documentId: string;
  readonly kind: 'product' | PageHit['kind'];
  /** Id of the product, the category or the content page. */
  readonly entityId: number;
  readonly key: string;
  /** Name without accents, for words between quotes. */
  readonly plainName: string;
  readonly texts: readonly WeightedText[];
  readonly attributes: readonly WeightedAttribute[];
}

/** Hash of a document's content, by which unchanged documents are recognised. */
export type Fingerprint = string;

/**
 * Index that an engine keeps outside the memory of the process. The job `search-index` writes it after an
 * import or an edit, so it may be some seconds behind the database. Every call can be repeated.
 */
export interface SearchIndex {
  /** Returns the stored documents of a language by id. */
  listFingerprints(languageId: number): Promise<ReadonlyMap<string, Fingerprint>>;
  /** Adds or replaces documents of a language. */
  index(
    languageId: number,
    documents: readonly (SearchDocument & { readonly fingerprint: Fingerprint })[],
  ): Promise<void>;
  remove(languageId: number, documentIds: readonly string[]): Promise<void>;
  /** Called once after the changes of a language. Synonyms and vocabularies may have changed as well. */
  finish(languageId: number): Promise<void>;
}

/** A search engine. */
export interface SearchEngine {
  readonly search: ProductSearch;
  /** Undefined if the engine reads the texts itself. */
  readonly index?: SearchIndex;
}
