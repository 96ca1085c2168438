import { ImportError } from '../catalogue-import/import-error.ts';
import { NewFolderError } from '../catalogue-import/new-folder.ts';
import { NewShopError } from '../catalogue-import/new-shop.ts';
import { NoShopError } from '../catalogue-import/shop-records.ts';
import { DataDirectoryError } from '../database/data-directory-error.ts';
import type { Database } from '../database/database.ts';
import { MigrationEditedError, UnknownSchemaError } from '../database/migrate.ts';
import type { KeeperOperations } from '../keeper/operations.ts';
import type { SecondFactors } from '../keeper/second-factor.ts';
import type { KeeperTexts } from '../keeper/texts.ts';
import type { KeyRings } from '../key-rings.ts';
import type { Reconciler } from '../modules/payments/service.ts';
import { toEuro } from './euro.ts';

/** What a command tells the person who runs it, wherever it runs. */
export interface CommandOutput {
  /** A line, or several, for standard output. */
  say(text: string): void;
  /** The same for what went wrong. */
  warn(text: string): void;
}

/** What a command works with. */
export interface CommandContext extends CommandOutput {
  /** Opened when it is first asked for: not every command needs it. */
  openDatabase(): Promise<{ readonly database: Database; readonly description: string }>;
  /** Has the webs told now what the outbox has for them, and answers how many purges still wait. */
  deliverPurges(): Promise<number>;
  readonly now: Date;
  /** Where a site is reached from outside, by the domain that it was imported with: 'https://www.havero.nl'. */
  getOrigin(importedDomain: string): string;
  /** The keys of hashed and encrypted values, the same as in the backends. */
  readKeyRings(): Promise<KeyRings>;
  /** What `npm run reconcile` works with: compares the payment providers with the shop. */
  openReconciler?(): Promise<Reconciler>;
  /** What a command may pay back or put on gift cards, in euro cents; null: everything. */
  readonly secondPersonAboveCents: number | null;
  /** Gives memory back between large steps; nothing where others are served by the same process. */
  collectGarbage(): void;
  /** What `npm run keeper` works with. */
  readonly keeper?: KeeperTools;
}

/** The people who run the shop, and what they have it do. */
export interface KeeperTools {
  /** Null where no backend runs. */
  readonly operations: KeeperOperations | null;
  readonly texts: KeeperTexts;
  createSecondFactors(): Promise<SecondFactors>;
  /** Of their pages, with a slash at its end. */
  readonly address: string;
}

/** A command has no person, so it cannot move what needs two. */
export class SecondPersonRequiredError extends Error {
  override readonly name = 'SecondPersonRequiredError';

  constructor(cents: number, limitCents: number) {
    super(
      `Nothing was changed: ${toEuro(cents)} need a second person (SECOND_PERSON_ABOVE_EUROS: ${toEuro(limitCents)}). Ask for it in the back office, where another person confirms it.`,
    );
  }
}

/**
 * Refuses a command that moves more money than one person may. Called in the transaction of the change, which it undoes.
 *
 * @param cents euro cents of refunds or gift cards
 * @throws SecondPersonRequiredError
 */
export function assertOnePerson(
  { secondPersonAboveCents: limit }: Pick<CommandContext, 'secondPersonAboveCents'>,
  cents: number,
): void {
  if (limit !== null && cents > limit) throw new SecondPersonRequiredError(cents, limit);
}

/** Something that a person has the shop do: `npm run <name> -- <words>`. */
export interface Command {
  readonly name: string;
  /** How to call it. */
  readonly usage: string;
  /** So much work for the processor that nobody should be served beside it, where that can be avoided. */
  readonly isHeavy: boolean;
  /** Works on files of the person who runs it and needs no shop: the process that they start does it, also where a backend runs. */
  readonly isLocal: boolean;
  /**
   * Understands the words of a command line.
   *
   * @param workingDirectory that relative paths are in
   * @returns what does it and answers the exit code; null where the words ask for nothing that can be done
   */
  prepare(
    words: readonly string[],
    workingDirectory: string,
  ): ((context: CommandContext) => Promise<number>) | null;
}

/** Declares a command by how its words are read and what is done with them. */
export function createCommand<Order>(declared: {
  readonly name: string;
  readonly usage: string;
  readonly isHeavy?: boolean;
  readonly isLocal?: boolean;
  readonly read: (words: readonly string[], workingDirectory: string) => Order | null;
  readonly run: (order: Order, context: CommandContext) => Promise<number>;
}): Command {
  const { name, usage, isHeavy = false, isLocal = false, read, run } = declared;
  return {
    name,
    usage,
    isHeavy,
    isLocal,
    prepare(words, workingDirectory) {
      const order = read(words, workingDirectory);
      return order === null ? null : (context) => run(order, context);
    },
  };
}

/** A failure whose message says to a person what to do. */
export const isExpectedFailure = (error: unknown): error is Error =>
  [
    ImportError,
    NewFolderError,
    NewShopError,
    NoShopError,
    DataDirectoryError,
    MigrationEditedError,
    UnknownSchemaError,
    SecondPersonRequiredError,
  ].some((expected) => error instanceof expected);
