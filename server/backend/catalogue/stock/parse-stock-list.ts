/** A line of a stock list. */
export interface StockLine {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly articleNumber: string;
  /** Pieces. */
  readonly pieces: number;
}

/** An error in a line: a text `admin.refusal.<code>`. */
export interface StockLineFault {
  readonly code: 'line_cells' | 'line_amount' | 'line_twice';
  readonly values: Readonly<Record<string, string | number>>;
}

export interface StockList {
  readonly lines: readonly StockLine[];
  readonly faults: readonly StockLineFault[];
}

/** Maximum length of a quoted cell. */
const MAX_CELL_LENGTH_IN_FAULT = 40;

const unquoteCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/**
 * Reads a list of article numbers and pieces, pasted or exported from a spreadsheet: one article per line,
 * separated by a semicolon, a comma or a tab. A first line without a number in its second cell is a heading;
 * empty lines are skipped.
 */
export function parseStockList(text: string): StockList {
  const lines: StockLine[] = [];
  const faults: StockLineFault[] = [];
  const firstLines = new Map<string, number>();
  let isFirst = true;
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (written.trim() === '') continue;
    const line = index + 1;
    const [articleNumber = '', amount, ...more] = written.split(/[;,\t]/).map(unquoteCell);
    const isHeading = isFirst && amount !== undefined && !/\d/.test(amount);
    isFirst = false;
    if (isHeading) continue;
    const name = articleNumber.toUpperCase();
    const firstLine = firstLines.get(name);
    if (articleNumber === '' || amount === undefined || more.some((cell) => cell !== '')) {
      faults.push({ code: 'line_cells', values: { line } });
    } else if (!/^\d{1,6}$/.test(amount)) {
      faults.push({ code: 'line_amount', values: { line, text: amount.slice(0, MAX_CELL_LENGTH_IN_FAULT) } });
    } else if (firstLine !== undefined) {
      const article = articleNumber.slice(0, MAX_CELL_LENGTH_IN_FAULT);
      faults.push({ code: 'line_twice', values: { line, article, first: firstLine } });
    } else {
      firstLines.set(name, line);
      lines.push({ line, articleNumber, pieces: Number(amount) });
    }
  }
  return { lines, faults };
}
