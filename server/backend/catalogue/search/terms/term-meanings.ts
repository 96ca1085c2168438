import { getLanguageRules, type LanguageRules } from './language-rules.ts';
import { readWords, toPlain, toStem, type Word } from './read-words.ts';

/**
 * A fact about a product that a word can mean: a facet value, a category, a material, a feed type, a pack
 * size, or the product itself.
 */
export interface Target {
  readonly facet: string;
  readonly value: string;
  /** How well it fits the query, at most 1. */
  readonly weight: number;
}

/** A subject of searches, independent of its wording. */
export interface Concept {
  readonly key: string;
  /** Finds products with any of these facts. */
  readonly finds: readonly Target[];
  /** Ranks found products with these facts first. */
  readonly prefers: readonly Target[];
  /** If the concept is negated, finds only products with all of these facts. */
  readonly without: readonly Target[];
  /** Whether it is a generic word such as 'horse', which need not match and is never reported as missing. */
  readonly isWeak: boolean;
}

export interface SynonymRow {
  readonly languageId: number;
  readonly groupKey: string;
  readonly term: string;
  /** The first term of a group is the preferred one. */
  readonly position: number;
}

/** A row of `search_meaning`; `role` is defined there. */
export interface MeaningRow {
  readonly groupKey: string;
  readonly role: string;
  readonly facet: string;
  readonly value: string;
  readonly position: number;
}

/** A name of a facet value, a category or a material. */
export interface NameRow {
  readonly languageId: number;
  readonly facet: string;
  readonly value: string;
  readonly name: string;
}

/** The concepts that a sequence of words means. */
export interface Match {
  readonly length: number;
  readonly concepts: readonly Concept[];
}

/** The meanings of words in all languages. Its size does not depend on the number of products. */
export interface TermMeanings {
  /** Returns the longest sequence of words, from an index on, that has a meaning in the language. */
  match(languageId: number, words: readonly Word[], start: number): Match | undefined;
  /** Returns the meaning of a single word in another language; undefined if it has none in any. */
  matchElsewhere(languageId: number, words: readonly Word[], start: number): Match | undefined;
  /** Lists the terms of a concept in the language, as further words to find in texts. */
  listTerms(languageId: number, concept: Concept): readonly (readonly Word[])[];
  /** Returns whether a word occurs in a term with a meaning in the language. */
  isKnown(languageId: number, plain: string): boolean;
  /** Lists single words with a meaning in the language by their first letter, without accents. */
  listWords(languageId: number, letter: string): readonly string[];
  /** Lists the terms of the language with a prefix, as they are written. */
  listCompletions(languageId: number, plain: string): readonly string[];
  /** Lists the terms to suggest before anything is typed. */
  listPopular(languageId: number): readonly string[];
  spell(languageId: number, plain: string): string;
}

interface LanguageMeanings {
  readonly rules: LanguageRules;
  /**
   * Concepts by term without accents, by the stems of its words, and by the same keys with a prefix for
   * vocabulary names.
   */
  readonly concepts: Map<string, Concept[]>;
  readonly terms: Map<Concept, Word[][]>;
  readonly written: Map<string, string>;
  readonly parts: Set<string>;
  readonly byLetter: Map<string, Set<string>>;
  readonly spellings: Map<string, string>;
  readonly popular: string[];
}

export const MAX_TERM_WORDS = 5;
/**
 * Minimum length for other forms of a word. Shorter words only match exactly, because stems are often as
 * short ('luc' of the Danish 'lucerne').
 */
export const MIN_WORD_FORM_LENGTH = 4;
/** Factor for each further target of a meaning. */
const FURTHER_TARGET_FACTOR = 0.85;
/** Prefixes of keys of `concepts` that no word contains. */
const STEM_KEY_PREFIX = '~';
const NAME_KEY_PREFIX = '=';

/**
 * Returns a name without the text in brackets that explains it: 'Horse (warmblood)', 'sugar beet pulp
 * (unmolassed)'.
 */
export function toTermName(name: string): string {
  const [start, end] = [name.indexOf('('), name.lastIndexOf(')')];
  return start < 0 || end < start ? name : name.slice(0, start).trimEnd() + name.slice(end + 1);
}

