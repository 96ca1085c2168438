/** Abbreviations of titles and saints in registers, by their long forms. */
const shortForms: ReadonlyMap<string, string> = new Map([
  ['doctor', 'dr'],
  ['dokter', 'dr'],
  ['dominee', 'ds'],
  ['ingenieur', 'ir'],
  ['jonkheer', 'jhr'],
  ['jonkvrouw', 'jkvr'],
  ['meester', 'mr'],
  ['sint', 'st'],
]);

/** Common abbreviations of street name endings. */
const longEnds: readonly (readonly [pattern: RegExp, end: string])[] = [
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
const MIN_LAST_LETTERS = 4;

function readWords(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => shortForms.get(word) ?? word);
  const last = words.pop();
  if (last === undefined) return [];
  const end = longEnds.find(([pattern]) => pattern.test(last));
  return [...words, end ? last.replace(...end) : last];
}

// 'Dijkstraat' and 'Dykstraat' sound alike, and either may be the official one.
const joinWords = (words: readonly string[]): string => words.join('').replaceAll('ij', 'y');

/**
 * Returns whether a typed street is a street of the register. Case, accents, spaces, hyphens and common
 * abbreviations do not matter: 'Burg. v.d. Boschstr' is 'Burgemeester van den Boschstraat'.
 */
export function isSameStreet(typed: string, official: string): boolean {
  const [typedWords, officialWords] = [readWords(typed), readWords(official)];
  if (typedWords.length === 0) return false;
  if (joinWords(typedWords) === joinWords(officialWords)) return true;
  if (typedWords.length !== officialWords.length) return false;
  return typedWords.every((word, index) => {
    const other = officialWords[index] ?? '';
    const isLast = index === typedWords.length - 1;
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    if (joinWords([short]) === joinWords([long])) return true;
    return long.startsWith(short) && (!isLast || short.length >= MIN_LAST_LETTERS);
  });
}
