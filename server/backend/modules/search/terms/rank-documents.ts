import type { FactIndex } from './fact-index.ts';
import type { Concept, Lexicon, Target } from './lexicon.ts';
import type { Wish } from './read-term.ts';
import type { Postings, WordIndex } from './word-index.ts';

/** The products or the pages of a language with their texts and facts. */
export interface Documents {
  readonly size: number;
  readonly words: WordIndex;
  readonly facts: FactIndex;
  /** Returns name and heading of a document in normal form, for quoted words. */
  getName(document: number): string;
}

export interface Ranked {
  /** Relevance of each document by its number; 0 if it does not match. */
  readonly fits: Float32Array;
  /** Clauses that no document matches together with the others. */
  readonly leftOut: readonly Wish[];
  /** Share of the clauses that the documents match, at most 1. */
  readonly coverage: number;
}

const FULL = 255;
/** Weight of a fact relative to a word of the name. */
const FACT_SHARE = 0.85;
/** Weight of a synonym. */
const SYNONYM_SHARE = 0.8;
const BEGINNING_SHARE = 0.75;
const PARTS_SHARE = 0.85;
/** Maximum bonus for preferred facts. */
const PREFERENCE = 0.15;
/**
 * Minimum weight for the words of a clause with a meaning: only names count, since texts also mention what a
 * product is not for.
 */
const IN_PASSING = 0.6;
/** Bonus if both name and facts match. */
const AGREEMENT = 0.1;
/** Weight of negated clauses: unwanted contents matter more than preferences. */
const DENIAL_WEIGHT = 3;
/**
 * Minimum weight of the negated word in name, claim or category for a product to contain it. Products that
 * explicitly state its absence come first.
 */
const NAMED = 0.3;
const WEAK_WEIGHT = 0.25;
/** Exceeds the total weight of all clauses. */
const SOMETHING_WANTED = 1000;
/** Number of bits that are safe for shifts. */
const MOST_WISHES = 30;

type Column = Float32Array;

