import type { LanguageRules } from './language-rules.ts';

const MIN_PART_LENGTH = 3;
const MAX_PARTS = 3;

/**
 * Splits a compound into known words: 'seniorenmusli' into 'senior' and 'musli'. Prefers the split with the
 * fewest parts, then the one whose shortest part is longest: 'stro-mix', not 's-tromix'.
 *
 * @param plain word without accents
 * @returns undefined if the word cannot be split into known words
 */
export function splitCompound(
  plain: string,
  rules: Pick<LanguageRules, 'joints'>,
  isKnown: (part: string) => boolean,
): string[] | undefined {
  let best: string[] | undefined;
  const isBetter = (parts: readonly string[]) =>
    best === undefined ||
    parts.length < best.length ||
    (parts.length === best.length && getShortestLength(parts) > getShortestLength(best));

  function split(start: number, parts: readonly string[]): void {
    if (parts.length >= MAX_PARTS) return;
    for (let end = start + MIN_PART_LENGTH; end <= plain.length - MIN_PART_LENGTH; end += 1) {
      const part = plain.slice(start, end);
      if (!isKnown(part)) continue;
      for (const joint of rules.joints) {
        if (!plain.startsWith(joint, end)) continue;
        const next = end + joint.length;
        const rest = plain.slice(next);
        if (rest.length < MIN_PART_LENGTH) continue;
        const all = [...parts, part, rest];
        if (isKnown(rest) && all.length <= MAX_PARTS && isBetter(all)) best = all;
        split(next, [...parts, part]);
      }
    }
  }

  split(0, []);
  return best;
}

const getShortestLength = (parts: readonly string[]): number =>
  Math.min(...parts.map(({ length }) => length));
