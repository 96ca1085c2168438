import { readWords, toPlain } from './read-words.ts';
import { MAX_COMPLETIONS } from './relevance-weights.ts';

/**
 * Lists the completions of an unfinished term.
 *
 * @param list returns the terms with a meaning and the words of products that begin with the last word,
 *   without accents. Terms complete the first word only.
 */
export function completeTerm(
  term: string,
  list: (last: string) => { readonly terms: readonly string[]; readonly words: readonly string[] },
): string[] {
  const words = readWords(term);
  const last = words.at(-1);
  if (!last) return [];
  const before = words.slice(0, -1).map(({ typed }) => typed);
  const found = list(last.plain);
  const all = [
    ...(before.length === 0 ? found.terms : []),
    ...found.words.map((word) => [...before, word].join(' ')),
  ];
  // A category and a word that differ only in case and accents are duplicates for the reader.
  const byPlain = new Map<string, string>([[toPlain(term), term]]);
  for (const known of all) if (!byPlain.has(toPlain(known))) byPlain.set(toPlain(known), known);
  return [...byPlain.values()].slice(1, 1 + MAX_COMPLETIONS);
}
