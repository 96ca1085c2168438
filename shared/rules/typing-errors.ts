/** Normalises a word or text for comparison: composed, in lower case, with its accents. */
export const normalizeWord = (word: string): string => word.normalize('NFC').toLowerCase();

/** Removes accents: 'müsli' as typed on a keyboard without umlauts. */
const removeAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Returns the number of typing errors between two words: an extra, missing or wrong letter, or two swapped
 * neighbours. Accents are ignored.
 */
export function countTypingErrors(left: string, right: string): number {
  const a = removeAccents(left);
  const b = removeAccents(right);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
