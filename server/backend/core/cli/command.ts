import type { AdminOperations } from '../admin/operation-runner.ts';
import type { SecondFactors } from '../admin/second-factor.ts';
import type { AdminTexts } from '../admin/texts.ts';
import type { Database } from '../database/database.ts';
import { ExpectedError } from '../expected-error.ts';
import { toEuroText } from './euro-amounts.ts';

/** Output of a command, in any process. */
export interface CommandOutput {
  /** Prints one or more lines to standard output. */
  print(text: string): void;
  /** Prints one or more lines to standard error. */
  warn(text: string): void;
}

/** Environment of every command. A command that needs more extends it. */
export interface CommandContext extends CommandOutput {
  /** Opens the database on first use, because not every command needs it. */
  openDatabase(): Promise<{ readonly database: Database; readonly description: string }>;
  /**
   * Delivers the pending purges to the web processes now. Returns how many are still pending.
   */
  deliverPurges(): Promise<number>;
  readonly now: Date;
  /** Returns the public origin of a site by its imported domain: 'https://www.havero.nl'. */
  getOrigin(importedDomain: string): string;
  /** Maximum that a command may refund or put on gift cards, in euro cents; null if unlimited. */
  readonly secondPersonAboveCents: number | null;
  /** Runs the garbage collector between large steps. Does nothing if the process also serves requests. */
  collectGarbage(): void;
  /** Tools of `npm run admin`. */
  readonly admin?: AdminTools;
}

/** Staff members, and the operations that they run. */
export interface AdminTools {
  /** Null if no backend is running. */
  readonly operations: AdminOperations | null;
  readonly texts: AdminTexts;
  createSecondFactors(): Promise<SecondFactors>;
  /** Address of the admin, with a trailing slash. */
  readonly address: string;
}

/** Thrown because a command has no signed-in person, and the amount requires two. */
export class SecondPersonRequiredError extends ExpectedError {
  override readonly name = 'SecondPersonRequiredError';

  constructor(cents: number, limitCents: number) {
    super(
      `Nothing was changed: ${toEuroText(cents)} need a second person (SECOND_PERSON_ABOVE_EUROS: ${toEuroText(limitCents)}). Ask for it in the back office, where another person confirms it.`,
    );
  }
}

/**
 * Refuses a command that moves more money than one person may. Call it in the transaction of the change,
 * which it rolls back.
 *
 * @param cents sum of refunds or gift cards, in euro cents
 * @throws SecondPersonRequiredError
 */
export function assertOnePersonSuffices(
  { secondPersonAboveCents: limit }: Pick<CommandContext, 'secondPersonAboveCents'>,
  cents: number,
): void {
  if (limit !== null && cents > limit) throw new SecondPersonRequiredError(cents, limit);
}

/**
 * Command for operators: `npm run <name> -- <arguments>`.
 *
 * @typeParam Context what the command needs of its environment
 */
export interface Command<Context extends CommandContext = CommandContext> {
  readonly name: string;
  /** Usage line. */
  readonly usage: string;
  /** True if the command needs so much CPU time that it should not share a process with request handling. */
  readonly isHeavy: boolean;
  /**
   * True if the command uses local files only and needs no shop: it always runs in the started process, even
   * if a backend is running.
   */
  readonly isLocal: boolean;
  /**
   * Parses the arguments.
   *
   * @param workingDirectory base of relative paths
   * @returns a function that runs the command and returns the exit code; null if the arguments are invalid
   */
  prepare(words: readonly string[], workingDirectory: string): ((context: Context) => Promise<number>) | null;
}

/** Creates a command from its parser and its implementation. */
export function createCommand<Arguments, Context extends CommandContext = CommandContext>(declared: {
  readonly name: string;
  readonly usage: string;
  readonly isHeavy?: boolean;
  readonly isLocal?: boolean;
  readonly read: (words: readonly string[], workingDirectory: string) => Arguments | null;
  readonly run: (order: Arguments, context: Context) => Promise<number>;
}): Command<Context> {
  const { name, usage, isHeavy = false, isLocal = false, read, run } = declared;
  return {
    name,
    usage,
    isHeavy,
    isLocal,
    prepare(words, workingDirectory) {
      const parsed = read(words, workingDirectory);
      return parsed === null ? null : (context) => run(parsed, context);
    },
  };
}
