/** Longest subject of a commit, in characters. */
export const MAX_SUBJECT_LENGTH = 72;

/** Forms of a verb that are no imperative: `adds`, `added`, `adding`. Verbs that only look like one are listed. */
const NON_IMPERATIVE_VERB_PATTERN =
  /^(?!(?:address|bypass|compress|discuss|dismiss|embed|express|feed|focus|miss|pass|press|process|speed|suppress|need|seed|bring)$)[a-z]+(?:s|ed|ing)$/;

/**
 * Finds what is wrong with the subject of a commit.
 *
 * @param {string} subject
 * @returns {string | null} null if it has the form `scope: imperative subject`
 */
export function findCommitSubjectProblem(subject) {
  const parts = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: (\S+)/.exec(subject);
  if (!parts) return 'has no scope: write `scope: imperative subject`';
  if (subject.length > MAX_SUBJECT_LENGTH)
    return `has ${subject.length} characters, ${MAX_SUBJECT_LENGTH} at most`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  if (NON_IMPERATIVE_VERB_PATTERN.test(parts[1].toLowerCase()))
    return `starts with "${parts[1]}": use the imperative`;
  return null;
}
