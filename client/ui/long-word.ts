/**
 * Whether a text contains a word that does not fit into a narrow column at full font size, such as compounds
 * in German, Danish or Estonian. Such a title gets a smaller font: not every browser can hyphenate, and a
 * word broken anywhere is hard to read.
 *
 * @param letters minimum number of letters of a long word; a hyphen ends a word, because a line may break
 *   there
 */
export function hasLongWord(text: string, letters: number): boolean {
  return text.split(/[\s\-/]+/).some((word) => Array.from(word.normalize('NFC')).length >= letters);
}
