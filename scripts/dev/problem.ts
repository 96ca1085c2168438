/** One line of source around an error; `number` counts from 1. */
export interface SourceLine {
  readonly number: number;
  readonly text: string;
}

/** A problem that prevents a page from matching its sources; shown in the terminal and in the page. */
export interface Problem {
  readonly title: string;
  readonly message: string;
  /** Path below the project's root, with forward slashes. */
  readonly file?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1. */
  readonly column?: number;
  readonly excerpt?: readonly SourceLine[];
}

/** Number of lines shown before and after the line with the error. */
const excerptLinesAround = 3;

/** Returns the lines around an error. */
export function getSourceExcerpt(source: string, line: number): SourceLine[] {
  const first = Math.max(1, line - excerptLinesAround);
  return source
    .split(/\r?\n/)
    .slice(first - 1, line + excerptLinesAround)
    .map((text, index) => ({ number: first + index, text }));
}

/** Formats a problem for the terminal: message, location, and the lines around it with a marker. */
export function formatProblem(problem: Problem): string {
  const { title, message, file, line, column, excerpt = [] } = problem;
  const positionText = file === undefined ? '' : `\n  ${[file, line, column].filter(Boolean).join(':')}`;
  const width = String(excerpt.at(-1)?.number ?? '').length;
  const lines = excerpt.flatMap(({ number, text }) => {
    const row = `  ${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
    if (number !== line || column === undefined) return [row];
    return [row, `    ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`];
  });
  return [`${title}: ${message}${positionText}`, ...lines].join('\n');
}