/** Creates the lexicon from synonyms, their meanings and the names of the vocabularies. */
export function createTermMeanings(parts: {
  languages: readonly { readonly languageId: number; readonly code: string }[];
  synonyms: readonly SynonymRow[];
  meanings: readonly MeaningRow[];
  names: readonly NameRow[];
}): TermMeanings {
  const languages = new Map<number, LanguageMeanings>(
    parts.languages.map(({ languageId, code }) => [
      languageId,
      {
        rules: getLanguageRules(code),
        concepts: new Map(),
        terms: new Map(),
        written: new Map(),
        parts: new Set(),
        byLetter: new Map(),
        spellings: new Map(),
        popular: [],
      },
    ]),
  );
  const getKey = (words: readonly Word[], rules: LanguageRules) =>
    words.map(({ typed }) => toStem(typed, rules)).join(' ');
  const getPlain = (words: readonly Word[]) => words.map(({ plain }) => plain).join(' ');
  /**
   * Returns the concepts of the exact words, otherwise of their other forms. Configured meanings take
   * precedence.
   */
  const findConcepts = (lexicon: LanguageMeanings, words: readonly Word[]) => {
    const plain = getPlain(words);
    const stems = `${STEM_KEY_PREFIX}${getKey(words, lexicon.rules)}`;
    return (
      lexicon.concepts.get(plain) ??
      lexicon.concepts.get(`${NAME_KEY_PREFIX}${plain}`) ??
      lexicon.concepts.get(stems) ??
      lexicon.concepts.get(`${NAME_KEY_PREFIX}${stems}`)
    );
  };

  /**
   * @param isName whether it is a vocabulary name, which only counts if the words have no configured meaning
   */
  function addTerm(languageId: number, term: string, concept: Concept, isName: boolean): void {
    const lexicon = languages.get(languageId);
    const words = readWords(term);
    if (!lexicon || words.length === 0 || words.length > MAX_TERM_WORDS) return;
    for (const key of new Set([getPlain(words), `${STEM_KEY_PREFIX}${getKey(words, lexicon.rules)}`])) {
      const conceptKey = isName ? `${NAME_KEY_PREFIX}${key}` : key;
      const known = lexicon.concepts.get(conceptKey) ?? [];
      if (!known.includes(concept)) lexicon.concepts.set(conceptKey, [...known, concept]);
    }
    lexicon.terms.set(concept, [...(lexicon.terms.get(concept) ?? []), words]);
    lexicon.written.set(toPlain(term), term);
    for (const { plain, typed } of words) {
      lexicon.spellings.set(plain, typed);
      if (words.length === 1) {
        lexicon.parts.add(plain);
        const letter = plain.charAt(0);
        lexicon.byLetter.set(letter, (lexicon.byLetter.get(letter) ?? new Set()).add(plain));
      }
    }
  }

  const meanings = Map.groupBy(parts.meanings, ({ groupKey }) => groupKey);
  const groups = new Set([...parts.synonyms.map(({ groupKey }) => groupKey), ...meanings.keys()]);
  const concepts = new Map<string, Concept>();
  const popular = parts.meanings
    .filter(({ role }) => role === 'popular')
    .sort((a, b) => a.position - b.position);
  for (const key of groups) {
    const rows = (meanings.get(key) ?? []).toSorted((a, b) => a.position - b.position);
    const listTargets = (role: string) =>
      rows
        .filter((row) => row.role === role)
        // Pages are ranked separately from products: the first of each has the full weight.
        .map((row, _, all) => ({
          facet: row.facet,
          value: row.value,
          weight:
            FURTHER_TARGET_FACTOR **
            all.filter(({ facet }) => (facet === 'page') === (row.facet === 'page')).indexOf(row),
        }));
    concepts.set(key, {
      key,
      finds: listTargets('finds'),
      prefers: listTargets('prefers'),
      without: listTargets('without'),
      isWeak: rows.some(({ role }) => role === 'weak'),
    });
  }
  for (const { languageId, groupKey, term } of parts.synonyms) {
    const concept = concepts.get(groupKey);
    if (concept) addTerm(languageId, term, concept, false);
  }
  for (const { groupKey } of popular) {
    for (const [languageId, of] of languages) {
      const [first] = parts.synonyms
        .filter((row) => row.languageId === languageId && row.groupKey === groupKey)
        .sort((a, b) => a.position - b.position);
      if (first) of.popular.push(first.term);
    }
  }
  const named = new Map<string, Concept>();
  for (const { languageId, facet, value, name } of parts.names) {
    const key = `${facet}:${value}`;
    const concept =
      named.get(key) ??
      ({ key, finds: [{ facet, value, weight: 1 }], prefers: [], without: [], isWeak: false } as const);
    named.set(key, concept);
    addTerm(languageId, toTermName(name), concept, true);
  }

  function match(languageId: number, words: readonly Word[], start: number): Match | undefined {
    const lexicon = languages.get(languageId);
    if (!lexicon) return undefined;
    for (let length = Math.min(MAX_TERM_WORDS, words.length - start); length > 0; length -= 1) {
      const run = words.slice(start, start + length);
      if (run.some(({ isNegated }) => isNegated !== run[0]?.isNegated)) continue;
      const found =
        findConcepts(lexicon, run) ??
        // 'mueslisnack' and 'muesli snack' are the same term.
        (length > 1 ? findConcepts(lexicon, readWords(run.map(({ typed }) => typed).join(''))) : undefined);
      if (found) return { length, concepts: found };
    }
    return undefined;
  }

  return {
    match,
    matchElsewhere(languageId, words, start) {
      for (const other of languages.keys()) {
        if (other === languageId) continue;
        const found = match(other, words, start);
        if (found) return found;
      }
      return undefined;
    },
    listTerms: (languageId, concept) => languages.get(languageId)?.terms.get(concept) ?? [],
    isKnown(languageId, plain) {
      const lexicon = languages.get(languageId);
      return (
        lexicon !== undefined &&
        (lexicon.parts.has(plain) ||
          (plain.length >= MIN_WORD_FORM_LENGTH && findConcepts(lexicon, readWords(plain)) !== undefined))
      );
    },
    listWords: (languageId, letter) => [...(languages.get(languageId)?.byLetter.get(letter) ?? [])],
    listCompletions: (languageId, plain) =>
      [...(languages.get(languageId)?.written ?? [])].flatMap(([known, term]) =>
        known.startsWith(plain) ? [term] : [],
      ),
    listPopular: (languageId) => languages.get(languageId)?.popular ?? [],
    spell: (languageId, plain) => languages.get(languageId)?.spellings.get(plain) ?? plain,
  };
}
