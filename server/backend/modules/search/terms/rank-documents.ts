import type { FactIndex } from './fact-index.ts';
import type { Concept, Lexicon, Target } from './lexicon.ts';
import type { Wish } from './read-term.ts';
import type { Postings, WordIndex } from './word-index.ts';

/** Products of a language, or its pages: what they say and what they are. */
export interface Documents {
  readonly size: number;
  readonly words: WordIndex;
  readonly facts: FactIndex;
  /** Name and heading of a document, as words are compared: for words in quotes. */
  getName(document: number): string;
}

export interface Ranked {
  /** How well each document fits, by its number; 0 where it does not. */
  readonly fits: Float32Array;
  /** Wishes that no document fulfils together with the others. */
  readonly leftOut: readonly Wish[];
  /** How much of what was wished for the documents fulfil, up to 1. */
  readonly coverage: number;
}

const FULL = 255;
/** What a fact is worth beside a word of the name. */
const FACT_SHARE = 0.85;
/** What another word for the same is worth. */
const SYNONYM_SHARE = 0.8;
const BEGINNING_SHARE = 0.75;
const PARTS_SHARE = 0.85;
/** Most that preferred facts add. */
const PREFERENCE = 0.15;
/** Where a wish has a meaning, its words count in names only: texts mention what a product is not for as well. */
const IN_PASSING = 0.6;
/** What names itself so and is so as well. */
const AGREEMENT = 0.1;
/** A thing that must not be in it weighs more than what would be nice to have. */
const DENIAL_WEIGHT = 3;
/** What is denied is in a product where its name, claim or category has the word; what says itself that it is not in there comes first. */
const NAMED = 0.3;
const WEAK_WEIGHT = 0.25;
/** More than all wishes together weigh. */
const SOMETHING_WANTED = 1000;
/** Bits of a number that are safe to shift. */
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
 * Orders documents by how well they fulfil some wishes. Those are found that fulfil all of them; where none does, those that fulfil the most telling
 * ones together: a wish is the more telling, the fewer documents fulfil it.
 *
 * @param there 1 for each document that is to be found at all: sold on the site, with an address there
 */
export function rankDocuments(
  { size, words, facts, getName }: Documents,
  wishes: readonly Wish[],
  context: {
    lexicon: Lexicon;
    languageId: number;
    there: Uint8Array;
    /** Documents with an article number, by a word that may be one. */
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
    // Several words are one name: all of them, and the least telling decides.
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

  /** What lacks the thing: by the facts that say so, else by recipe and name. */
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
    // A word that texts have in passing only tells little, however few have it.
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
  /** Things that are wanted. */
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
    // Neighbours mostly fulfil the same.
    if (mask !== lastMask) {
      lastMask = mask;
      // What lacks the thing that is not wanted, and has nothing of what is, comes after all that has some of it.
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
  // What cannot be had may still say which of the others come first.
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
