// How well documents match a term: the same weights in all engines.

/** Weight of a fact relative to a word of the name. */
export const ATTRIBUTE_WEIGHT = 0.85;
/** Weight of a synonym. */
export const SYNONYM_WEIGHT = 0.8;
export const PREFIX_WEIGHT = 0.75;
export const COMPOUND_PARTS_WEIGHT = 0.85;
/** Maximum bonus for preferred facts. */
export const MAX_PREFERENCE_BONUS = 0.15;
/**
 * Minimum weight for the words of a clause with a meaning: only names count, since texts also mention what a
 * product is not for.
 */
export const MIN_NAME_WEIGHT = 0.6;
/** Bonus if both name and facts match. */
export const NAME_AND_ATTRIBUTE_BONUS = 0.1;
/** Weight of negated clauses: unwanted contents matter more than preferences. */
export const NEGATION_WEIGHT = 3;
/**
 * Minimum weight of the negated word in name, claim or category for a product to contain it. Products that
 * explicitly state its absence come first.
 */
export const NEGATED_WORD_WEIGHT = 0.3;
export const WEAK_CLAUSE_WEIGHT = 0.25;
/** Exceeds the total weight of all clauses. */
export const REQUESTED_CLAUSE_WEIGHT = 1000;
/** Number of bits that are safe for shifts. */
export const MAX_CLAUSES = 30;
export const MAX_FOUND_PAGES = 6;
export const MAX_COMPLETIONS = 4;
/** Minimum share of the clauses that a page must match. */
export const MIN_CLAUSE_COVERAGE = 0.5;
/** Number of steps to which relevance is rounded: products with equal values stay in catalogue order. */
export const RELEVANCE_STEPS = 100;
/** Minimum relevance of a page as a share of the best one. */
export const MIN_PAGE_RELEVANCE = 0.45;
/**
 * Minimum relevance of a product as a share of the best one. Less relevant products only mention the subject.
 */
export const MIN_PRODUCT_RELEVANCE = 0.3;
