import { breakLines } from './break-lines.ts';
import {
  BLOCK_GAP,
  type HorizontalBox,
  PAGE_BOTTOM,
  PAGE_COLUMN,
  PAGE_MARGIN,
  RULE_COLOUR,
  TEXT_COLOUR,
  type TextStyle,
  textStyles,
} from './page-layout.ts';
import type { PdfTable } from './pdf-content.ts';
import type { TaggedPages } from './tagged-pages.ts';

const CELL_GAP = 8;
const ROW_GAP = 2;

/** Divides the width of the page between the columns. */
function createBoxes(columns: PdfTable['columns']): HorizontalBox[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const width = PAGE_COLUMN.width - CELL_GAP * (columns.length - 1);
  let x = PAGE_COLUMN.x;
  return columns.map(({ share, align }): HorizontalBox => {
    const box = { x, width: (width * share) / shares, align };
    x += box.width + CELL_GAP;
    return box;
  });
}

/**
 * Draws a table and describes it in the structure tree. The header is repeated on every page.
 *
 * @throws RangeError for a row without a cell for each column
 */
export function addTable(
  pages: TaggedPages,
  { columns, rows, summary, hasColumnHeadersOnly: isNamedByColumns = false }: PdfTable,
): void {
  const { addElement, addPage, drawArtifact, drawContent, drawLines, drawRule, getTop, skip } = pages;
  if (rows.some(({ cells }) => cells.length !== columns.length)) {
    throw new RangeError('A table row does not have a cell for each column');
  }
  const boxes = createBoxes(columns);
  const breakCells = (cells: readonly string[], style: TextStyle) =>
    cells.map((text, at) => ({ text, lines: breakLines(text, style, boxes[at]?.width ?? 0, pages.fonts) }));
  const countLines = (cells: readonly { readonly lines: readonly string[] }[]) =>
    Math.max(...cells.map(({ lines }) => lines.length));

  const table = addElement(pages.root, 'Table', {});
  const hasHead = columns.some(({ label }) => label !== '');
  const head = breakCells(
    columns.map(({ label }) => label),
    textStyles.label,
  );
  const headHeight = hasHead ? countLines(head) * textStyles.label.lineHeight + 2 * ROW_GAP : 0;
  const drawHead = (drawCell: (draw: () => void, text: string) => void): void => {
    if (!hasHead) return;
    const top = getTop();
    head.forEach(({ lines, text }, at) => {
      const box = boxes[at];
      if (box) drawCell(() => drawLines(lines, textStyles.label, box, top), text);
    });
    skip(headHeight - ROW_GAP);
    drawRule(TEXT_COLOUR, 1);
    skip(ROW_GAP);
  };

  const rowLines = rows.map(({ cells, isStrong }) => {
    const style = isStrong ? textStyles.strong : textStyles.body;
    const broken = breakCells(cells, style);
    return { style, cells: broken, count: countLines(broken) };
  });
  const firstHeight = (rowLines[0]?.count ?? 0) * textStyles.body.lineHeight;
  if (getTop() + headHeight + Math.min(firstHeight, 120) > PAGE_BOTTOM) addPage();
  // The summary describes the table to screen readers.
  (table as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.A = {
    O: 'Table',
    Summary: new String(summary),
  };
  if (hasHead) {
    const row = addElement(table, 'TR', {});
    drawHead((draw, text) =>
      drawContent(addElement(row, 'TH', { text, font: 'bold', scope: 'Column' }), 'TH', draw),
    );
  }
  const onNextPage = (): void => {
    addPage();
    // The repeated header is an artifact, because screen readers have read it already.
    drawHead((draw) => drawArtifact('Pagination', draw));
  };
  rowLines.forEach(({ style, cells, count }, index) => {
    const { isPart = false } = rows[index] ?? {};
    const height = count * style.lineHeight;
    const fullPage = PAGE_BOTTOM - PAGE_MARGIN - headHeight;
    if (getTop() + height > PAGE_BOTTOM && height <= fullPage) onNextPage();
    else if (index > 0 && !isPart) {
      drawRule(RULE_COLOUR, 0.5);
      skip(ROW_GAP);
    }
    const row = addElement(table, 'TR', {});
    const elements = cells.map(({ text }, at) => {
      const isName = at === 0 && !isNamedByColumns;
      const tag = isName ? 'TH' : 'TD';
      const named = { text, font: style.font };
      return { tag, element: addElement(row, tag, isName ? { ...named, scope: 'Row' } : named) };
    });
    for (let from = 0; from < count; ) {
      const fitting = Math.max(1, Math.floor((PAGE_BOTTOM - getTop()) / style.lineHeight));
      const to = Math.min(count, from + fitting);
      const top = getTop();
      elements.forEach(({ tag, element }, at) => {
        const box = boxes[at];
        const part = cells[at]?.lines.slice(from, to) ?? [];
        if (box && part.length > 0) drawContent(element, tag, () => drawLines(part, style, box, top));
      });
      skip((to - from) * style.lineHeight);
      from = to;
      if (from < count) onNextPage();
    }
    skip(rows[index + 1]?.isPart ? 0 : ROW_GAP);
  });
  skip(BLOCK_GAP);
}
