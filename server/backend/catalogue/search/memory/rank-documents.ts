import type { Clause } from '../terms/parse-term.ts';
import {
  ATTRIBUTE_WEIGHT,
  COMPOUND_PARTS_WEIGHT,
  MAX_CLAUSES,
  MAX_PREFERENCE_BONUS,
  MIN_NAME_WEIGHT,
  NAME_AND_ATTRIBUTE_BONUS,
  NEGATED_WORD_WEIGHT,
  NEGATION_WEIGHT,
  PREFIX_WEIGHT,
  REQUESTED_CLAUSE_WEIGHT,
  SYNONYM_WEIGHT,
  WEAK_CLAUSE_WEIGHT,
} from '../terms/relevance-weights.ts';
import type { Concept, Target, TermMeanings } from '../terms/term-meanings.ts';
import type { AttributeIndex } from './attribute-index.ts';
import type { Postings, WordIndex } from './word-index.ts';
import { MAX_WEIGHT } from './word-index.ts';

/** The products or the pages of a language with their texts and facts. */
export interface Documents {
  readonly size: number;
  readonly words: WordIndex;
  readonly attributes: AttributeIndex;
  /** Returns name and heading of a document in normal form, for quoted words. */
  getName(document: number): string;
}

export interface RankedDocuments {
  /** Relevance of each document by its number; 0 if it does not match. */
  readonly relevance: Float32Array;
  /** Clauses that no document matches together with the others. */
  readonly unmatchedClauses: readonly Clause[];
  /** Share of the clauses that the documents match, at most 1. */
  readonly coverage: number;
}

type WeightColumn = Float32Array;

function addWeights(
  column: WeightColumn,
  postings: Postings | undefined,
  factor: number,
  minWeight = 0,
): void {
  if (!postings) return;
  const { documents, weights } = postings;
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index] ?? 0;
    const weight = ((weights[index] ?? 0) / MAX_WEIGHT) * factor;
    if (weight > minWeight && weight > (column[document] ?? 0)) column[document] = weight;
  }
}

/**
 * Ranks documents by how well they match the clauses. Finds documents that match all clauses; if there are
 * none, those that match the most specific clauses together. A clause is more specific if fewer documents
 * match it.
 *
 * @param there 1 for each available document: sold on the site, with an address there
 */
