/** Error of a source that has never compiled. */
export class CompileError extends Error {
  readonly file: string;
  readonly source: string;

  constructor(file: string, source: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'CompileError';
    this.file = file;
    this.source = source;
  }
}
