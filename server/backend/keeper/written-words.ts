import { MarkdownError, parseMarkdown } from '../catalogue-import/markdown-blocks.ts';
import { KeeperRefusal } from './operation.ts';

type Blocks = ReturnType<typeof parseMarkdown>;

/** The start of an element, a comment or a declaration: shown as text, it would be a mistake of whoever wrote it. */
const HTML = /<\/?[a-z][^<>]*>|<!/i;
/** What looks like a link to whoever wrote it, and would be shown as brackets: an address with a space in it, or words that are missing. */
const HALF_LINK = /\[[^\]]{0,60}\]\([^)]{0,60}\)?/;

/** The runs of words in blocks, without headings. */
export const listRuns = (blocks: Blocks) =>
  blocks.flatMap((block) => {
    if (block.type === 'paragraph') return block.content;
    return block.type === 'list' ? block.items.flat() : [];
  });

/** The blocks of a Markdown. @throws KeeperRefusal with the field, where it cannot be read */
export function readMarkdown(markdown: string, field: string): Blocks {
  try {
    return parseMarkdown(markdown);
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    throw new KeeperRefusal(error.told.code, error.told.values, field);
  }
}

/** Words that somebody has written are no HTML. @throws KeeperRefusal with the field */
export function refuseHtml(words: string, field: string): void {
  if (HTML.test(words)) throw new KeeperRefusal('text_html', {}, field);
}

/** The same of Markdown, of which all that looks like a link is one. @throws KeeperRefusal with the field */
export function checkMarkdown(markdown: string, field: string): Blocks {
  refuseHtml(markdown, field);
  const blocks = readMarkdown(markdown, field);
  const [link] = listRuns(blocks).flatMap(({ text }) => HALF_LINK.exec(text)?.[0] ?? []);
  if (link !== undefined) throw new KeeperRefusal('text_link', { link }, field);
  return blocks;
}
