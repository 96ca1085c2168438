/** Long forms by short form, of titles, saints, numerals and contractions that are not a prefix of the long form. */
const abbreviationsByWord: ReadonlyMap<string, string> = new Map([
  ['doctor', 'dr'],
  ['dokter', 'dr'],
  ['dominee', 'ds'],
  ['ingenieur', 'ir'],
  ['jonkheer', 'jhr'],
  ['jonkvrouw', 'jkvr'],
  ['luitenant', 'lt'],
  ['meester', 'mr'],
  ['monseigneur', 'mgr'],
  ['sint', 'st'],
  ['het', 't'],
  ['nieuwezijds', 'nz'],
  ['oudezijds', 'oz'],
  ['eerste', '1e'],
  ['tweede', '2e'],
  ['derde', '3e'],
  ['vierde', '4e'],
  ['vijfde', '5e'],
  ['zesde', '6e'],
  ['zevende', '7e'],
  ['achtste', '8e'],
  ['negende', '9e'],
  ['tiende', '10e'],
]);

/** Common abbreviations of street name endings. */
const abbreviatedEndings: readonly (readonly [pattern: RegExp, end: string])[] = [
  [/str$/, 'straat'],
  [/pln$/, 'plein'],
  [/ln$/, 'laan'],
  [/wg$/, 'weg'],
  [/kd$/, 'kade'],
  [/dk$/, 'dijk'],
];

/**
 * Minimum number of letters that identify a shortened last word: 'Prins Hendr.' matches, 'Prins H.' does not.
 */
const MIN_LAST_WORD_LETTERS = 4;

function splitIntoWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/^([no])\.? ?z\.? /, '$1z ')
    .replaceAll(/\bvd\b/g, 'v d')
    .replaceAll(/\b(\d+)(?:ste|de)\b/g, '$1e')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => abbreviationsByWord.get(word) ?? word);
  const last = words.pop();
  if (last === undefined) return [];
  const end = abbreviatedEndings.find(([pattern]) => pattern.test(last));
  return [...words, end ? last.replace(...end) : last];
}

// 'Dijkstraat' and 'Dykstraat' sound alike, and either may be the official one.
const joinWords = (words: readonly string[]): string => words.join('').replaceAll('ij', 'y');

/** Spells out umlauts: 'Müller' is also typed as 'Mueller'. */
const transliterateUmlauts = (name: string): string =>
  name.normalize('NFC').replaceAll(/[äöü]/gi, (letter) => `${letter.normalize('NFD').charAt(0)}e`);

/**
 * Returns whether a typed street is a street of the register. Case, accents, spaces, hyphens and common
 * abbreviations do not matter: 'Burg. v.d. Boschstr' is 'Burgemeester van den Boschstraat'.
 */
export const isSameStreet = (typed: string, official: string): boolean =>
  haveSameWords(splitIntoWords(typed), splitIntoWords(official)) ||
  haveSameWords(splitIntoWords(typed), splitIntoWords(transliterateUmlauts(official)));

function haveSameWords(typed: readonly string[], official: readonly string[]): boolean {
  if (typed.length === 0) return false;
  if (joinWords(typed) === joinWords(official)) return true;
  if (typed.length !== official.length) return false;
  return typed.every((word, index) => {
    const other = official[index] ?? '';
    if (joinWords([word]) === joinWords([other])) return true;
    // Registers never shorten the last part of a name: 'Klaverwegstraat' is not 'Klaverweg'.
    const isLast = index === typed.length - 1;
    if (isLast) return word.length >= MIN_LAST_WORD_LETTERS && other.startsWith(word);
    return other.startsWith(word) || word.startsWith(other);
  });
}
