/** What is wrong, for who writes texts of the shop and reads no English: a text `keeper.refusal.<code>`. */
export interface ToldFault {
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** One fault in the files of a shop. `row` names the entry as a person finds it, for example `products.terno-sport`. */
export interface ImportIssue {
  readonly file: string;
  readonly row: string;
  /** Path of the field within the row, with dots; empty where the whole row is meant. */
  readonly field: string;
  readonly problem: string;
  /** Left out where only who writes files can be at fault. */
  readonly told?: ToldFault | undefined;
}

/** What a person can work through at a time; one wrong column of a large shop would fill the terminal many times over. */
const MOST_TOLD = 500;

/** The files of a shop cannot be imported; nothing was written. The message lists the faults, one line each. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly issues: readonly ImportIssue[];

  constructor(issues: readonly ImportIssue[]) {
    const faults = issues.length === 1 ? '1 fault' : `${issues.length} faults`;
    const told = issues.slice(0, MOST_TOLD).map((issue) => `  ${formatIssue(issue)}`);
    if (issues.length > MOST_TOLD) told.push(`  and ${issues.length - MOST_TOLD} more`);
    super(`The shop was not imported: ${faults}\n${told.join('\n')}`);
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
  readonly #told = new Set<string>();

  /** What several sites or languages have in common is told once. */
  add(file: string, row: string, field: string, problem: string, told?: ToldFault): void {
    const issue = { file, row, field, problem, told };
    const line = formatIssue(issue);
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.issues.push(issue);
  }

  /** @throws ImportError where there is any fault. */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new ImportError(this.issues);
  }
}
