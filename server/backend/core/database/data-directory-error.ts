import { ExpectedError } from '../expected-error.ts';

/**
 * Thrown if the embedded database in a folder cannot be opened. The message is one line and says what to do.
 */
export abstract class DataDirectoryError extends ExpectedError {
  readonly dataDir: string;

  constructor(dataDir: string, message: string) {
    super(message);
    this.dataDir = dataDir;
  }
}

/** Thrown if another live process has the folder open. */
export class DataDirectoryInUseError extends DataDirectoryError {
  override readonly name = 'DataDirectoryInUseError';
  /** Null if the lock file does not contain it. */
  readonly pid: number | null;

  constructor(dataDir: string, pid: number | null) {
    super(
      dataDir,
      `The data directory ${dataDir} is in use by another process (pid ${pid ?? 'unknown'}). Stop it first, or set DATA_DIR to a folder of its own.`,
    );
    this.pid = pid;
  }
}

/** Thrown if the files are damaged, or cannot be read or written. */
export class DataDirectoryDamagedError extends DataDirectoryError {
  override readonly name = 'DataDirectoryDamagedError';

  /** @param cause error of the database, which is rarely helpful to users */
  constructor(dataDir: string, cause?: unknown) {
    const said = cause instanceof Error ? cause.message : '';
    super(
      dataDir,
      `The database in the data directory ${dataDir} is damaged and cannot be opened${said === '' ? '' : ` (${said.replaceAll(/\s+/g, ' ').trim()})`}. Put a back-up in its place, or move the folder away to start with an empty database (DATA_DIR names the folder). Where the disk is full, make room first and try again.`,
    );
    this.cause = cause;
  }
}
