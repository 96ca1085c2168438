import type { Block, Inline } from '../../../../shared/contract/content.ts';
import type { TranslatableFault } from '../admin/operation.ts';

/** A stored block. Pictures are stored as the key of the upload. */
export type StoredBlock =
  | Exclude<Block, { readonly type: 'picture' }>
  | { readonly type: 'picture'; readonly key: string };

/** Thrown if a page uses unsupported Markdown. The message gives the text and the reason. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError';
  readonly told: TranslatableFault;

  constructor(message: string, told: TranslatableFault) {
    super(message);
    this.told = told;
  }
}

/**
 * Parses the Markdown of pages: `## ` and `### ` headings, paragraphs, `- ` and `1. ` lists, **bold**,
 * [links](/path/), and on a separate line `![](picture:key)` for a picture uploaded by staff. Placeholders
 * such as `{brand}` remain in the text. Everything else is text, never HTML.
 *
 * @throws MarkdownError for a heading of another level, a link whose target is not a path, https, tel: or
 *   mailto:, or a picture in any other notation
 */
export function parseMarkdown(markdown: string): StoredBlock[] {
  const blocks: StoredBlock[] = [];
  for (const chunk of markdown.replaceAll('\r\n', '\n').split(/\n[ \t]*\n/)) {
    const lines = chunk.split('\n').filter((line) => line.trim() !== '');
    let paragraph: string[] = [];
    const endParagraph = () => {
      if (paragraph.length > 0) blocks.push({ type: 'paragraph', content: parseInline(paragraph.join(' ')) });
      paragraph = [];
    };
    for (const line of lines) {
      const heading = /^(#+)\s+(.*)$/.exec(line);
      const item = /^(?:(-)|\d+\.)\s+(.*)$/.exec(line);
      if (line.includes('![')) {
        endParagraph();
        blocks.push(parsePicture(line.trim()));
      } else if (heading) {
        endParagraph();
        blocks.push(parseHeading(heading[1] ?? '', (heading[2] ?? '').trim()));
      } else if (item) {
        endParagraph();
        appendListItem(blocks, item[1] === undefined, (item[2] ?? '').trim());
      } else if (/^\s/.test(line) && paragraph.length === 0 && blocks.at(-1)?.type === 'list') {
        continueListItem(blocks, line.trim());
      } else {
        paragraph.push(line.trim());
      }
    }
    endParagraph();
  }
  return blocks;
}

/** Parses a picture. Its alternative text is entered with its upload, in every language. */
function parsePicture(line: string): StoredBlock {
  const key = /^!\[\]\(picture:([a-z0-9]+(?:-[a-z0-9]+)*)\)$/.exec(line)?.[1];
  if (key !== undefined) return { type: 'picture', key };
  throw new MarkdownError(
    `the picture '${line.slice(0, 60)}' must be alone on its line, as ![](picture:key) with the key of a picture`,
    { code: 'markdown_picture', values: { picture: line.slice(0, 60) } },
  );
}

/** Block of text. */
export type TextOnlyBlock = Exclude<StoredBlock, { readonly type: 'picture' }>;

/**
 * Parses Markdown that may contain text only, such as that of campaigns.
 *
 * @throws MarkdownError as `parseMarkdown` does, and for a picture
 */
export function parseTextOnlyMarkdown(markdown: string): TextOnlyBlock[] {
  return parseMarkdown(markdown).map((block) => {
    if (block.type !== 'picture') return block;
    throw new MarkdownError(`the picture '${block.key}' is not allowed here: only text is`, {
      code: 'markdown_words',
      values: { key: block.key },
    });
  });
}

function parseHeading(marks: string, text: string): StoredBlock {
  if (marks === '##') return { type: 'heading', level: 2, text };
  if (marks === '###') return { type: 'heading', level: 3, text };
  throw new MarkdownError(`the heading '${text}' must begin with '## ' or '### '`, {
    code: 'markdown_heading',
    values: { heading: text.slice(0, 60) },
  });
}

/**
 * Appends an item to the present list. A list also continues after an empty line if the next item is of the
 * same type.
 */
function appendListItem(blocks: StoredBlock[], ordered: boolean, text: string): void {
  const last = blocks.at(-1);
  if (last?.type === 'list' && last.ordered === ordered) last.items.push(parseInline(text));
  else blocks.push({ type: 'list', ordered, items: [parseInline(text)] });
}

function continueListItem(blocks: StoredBlock[], text: string): void {
  const last = blocks.at(-1);
  if (last?.type !== 'list') return;
  const item = last.items.at(-1);
  for (const run of parseInline(` ${text}`)) item?.push(run);
}

/**
 * Matches the delimiters of runs: `**` or a link. Link texts contain no brackets, and text and target have a
 * maximum length. Otherwise each opening bracket of a long text would be scanned to its end.
 */
const RUN_DELIMITERS = /(\*\*|\[[^[\]]{1,1000}\]\([^)\s]{0,2000}\))/;

/**
 * Splits a line into runs: plain, **strong** and [linked](target). A link may be within bold; a `**` within the
 * text of a link is text.
 */
function parseInline(text: string): Inline[] {
  const runs: Inline[] = [];
  let strong = false;
  for (const part of text.split(RUN_DELIMITERS)) {
    if (part === '') continue;
    if (part === '**') {
      strong = !strong;
      continue;
    }
    const link = /^\[([^\]]+)\]\(([^)\s]*)\)$/.exec(part);
    const words = link?.[1] ?? part;
    const href = link?.[2];
    if (href !== undefined && !/^(\/(?![/\\])|https:\/\/|tel:|mailto:)/.test(href)) {
      throw new MarkdownError(
        `the link '${words}' leads to '${href}': a path, https, tel: or mailto: is required`,
        { code: 'markdown_link', values: { words: words.slice(0, 60), href: href.slice(0, 60) } },
      );
    }
    runs.push({ text: words, ...(strong && { strong }), ...(href !== undefined && { href }) });
  }
  if (strong)
    throw new MarkdownError(`a ** is not closed in '${text.slice(0, 60)}'`, {
      code: 'markdown_bold',
      values: { text: text.slice(0, 60) },
    });
  return runs;
}
