import { terms } from './avoided-terms.mjs';
import { listProseLines } from './prose-lines.mjs';

/** A comment that allows a word in its file, with the reason: `wording: "kept" is quoted from the law`. */
const ALLOWED_TERM_COMMENT_PATTERN = /\bwording: "([^"]+)" \S/;

/**
 * Finds terms that comments, names of tests and documents avoid.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]} for each one `file:line: "word", use …`
 */
export function findAvoidedTerms(file, text) {
  const allowed = new Set(
    text.split('\n').flatMap((row) => ALLOWED_TERM_COMMENT_PATTERN.exec(row)?.[1]?.toLowerCase() ?? []),
  );
  return listProseLines(file, text).flatMap(({ line, text: row }) =>
    ALLOWED_TERM_COMMENT_PATTERN.test(row)
      ? []
      : terms.flatMap(({ pattern, instead }) => {
          const word = pattern.exec(row)?.[0];
          if (word === undefined || allowed.has(word.toLowerCase())) return [];
          return [`${file}:${line}: "${word}": use ${instead}`];
        }),
  );
}
