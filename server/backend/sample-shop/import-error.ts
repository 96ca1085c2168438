/** One fault in the files of a shop. `row` names the entry as a person finds it, for example `products.terno-sport`. */
export interface ImportIssue {
  readonly file: string;
  readonly row: string;
  /** Path of the field within the row, with dots; empty where the whole row is meant. */
  readonly field: string;
  readonly problem: string;
}

/** The files of a shop cannot be imported; nothing was written. The message lists every fault, one line each. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly issues: readonly ImportIssue[];

  constructor(issues: readonly ImportIssue[]) {
    const faults = issues.length === 1 ? '1 fault' : `${issues.length} faults`;
    super(
      `The shop was not imported: ${faults}\n${issues.map((issue) => `  ${formatIssue(issue)}`).join('\n')}`,
    );
    this.issues = issues;
  }
}

/** `catalogue.json · products.terno-sport · variants.0.ean: is missing` */
function formatIssue({ file, row, field, problem }: ImportIssue): string {
  return `${[file, row, field].filter((part) => part !== '').join(' · ')}: ${problem}`;
}

/** Faults found so far: the checks go on after the first one, so that a person mends all of them at once. */
export class IssueList {
  readonly issues: ImportIssue[] = [];

  add(file: string, row: string, field: string, problem: string): void {
    this.issues.push({ file, row, field, problem });
  }

  /** @throws ImportError where there is any fault. */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new ImportError(this.issues);
  }
}
