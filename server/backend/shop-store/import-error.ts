import type { RefusalDetail, RefusalLocation, TranslatableFault } from '../core/admin/operation.ts';
import { ExpectedError } from '../core/expected-error.ts';

/** Error in the files of a shop. `row` identifies the entry, for example `products.terno-sport`. */
export interface ImportIssue {
  readonly file: string;
  readonly row: string;
  /** Path of the field in the row, with dots; empty if the error concerns the whole row. */
  readonly field: string;
  readonly problem: string;
  /** Omitted if only authors of files can cause the error. */
  readonly translatable?: TranslatableFault | undefined;
}

/** Maximum number of reported errors. One wrong column of a large shop would otherwise fill the terminal. */
const MAX_LISTED_ERRORS = 500;

/**
 * Thrown if the files of a shop cannot be imported. Nothing was written. The message lists the errors, one
 * per line.
 */
export class ImportError extends ExpectedError {
  override readonly name = 'ImportError';
  readonly issues: readonly ImportIssue[];

  constructor(issues: readonly ImportIssue[]) {
    const faults = issues.length === 1 ? '1 error' : `${issues.length} errors`;
    const lines = issues.slice(0, MAX_LISTED_ERRORS).map((issue) => `  ${formatIssue(issue)}`);
    if (issues.length > MAX_LISTED_ERRORS) lines.push(`  and ${issues.length - MAX_LISTED_ERRORS} more`);
    super(`The shop was not imported: ${faults}\n${lines.join('\n')}`);
    this.issues = issues;
  }
}

/** Formats an issue: `catalogue.json · products.terno-sport · variants.0.ean: is missing`. */
function formatIssue({ file, row, field, problem }: ImportIssue): string {
  return `${[file, row, field].filter((part) => part !== '').join(' · ')}: ${problem}`;
}

/**
 * Converts an error in the shop's files to a detail for staff.
 *
 * @param location replaces file, row and field; null if the reader knows the location
 */
export function toRefusalDetail(
  { file, row, field, translatable }: ImportIssue,
  location: RefusalLocation | null = { words: [file, row, field].filter((part) => part !== '') },
): RefusalDetail {
  return { ...(translatable ?? { code: 'file_entry' }), ...(location && { location }) };
}

/** Collects all errors, so that they can be fixed at once. */
export class IssueList {
  readonly issues: ImportIssue[] = [];
  readonly #reportedLines = new Set<string>();

  /** Adds an error. The same error of several sites or languages is added once. */
  add(file: string, row: string, field: string, problem: string, translatable?: TranslatableFault): void {
    const issue = { file, row, field, problem, translatable };
    const line = formatIssue(issue);
    if (this.#reportedLines.has(line)) return;
    this.#reportedLines.add(line);
    this.issues.push(issue);
  }

  /** @throws ImportError if there is any error */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new ImportError(this.issues);
  }
}
