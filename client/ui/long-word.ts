/**
 * Whether a text has a word that a narrow column cannot hold at full size, as compounds in German, Danish or Estonian do.
 * Such a title is set a step smaller: not every browser knows where to hyphenate, and a word cut anywhere reads badly.
 *
 * @param letters a word of that many letters is long; a hyphen ends a word, since a line may break there
 */
export function hasLongWord(text: string, letters: number): boolean {
  return text.split(/[\s\-/]+/).some((word) => Array.from(word.normalize('NFC')).length >= letters);
}
