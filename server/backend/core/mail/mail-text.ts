import type { Inline } from '../../../../shared/contract/content.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { requireLinkTarget, requireWebAddress } from './link-targets.ts';
import { type MailBlock, type MailContent, type MailTable, requireCells } from './mail-content.ts';
import { getHomeUrl, listLegalLines, type MailFrame } from './mail-frame.ts';

const graphemeSegmenter = new Intl.Segmenter();
const countGraphemes = (text: string): number => [...graphemeSegmenter.segment(text)].length;
const COLUMN_GAP = '  ';

/** Renders a table in plain text, with columns aligned in a monospaced font. */
function toTextTable(table: MailTable): string {
  requireCells(table);
  const { columns, rows, footer = [] } = table;
  const head = columns.map(({ label }) => label);
  const widths = columns.map((_column, at) =>
    Math.max(...[head, ...rows, ...footer].map((row) => countGraphemes(row[at] ?? ''))),
  );
  const toLine = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - countGraphemes(cell));
        return columns[at]?.align === 'end' ? space + cell : cell + space;
      })
      .join(COLUMN_GAP)
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + COLUMN_GAP.length, -COLUMN_GAP.length));
  return [
    toLine(head),
    rule,
    ...rows.map(toLine),
    ...(footer.length > 0 ? [rule, ...footer.map(toLine)] : []),
  ].join('\n');
}

function toTextWords(content: readonly Inline[]): string {
  return content
    .map(({ text, href }) => {
      if (href === undefined) return text;
      const address = requireLinkTarget(href);
      // Telephone numbers and mail addresses are already visible in the text.
      return address.startsWith('http') ? `${text} (${address})` : text;
    })
    .join('');
}

function toTextBlock(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'small':
    case 'heading':
      return block.text;
    case 'words':
      return toTextWords(block.content);
    case 'list':
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${toTextWords(item)}`)
        .join('\n');
    case 'table':
      return toTextTable(block);
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'button':
    case 'link':
      return `${block.label}:\n${requireWebAddress(block.url)}`;
  }
}

/** Renders the plain text part of a mail. */
export function renderMailText(content: MailContent, frame: MailFrame): string {
  const { site, t, unsubscribeUrl } = frame;
  const footer = [
    '-- ',
    t('footer.questions', { phone: site.site.customerServicePhone }),
    `${getBrandName(site.site.type)}, ${getHomeUrl(frame)}`,
    ...listLegalLines(frame),
    ...(unsubscribeUrl === undefined
      ? []
      : [`${t('footer.unsubscribe')}: ${requireWebAddress(unsubscribeUrl)}`]),
  ];
  return `${[content.heading, ...content.blocks.map(toTextBlock)].join('\n\n')}\n\n${footer.join('\n')}\n`;
}
