/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
};

/** Ids of the page itself, which anchors must not duplicate. */
const RESERVED_IDS = ['main', 'search', 'menu', 'footer', 'no-scroll', 'root', 'state'];

/** Folds a text for comparison with input from other keyboards: lower case, without accents. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter);

/**
 * Converts a text of any supported language into lower-case ASCII letters, digits and single hyphens.
 *
 * @returns for example 'haufige-fragen' from 'Häufige Fragen?'; empty if the text has no letter and no digit
 */
export function getSlug(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Returns ids for the headings of one page. The same texts always yield the same ids, so that links with a
 * hash remain valid.
 *
 * @param headings texts of all headings of the page, in document order
 * @returns one id per heading; a repeated text gets '-2', '-3' …, a text without letters 'section'
 */
export function getHeadingIds(headings: readonly string[]): string[] {
  const taken = new Set(RESERVED_IDS);
  return headings.map((heading) => {
    const slug = getSlug(heading) || 'section';
    let id = slug;
    for (let count = 2; taken.has(id); count += 1) id = `${slug}-${count}`;
    taken.add(id);
    return id;
  });
}
