/** Letters that Unicode does not take apart into a plain letter and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
};

/** Ids that the page itself has: an anchor of the same name would lead to the wrong place. */
const RESERVED_IDS = ['main', 'search', 'menu', 'footer', 'no-scroll', 'root', 'state'];

/** A text in lower case and without accents: how words are compared where a keyboard may lack letters. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, (letter) => LETTERS[letter] ?? letter);

/**
 * Turns a text of any of our languages into lower-case ASCII letters, figures and single hyphens.
 *
 * @returns for example 'haufige-fragen' from 'Häufige Fragen?'; empty where the text has no letter and no figure
 */
export function getSlug(text: string): string {
  return foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Ids for the headings of one page, in their order: the same texts always give the same ids, so that a link with
 * a hash keeps leading to its heading.
 *
 * @param headings texts of all headings of the page, in document order
 * @returns as many ids; a repeated text gets '-2', '-3' …, a text without letters 'section'
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
