import type { ChangeContext } from '../core/audit/audit.ts';
import type { Database } from '../core/database/database.ts';
import type { RecordName } from './shop-records.ts';

/** Change of one record of the shop. */
export interface ShopEdit extends RecordName {
  /** New value, in the format of the file; null deletes the record. */
  readonly value: unknown;
}

export interface EditResult {
  /** Surrogate keys of the changed pages. The web processes are notified automatically. */
  readonly changedKeys: readonly string[];
}

/** Edits the records of the shop, and the tables that are derived from them. */
export interface ShopEditor {
  /**
   * Applies edits of records, in the format of the shop's files. The new state must pass the checks of an
   * import. Rows that differ are written, a changed address leaves a redirect, a changed price is added to the
   * history, and the web processes are notified of outdated pages.
   *
   * @param transaction of the caller's; edits and imports wait for each other until it ends
   * @throws ImportError with every fault of the new state, each with file, row and field; nothing was written then
   * @throws NoShopError if no shop has been imported
   */
  applyEdits(transaction: Database, edits: readonly ShopEdit[], context: ChangeContext): Promise<EditResult>;
  /**
   * Checks the shop as it would be after the edits. Writes nothing.
   *
   * @throws ImportError with every error
   */
  checkEdits(transaction: Database, edits: readonly ShopEdit[]): Promise<void>;
}
