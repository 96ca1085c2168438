import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AdminTextKey } from '../admin/texts.ts';
import type { Database } from '../database/database.ts';
import type { RetentionRule } from './retention.ts';

/** A person with or without an account: an address on a site. */
export interface PersonIdentity {
  readonly siteId: number;
  /** Address in its normal form. */
  readonly emailAddress: string;
}

/** The owner of an account, who has confirmed its address. */
export interface AccountOwner extends PersonIdentity {
  readonly accountId: string;
}

/** A person whose stored data is listed. The id of a guest belongs to no account. */
export interface Person extends AccountOwner {
  /** Whether guest orders with the address are included. Staff have verified the person in that case. */
  readonly hasGuestOrders?: boolean;
}

/** What happens to the rows of a person whose account is closed. */
export type AccountClosureRule =
  /** Deleted with the account. */
  | 'deleted'
  /** Retained by law for the period in `retention`, without a reference to the account. */
  | 'kept by law'
  /** Retained without any reference to the person. */
  | 'unlinked'
  /** Not linked to a person: deleted by age. */
  | 'of nobody';

type SuffixOf<K, P extends string> = K extends `${P}${infer S}` ? S : never;

/** Topic under which staff see the rows of tables counted. Its text is `admin.people.topic.<topic>`. */
export type PersonalDataTopic = SuffixOf<AdminTextKey, 'admin.people.topic.'>;

/** A table with personal data. */
export interface PersonTable {
  readonly table: PgTable;
  readonly topic: PersonalDataTopic;
  /** Selects its rows of a person; null if the rows are not linked to a person. */
  readonly whereOwnedBy: ((database: Database, person: Person) => SQL | undefined) | null;
  /** Columns that are left out of the export: hashes, tokens and other secrets. */
  readonly excludedColumns: readonly string[];
  readonly onClosure: AccountClosureRule;
  /** How long its rows are retained, and why; one rule for each kind of rows. */
  readonly retention: readonly [RetentionRule, ...RetentionRule[]];
}

/** States what a table with personal data contains. The compiler checks its column names. */
export const createPersonTable = <T extends PgTable>(
  table: T,
  rule: Omit<PersonTable, 'table' | 'excludedColumns'> & {
    readonly excludedColumns: readonly (keyof T['$inferSelect'] & string)[];
  },
): PersonTable => ({ table, ...rule });

/** Deletes or unlinks rows of a person, in the transaction that does so for all modules. */
export interface ErasureStep<P extends PersonIdentity> {
  /**
   * Place among the steps of all modules, in ascending order. A row is deleted after the rows that refer to
   * it, and after the rows that are found through it. No two steps have the same position.
   */
  readonly position: number;
  erase(transaction: Database, person: P): Promise<void>;
}

/** The personal data of a module. Export and erasure work with the sources of all modules. */
export interface PersonalDataSource {
  /** Its tables with personal data, by their names in `schema.ts`. */
  readonly tables: Readonly<Record<string, PersonTable>>;
  /** Applies `onClosure` of the tables when an account is closed. The account is locked. */
  readonly accountErasure?: ErasureStep<AccountOwner>;
  /** Deletes the data of a person without an account on request. */
  readonly guestErasure?: ErasureStep<PersonIdentity>;
}
