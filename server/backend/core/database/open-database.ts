import type { Database } from './database-handle.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** 'PGlite in <folder>', 'PGlite in memory' or 'PostgreSQL at <host>'. Never contains a password. */
  readonly description: string;
  /**
   * Returns the embedded database as one file, from which an in-memory one can start; null on PostgreSQL,
   * which has backup tools.
   */
  readonly dump: (() => Promise<Blob>) | null;
  /**
   * Runs work that must be serialized across processes, with the outer handle. The embedded database has one
   * process only.
   */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs the work unless another process runs work of the same name. Does not wait.
   *
   * @returns true if the work was run
   */
  tryRunExclusively(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Ends running work, closes the connections and releases the data directory. */
  close(): Promise<void>;
}