function raise(column: Column, postings: Postings | undefined, share: number, least = 0): void {
  if (!postings) return;
  const { documents, weights } = postings;
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index] ?? 0;
    const weight = ((weights[index] ?? 0) / FULL) * share;
    if (weight > least && weight > (column[document] ?? 0)) column[document] = weight;
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
  { size, words, facts, getName }: Documents,
  wishes: readonly Wish[],
  context: {
    lexicon: Lexicon;
    languageId: number;
    there: Uint8Array;
    /** Documents by words that may be an article number. */
    codes?: ReadonlyMap<string, Postings>;
  },
): Ranked {
  const { lexicon, languageId, there } = context;

  function raiseByWords(column: Column, run: Wish['words'], share: number, least: number): void {
    const [first, ...others] = run;
    if (!first) return;
    if (others.length === 0) {
      raise(column, words.find(first), share, least);
      return;
    }
    // Several words form one name: all must match, and the least specific one decides.
    const together = new Float32Array(size);
    raise(together, words.find(first), 1);
    for (const word of others) {
      const next = new Float32Array(size);
      raise(next, words.find(word), 1);
      for (let document = 0; document < size; document += 1) {
        together[document] = Math.min(together[document] ?? 0, next[document] ?? 0);
      }
    }
    for (let document = 0; document < size; document += 1) {
      const weight = (together[document] ?? 0) * share;
      if (weight > least && weight > (column[document] ?? 0)) column[document] = weight;
    }
  }

  function raiseByFacts(column: Column, targets: readonly Target[], share: number): void {
    for (const { facet, value, weight } of targets) raise(column, facts.find(facet, value), weight * share);
  }

  function fulfil(wish: Wish): Column {
    const column = new Float32Array(size);
    const hasFacts = wish.concepts.some(({ finds }) =>
      finds.some(({ facet, value }) => facts.find(facet, value) !== undefined),
    );
    const least = hasFacts ? IN_PASSING : 0;
    raiseByWords(column, wish.words, 1, least);
    if (hasFacts) addFacts(column, wish.concepts);
    else {
      for (const concept of wish.concepts) {
        for (const term of lexicon.listTerms(languageId, concept))
          raiseByWords(column, term, SYNONYM_SHARE, 0);
      }
    }
    for (const known of wish.beginnings)
      raise(column, words.find({ typed: known, plain: known }), BEGINNING_SHARE);
    for (const { plain } of wish.words) {
      if (/^\d/u.test(plain)) raise(column, facts.find('size', plain), 1);
      raise(column, context.codes?.get(plain), 1);
    }
    if (wish.parts.length > 0) {
      const columns = wish.parts.map(fulfil);
      for (let document = 0; document < size; document += 1) {
        const weight = Math.min(...columns.map((part) => part[document] ?? 0)) * PARTS_SHARE;
        if (weight > (column[document] ?? 0)) column[document] = weight;
      }
    }
    if (wish.isQuoted) keepQuoted(column, wish);
    prefer(column, wish.concepts);
    return column;
  }

  function addFacts(column: Column, concepts: readonly Concept[]): void {
    const ofFacts = new Float32Array(size);
    for (const { finds } of concepts) raiseByFacts(ofFacts, finds, FACT_SHARE);
    for (let document = 0; document < size; document += 1) {
      const fact = ofFacts[document] ?? 0;
      const word = column[document] ?? 0;
      if (fact > 0) column[document] = Math.max(fact, word) + AGREEMENT * Math.min(fact, word);
    }
  }

  function keepQuoted(column: Column, wish: Wish): void {
    const quoted = wish.words.map(({ plain }) => plain).join(' ');
    for (let document = 0; document < size; document += 1) {
      if ((column[document] ?? 0) > 0 && wish.words.length > 1 && !getName(document).includes(quoted))
        column[document] = 0;
    }
  }

  function prefer(column: Column, concepts: readonly Concept[]): void {
    for (const { prefers } of concepts) {
      for (const { facet, value, weight } of prefers) {
        const postings = facts.find(facet, value);
        for (const [index, document] of (postings?.documents ?? []).entries()) {
          const known = column[document] ?? 0;
          if (known > 0)
            column[document] = known + (PREFERENCE * weight * (postings?.weights[index] ?? 0)) / FULL;
        }
      }
    }
  }

  /** Returns the documents that lack a subject: by the facts that state it, otherwise by recipe and name. */
  function fulfilDenied(wish: Wish): Column {
    const column = new Float32Array(size);
    const without = wish.concepts.find((concept) => concept.without.length > 0)?.without;
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
      const there = new Float32Array(size);
      const isMeant = wish.concepts.some(({ finds }) => finds.length > 0);
      raiseByWords(there, wish.words, 1, isMeant ? NAMED : 0);
      for (const { finds } of wish.concepts) raiseByFacts(there, finds, 1);
      for (let document = 0; document < size; document += 1) {
        if ((there[document] ?? 0) > 0) column[document] = 0;
      }
    }
    const said = new Float32Array(size);
    for (const word of wish.words) raise(said, words.findDenied(word), 1);
    for (let document = 0; document < size; document += 1) {
      if ((column[document] ?? 0) > 0)
        column[document] = (column[document] ?? 0) + NAMED * (said[document] ?? 0);
    }
    return column;
  }

  const asked = wishes.slice(0, MOST_WISHES);
  const isAllWeak = asked.every(({ isWeak, isDenied }) => isWeak && !isDenied);
  let total = 0;
  for (let document = 0; document < size; document += 1) total += there[document] ?? 0;
  const bits = new Int32Array(size);
  const scores = new Float32Array(size);
  const weights = asked.map((wish, place) => {
    const column = wish.isDenied ? fulfilDenied(wish) : fulfil(wish);
    let count = 0;
    let strongest = 0;
    for (let document = 0; document < size; document += 1) {
      const fit = column[document] ?? 0;
      if (fit === 0 || there[document] !== 1) continue;
      count += 1;
      if (fit > strongest) strongest = fit;
    }
    if (count === 0) return 0;
    const isNeeded = isAllWeak || !wish.isWeak;
    // A word that texts only mention is not specific, even if it is rare.
    const telling = Math.log(1 + total / count) * Math.min(1, strongest);
    const weight = wish.isDenied ? DENIAL_WEIGHT : isNeeded ? telling : WEAK_WEIGHT;
    for (let document = 0; document < size; document += 1) {
      const fit = column[document] ?? 0;
      if (fit === 0) continue;
      if (isNeeded) bits[document] = (bits[document] ?? 0) | (1 << place);
      scores[document] = (scores[document] ?? 0) + weight * fit;
    }
    return weight;
  });

  const getWeight = (mask: number) =>
    weights.reduce((sum, weight, place) => sum + ((mask & (1 << place)) === 0 ? 0 : weight), 0);
  /** Bit mask of the requested clauses: neither negated nor weak. */
  const wanted = asked.reduce(
    (mask, wish, place) => (wish.isDenied || (wish.isWeak && !isAllWeak) ? mask : mask | (1 << place)),
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
      weight = known.get(mask) ?? getWeight(mask) + ((mask & wanted) === 0 ? 0 : SOMETHING_WANTED);
      known.set(mask, weight);
    }
    const score = scores[document] ?? 0;
    if (weight > bestWeight || (weight === bestWeight && score > bestScore)) {
      best = mask;
      bestWeight = weight;
      bestScore = score;
    }
  }
  const leftOut = asked.filter((wish, place) => (isAllWeak || !wish.isWeak) && (best & (1 << place)) === 0);
  // Clauses without results may still rank the others.
  for (const wish of leftOut) prefer(scores, wish.concepts);
  const fits = new Float32Array(size);
  if (best !== 0) {
    for (let document = 0; document < size; document += 1) {
      if (there[document] === 1 && ((bits[document] ?? 0) & best) === best)
        fits[document] = scores[document] ?? 0;
    }
  }
  const needed = asked.map((wish, place) =>
    isAllWeak || !wish.isWeak
      ? Math.max(weights[place] ?? 0, weights[place] === 0 ? Math.log(1 + total) : 0)
      : 0,
  );
  const sum = needed.reduce((a, b) => a + b, 0);
  return { fits, leftOut, coverage: sum === 0 ? 0 : getWeight(best) / sum };
}
