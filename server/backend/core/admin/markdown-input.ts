import { MarkdownError, parseMarkdown } from '../markdown/markdown-blocks.ts';
import { AdminRefusal } from './operation.ts';

type MarkdownBlocks = ReturnType<typeof parseMarkdown>;

/** Matches the start of an HTML element, comment or declaration, which would be shown as text by mistake. */
const HTML = /<\/?[a-z][^<>]*>|<!/i;
/**
 * Matches a malformed link, which would be shown with its brackets: an address with a space, or a missing
 * label.
 */
const MALFORMED_LINK = /\[[^\]]{0,60}\]\([^)]{0,60}\)?/;

/** Returns the runs of text in blocks, without headings. */
export const listRuns = (blocks: MarkdownBlocks) =>
  blocks.flatMap((block) => {
    if (block.type === 'paragraph') return block.content;
    return block.type === 'list' ? block.items.flat() : [];
  });

/**
 * Parses Markdown to blocks.
 *
 * @throws AdminRefusal with the field, if it is invalid
 */
export function parseMarkdownOrRefuse(markdown: string, field: string): MarkdownBlocks {
  try {
    return parseMarkdown(markdown);
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new AdminRefusal(error.told.code, error.told.values, field);
  }
}

/**
 * Refuses HTML in text entered by staff.
 *
 * @throws AdminRefusal with the field
 */
export function refuseHtml(words: string, field: string): void {
  if (HTML.test(words)) throw new AdminRefusal('text_html', {}, field);
}

/**
 * Parses Markdown entered by staff. Refuses HTML and malformed links.
 *
 * @throws AdminRefusal with the field
 */
export function checkMarkdown(markdown: string, field: string): MarkdownBlocks {
  refuseHtml(markdown, field);
  const blocks = parseMarkdownOrRefuse(markdown, field);
  const [link] = listRuns(blocks).flatMap(({ text }) => MALFORMED_LINK.exec(text)?.[0] ?? []);
  if (link !== undefined) throw new AdminRefusal('text_link', { link }, field);
  return blocks;
}
