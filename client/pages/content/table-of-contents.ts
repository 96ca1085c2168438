import type { Block, Inline } from '../../../shared/contract/content.ts';

/**
 * Number of chapters from which a page gets a table of contents. Fewer chapters, but at least three, need a
 * minimum number of characters.
 */
const MIN_CHAPTERS = 6;
const MIN_CHARACTERS_OF_LONG_TEXT = 2500;
const MIN_CHAPTERS_OF_LONG_TEXT = 3;

export interface TableOfContentsEntry {
  readonly id: string;
  readonly title: string;
}

/**
 * Returns the chapters of a long page: its level-2 headings with their anchors.
 *
 * @param headingIds anchors of all headings of the blocks, in order
 * @returns an empty list for a short page
 */
export function getContents(blocks: readonly Block[], headingIds: readonly string[]): TableOfContentsEntry[] {
  const chapters = blocks
    .filter((block) => block.type === 'heading')
    .map((heading, index) => ({ level: heading.level, title: heading.text, id: headingIds[index] }))
    .flatMap(({ level, title, id }) => (level === 2 && id !== undefined ? [{ id, title }] : []));
  const isLong =
    chapters.length >= MIN_CHAPTERS ||
    (chapters.length >= MIN_CHAPTERS_OF_LONG_TEXT && countCharacters(blocks) >= MIN_CHARACTERS_OF_LONG_TEXT);
  return isLong ? chapters : [];
}

function countCharacters(blocks: readonly Block[]): number {
  const count = (inlines: readonly Inline[]) => inlines.reduce((sum, { text }) => sum + text.length, 0);
  return blocks.reduce((sum, block) => {
    if (block.type === 'heading') return sum + block.text.length;
    if (block.type === 'picture') return sum;
    if (block.type === 'paragraph') return sum + count(block.content);
    return sum + block.items.reduce((listSum, item) => listSum + count(item), 0);
  }, 0);
}
