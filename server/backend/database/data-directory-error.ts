/** The embedded database of a folder cannot be opened. The message is one line for people, and says what to do. */
export abstract class DataDirectoryError extends Error {
  readonly dataDir: string;

  constructor(dataDir: string, message: string) {
    super(message);
    this.dataDir = dataDir;
  }
}

/** Another live process has it open. */
export class DataDirectoryInUseError extends DataDirectoryError {
  override readonly name = 'DataDirectoryInUseError';
  /** Null where the lock does not tell. */
  readonly pid: number | null;

  constructor(dataDir: string, pid: number | null) {
    super(
      dataDir,
      `The data directory ${dataDir} is in use by another process (pid ${pid ?? 'unknown'}). Stop it first, or set DATA_DIR to a folder of its own.`,
    );
    this.pid = pid;
  }
}

/** Its files are not what the database wrote, or cannot be read and written. */
export class DataDirectoryDamagedError extends DataDirectoryError {
  override readonly name = 'DataDirectoryDamagedError';

  /** @param cause what the database itself said, which mostly helps nobody */
  constructor(dataDir: string, cause?: unknown) {
    const said = cause instanceof Error ? cause.message : '';
    super(
      dataDir,
      `The database in the data directory ${dataDir} is damaged and cannot be opened${said === '' ? '' : ` (${said.replaceAll(/\s+/g, ' ').trim()})`}. Put a back-up in its place, or move the folder away to start anew with an empty database (DATA_DIR names the folder). Where the disk is full, make room first and try again.`,
    );
    this.cause = cause;
  }
}
