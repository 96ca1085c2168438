import type { Inline } from '../../../shared/contract/content.ts';
import type { StoredBlock } from '../modules/content/tables.ts';
import type { ToldFault } from './import-error.ts';

/** The Markdown of a page has something that pages do not know; the message says what and where. */
export class MarkdownError extends Error {
  override readonly name = 'MarkdownError';
  readonly told: ToldFault;

  constructor(message: string, told: ToldFault) {
    super(message);
    this.told = told;
  }
}

/**
 * Reads the Markdown of pages: `## ` and `### ` headings, paragraphs, `- ` and `1. ` lists, **bold**,
 * [links](/path/), and on a line of its own `![](picture:key)` for a picture that the keeper has put up. Placeholders such as `{brand}` stay in the text. Anything else is text, never HTML.
 * @throws MarkdownError for a heading of another level, a link that leads to neither a path, https, tel: nor mailto:, or a picture of any other form
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
        addItem(blocks, item[1] === undefined, (item[2] ?? '').trim());
      } else if (/^\s/.test(line) && paragraph.length === 0 && blocks.at(-1)?.type === 'list') {
        continueItem(blocks, line.trim());
      } else {
        paragraph.push(line.trim());
      }
    }
    endParagraph();
  }
  return blocks;
}

/** What a picture shows is said where it is put up, in every language. */
function parsePicture(line: string): StoredBlock {
  const key = /^!\[\]\(picture:([a-z0-9]+(?:-[a-z0-9]+)*)\)$/.exec(line)?.[1];
  if (key !== undefined) return { type: 'picture', key };
  throw new MarkdownError(
    `the picture '${line.slice(0, 60)}' must stand alone on its line, as ![](picture:key) with the key of a picture`,
    { code: 'markdown_picture', values: { picture: line.slice(0, 60) } },
  );
}

/** A block of words. */
export type WordBlock = Exclude<StoredBlock, { readonly type: 'picture' }>;

/** Reads the Markdown of what has words only, such as letters. @throws MarkdownError as `parseMarkdown` does, and for a picture */
export function parseWords(markdown: string): WordBlock[] {
  return parseMarkdown(markdown).map((block) => {
    if (block.type !== 'picture') return block;
    throw new MarkdownError(`the picture '${block.key}' cannot stand here: only words can`, {
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

/** A list goes on with the next item, also over an empty line between items of the same kind. */
function addItem(blocks: StoredBlock[], ordered: boolean, text: string): void {
  const last = blocks.at(-1);
  if (last?.type === 'list' && last.ordered === ordered) last.items.push(parseInline(text));
  else blocks.push({ type: 'list', ordered, items: [parseInline(text)] });
}

function continueItem(blocks: StoredBlock[], text: string): void {
  const last = blocks.at(-1);
  if (last?.type !== 'list') return;
  const item = last.items.at(-1);
  for (const run of parseInline(` ${text}`)) item?.push(run);
}

/**
 * What ends a run: `**`, or a link. Words of a link hold no bracket, and neither they nor its target are without end: each of many brackets
 * that begin no link would be followed to the end of the text otherwise.
 */
const RUNS = /(\*\*|\[[^[\]]{1,1000}\]\([^)\s]{0,2000}\))/;

/** Splits a line into runs: plain, **strong** and [linked](target), a link may stand within bold and the reverse. */
function parseInline(text: string): Inline[] {
  const runs: Inline[] = [];
  let strong = false;
  for (const part of text.split(RUNS)) {
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
        `the link '${words}' leads to '${href}': a path, https, tel: or mailto: is wanted`,
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
