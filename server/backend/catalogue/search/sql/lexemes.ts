/** Letter of a lexeme's weight in a `tsvector`, from the most to the least important. */
export type WeightLetter = 'A' | 'B' | 'C' | 'D';

/**
 * Least weight of each letter, for words and for facts, and the weight that a letter stands for in a score.
 * PostgreSQL stores two bits per position, so the weights of the fields are rounded to four steps.
 */
const letterSteps = [
  { letter: 'A', leastOfWord: 0.75, word: 1, leastOfFact: 0.85, fact: 0.95 },
  { letter: 'B', leastOfWord: 0.3, word: 0.48, leastOfFact: 0.6, fact: 0.75 },
  { letter: 'C', leastOfWord: 0.2, word: 0.28, leastOfFact: 0.4, fact: 0.5 },
  { letter: 'D', leastOfWord: 0, word: 0.18, leastOfFact: 0, fact: 0.33 },
] as const;

/** Returns the letter of a word's or fact's weight. */
export function getWeightLetter(weight: number, isFact: boolean): WeightLetter {
  const step = letterSteps.find(({ leastOfWord, leastOfFact }) =>
    isFact ? weight >= leastOfFact : weight > leastOfWord,
  );
  return step?.letter ?? 'D';
}

/** The letters with the weights that they stand for, highest first. */
export const wordWeights = letterSteps.map(({ letter, word }) => ({ letter, weight: word }));
export const factWeights = letterSteps.map(({ letter, fact }) => ({ letter, weight: fact }));

/** Returns a fact as a lexeme. Words have no colon. */
export const toFact = (facet: string, value: string): string => `${facet}:${value}`;

/** Quotes a lexeme for the text of a `tsvector` or `tsquery`. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
