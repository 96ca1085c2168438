/** Case endings, longest first. No Snowball stemmer that is available as a package supports Estonian. */
const CASE_ENDINGS = [
  'teta',
  'tele',
  'telt',
  'tega',
  'test',
  'tesse',
  'tena',
  'teks',
  'tele',
  'dele',
  'delt',
  'dega',
  'dest',
  'desse',
  'dena',
  'deks',
  'deta',
  'tel',
  'tes',
  'del',
  'des',
  'sse',
  'ile',
  'ilt',
  'iga',
  'ist',
  'ga',
  'ta',
  'le',
  'lt',
  'st',
  'ks',
  'na',
  'id',
  'te',
  'de',
  'd',
];
const MIN_STEM_LENGTH = 3;

function cutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find(
    (known) => word.endsWith(known) && word.length - known.length >= MIN_STEM_LENGTH,
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/**
 * Returns a light stem: removes the case ending ('kaerata' → 'kaer', 'hobusele' → 'hobu'), then the final
 * vowel.
 */
export function stemEstonian(word: string): string {
  const bare = cutEnding(word, CASE_ENDINGS);
  const withoutSuffix = cutEnding(bare, ['ste', 'sed', 'ne', 'se']);
  const stem =
    withoutSuffix.length > MIN_STEM_LENGTH ? withoutSuffix.replace(/[aeiu]+$/u, '') : withoutSuffix;
  return (stem.length >= MIN_STEM_LENGTH ? stem : withoutSuffix).replace(/(.)\1$/u, '$1');
}
