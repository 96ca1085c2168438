import { readFileSync } from 'node:fs';

/** Thrown if a file of texts is not valid JSON. The message contains file, line and column. */
export class TextsFileError extends Error {
  override readonly name = 'TextsFileError';
  /** Path as passed by the caller. */
  readonly file: string;
  /** Message of the parser. */
  readonly reason: string;
  /** Line, from 1, as is the column; undefined if the parser does not report it. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(file: string, text: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const place = findErrorPosition(text, reason);
    super(`${file}${place ? `:${place.line}:${place.column}` : ''} is not valid JSON: ${reason}`, { cause });
    this.file = file;
    this.reason = reason;
    this.line = place?.line;
    this.column = place?.column;
  }
}

/**
 * Finds the position of a parse error, from the line and column, the offset, or the end that the parser
 * reports.
 */
function findErrorPosition(text: string, reason: string): { line: number; column: number } | undefined {
  const named = /line (\d+) column (\d+)/.exec(reason);
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  const position = /position (\d+)/.exec(reason)?.[1];
  const isCutOff = /end of JSON/i.test(reason);
  if (position === undefined && !isCutOff) return undefined;
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Reads a file of texts by key.
 *
 * @throws TextsFileError if it is not valid JSON
 */
export function readTexts(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Readonly<Record<string, string>>;
  } catch (error) {
    throw new TextsFileError(file, text, error);
  }
}