export function rankDocuments(
  { size, words, attributes: facts, getName }: Documents,
  clauses: readonly Clause[],
  context: {
    lexicon: TermMeanings;
    languageId: number;
    isAvailable: Uint8Array;
    /** Documents by words that may be an article number. */
    codes?: ReadonlyMap<string, Postings>;
  },
): RankedDocuments {
  const { lexicon, languageId, isAvailable: there } = context;

  function addWordWeights(
    column: WeightColumn,
    run: Clause['words'],
    factor: number,
    minWeight: number,
  ): void {
    const [first, ...others] = run;
    if (!first) return;
    if (others.length === 0) {
      addWeights(column, words.find(first), factor, minWeight);
      return;
    }
    // Several words form one name: all must match, and the least specific one decides.
    const together = new Float32Array(size);
    addWeights(together, words.find(first), 1);
    for (const word of others) {
      const next = new Float32Array(size);
      addWeights(next, words.find(word), 1);
      for (let document = 0; document < size; document += 1) {
        together[document] = Math.min(together[document] ?? 0, next[document] ?? 0);
      }
    }
    for (let document = 0; document < size; document += 1) {
      const weight = (together[document] ?? 0) * factor;
      if (weight > minWeight && weight > (column[document] ?? 0)) column[document] = weight;
    }
  }

  function addTargetWeights(column: WeightColumn, targets: readonly Target[], share: number): void {
    for (const { facet, value, weight } of targets)
      addWeights(column, facts.find(facet, value), weight * share);
  }

  function scoreClause(clause: Clause): WeightColumn {
    const column = new Float32Array(size);
    const hasAttributes = clause.concepts.some(({ finds }) =>
      finds.some(({ facet, value }) => facts.find(facet, value) !== undefined),
    );
    const least = hasAttributes ? MIN_NAME_WEIGHT : 0;
    addWordWeights(column, clause.words, 1, least);
    if (hasAttributes) addAttributeWeights(column, clause.concepts);
    else {
      for (const concept of clause.concepts) {
        for (const term of lexicon.listTerms(languageId, concept))
          addWordWeights(column, term, SYNONYM_WEIGHT, 0);
      }
    }
    for (const known of clause.completions)
      addWeights(column, words.find({ typed: known, plain: known }), PREFIX_WEIGHT);
    for (const { plain } of clause.words) {
      if (/^\d/u.test(plain)) addWeights(column, facts.find('size', plain), 1);
      addWeights(column, context.codes?.get(plain), 1);
    }
    if (clause.parts.length > 0) {
      const columns = clause.parts.map(scoreClause);
      for (let document = 0; document < size; document += 1) {
        const weight = Math.min(...columns.map((part) => part[document] ?? 0)) * COMPOUND_PARTS_WEIGHT;
        if (weight > (column[document] ?? 0)) column[document] = weight;
      }
    }
    if (clause.isQuoted) requireQuotedPhrase(column, clause);
    prefer(column, clause.concepts);
    return column;
  }

  function addAttributeWeights(column: WeightColumn, concepts: readonly Concept[]): void {
    const attributeWeights = new Float32Array(size);
    for (const { finds } of concepts) addTargetWeights(attributeWeights, finds, ATTRIBUTE_WEIGHT);
    for (let document = 0; document < size; document += 1) {
      const fact = attributeWeights[document] ?? 0;
      const word = column[document] ?? 0;
      if (fact > 0) column[document] = Math.max(fact, word) + NAME_AND_ATTRIBUTE_BONUS * Math.min(fact, word);
    }
  }

  function requireQuotedPhrase(column: WeightColumn, clause: Clause): void {
    const quoted = clause.words.map(({ plain }) => plain).join(' ');
    for (let document = 0; document < size; document += 1) {
      if ((column[document] ?? 0) > 0 && clause.words.length > 1 && !getName(document).includes(quoted))
        column[document] = 0;
    }
  }

  function prefer(column: WeightColumn, concepts: readonly Concept[]): void {
    for (const { prefers } of concepts) {
      for (const { facet, value, weight } of prefers) {
        const postings = facts.find(facet, value);
        for (const [index, document] of (postings?.documents ?? []).entries()) {
          const known = column[document] ?? 0;
          if (known > 0)
            column[document] =
              known + (MAX_PREFERENCE_BONUS * weight * (postings?.weights[index] ?? 0)) / MAX_WEIGHT;
        }
      }
    }
  }

  /** Returns the documents that lack a subject: by the facts that state it, otherwise by recipe and name. */
  function scoreNegatedClause(clause: Clause): WeightColumn {
    const column = new Float32Array(size);
    const without = clause.concepts.find((concept) => concept.without.length > 0)?.without;
    if (without) {
      const counts = new Uint8Array(size);
      for (const { facet, value } of without) {
        for (const document of facts.find(facet, value)?.documents ?? [])
          counts[document] = (counts[document] ?? 0) + 1;
      }
      for (let document = 0; document < size; document += 1) {
        if (counts[document] === without.length) column[document] = 0.5;
      }
    } else {
      column.fill(0.5);
      const presence = new Float32Array(size);
      const hasMeaning = clause.concepts.some(({ finds }) => finds.length > 0);
      addWordWeights(presence, clause.words, 1, hasMeaning ? NEGATED_WORD_WEIGHT : 0);
      for (const { finds } of clause.concepts) addTargetWeights(presence, finds, 1);
      for (let document = 0; document < size; document += 1) {
        if ((presence[document] ?? 0) > 0) column[document] = 0;
      }
    }
    const statedAbsence = new Float32Array(size);
    for (const word of clause.words) addWeights(statedAbsence, words.findNegated(word), 1);
    for (let document = 0; document < size; document += 1) {
      if ((column[document] ?? 0) > 0)
        column[document] = (column[document] ?? 0) + NEGATED_WORD_WEIGHT * (statedAbsence[document] ?? 0);
    }
    return column;
  }

  const rankedClauses = clauses.slice(0, MAX_CLAUSES);
  const isAllWeak = rankedClauses.every(({ isWeak, isNegated }) => isWeak && !isNegated);
  let total = 0;
  for (let document = 0; document < size; document += 1) total += there[document] ?? 0;
  const bits = new Int32Array(size);
  const scores = new Float32Array(size);
  const weights = rankedClauses.map((clause, index) => {
    const column = clause.isNegated ? scoreNegatedClause(clause) : scoreClause(clause);
    let count = 0;
    let strongest = 0;
    for (let document = 0; document < size; document += 1) {
      const fit = column[document] ?? 0;
      if (fit === 0 || there[document] !== 1) continue;
      count += 1;
      if (fit > strongest) strongest = fit;
    }
    if (count === 0) return 0;
    const isNeeded = isAllWeak || !clause.isWeak;
    // A word that texts only mention is not specific, even if it is rare.
    const specificity = Math.log(1 + total / count) * Math.min(1, strongest);
    const weight = clause.isNegated ? NEGATION_WEIGHT : isNeeded ? specificity : WEAK_CLAUSE_WEIGHT;
    for (let document = 0; document < size; document += 1) {
      const fit = column[document] ?? 0;
      if (fit === 0) continue;
      if (isNeeded) bits[document] = (bits[document] ?? 0) | (1 << index);
      scores[document] = (scores[document] ?? 0) + weight * fit;
    }
    return weight;
  });

  const getWeight = (mask: number) =>
    weights.reduce((sum, weight, index) => sum + ((mask & (1 << index)) === 0 ? 0 : weight), 0);
  /** Bit mask of the requested clauses: neither negated nor weak. */
  const requestedMask = rankedClauses.reduce(
    (mask, clause, index) => (clause.isNegated || (clause.isWeak && !isAllWeak) ? mask : mask | (1 << index)),
    0,
  );
  const known = new Map<number, number>();
  let best = 0;
  let bestScore = 0;
  let bestWeight = 0;
  let lastMask = 0;
  let weight = 0;
  for (let document = 0; document < size; document += 1) {
    const mask = bits[document] ?? 0;
    if (mask === 0 || there[document] !== 1) continue;
    // Consecutive documents mostly match the same clauses.
    if (mask !== lastMask) {
      lastMask = mask;
      // Products that only lack the negated subject and match nothing else come last.
      weight =
        known.get(mask) ?? getWeight(mask) + ((mask & requestedMask) === 0 ? 0 : REQUESTED_CLAUSE_WEIGHT);
      known.set(mask, weight);
    }
    const score = scores[document] ?? 0;
    if (weight > bestWeight || (weight === bestWeight && score > bestScore)) {
      best = mask;
      bestWeight = weight;
      bestScore = score;
    }
  }
  const leftOut = rankedClauses.filter(
    (clause, index) => (isAllWeak || !clause.isWeak) && (best & (1 << index)) === 0,
  );
  // Clauses without results may still rank the others.
  for (const clause of leftOut) prefer(scores, clause.concepts);
  const fits = new Float32Array(size);
  if (best !== 0) {
    for (let document = 0; document < size; document += 1) {
      if (there[document] === 1 && ((bits[document] ?? 0) & best) === best)
        fits[document] = scores[document] ?? 0;
    }
  }
  const requiredWeights = rankedClauses.map((clause, index) =>
    isAllWeak || !clause.isWeak
      ? Math.max(weights[index] ?? 0, weights[index] === 0 ? Math.log(1 + total) : 0)
      : 0,
  );
  const sum = requiredWeights.reduce((a, b) => a + b, 0);
  return { relevance: fits, unmatchedClauses: leftOut, coverage: sum === 0 ? 0 : getWeight(best) / sum };
}
