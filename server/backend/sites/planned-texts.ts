/** The differences of a list of records at a given time. */
export interface PlannedChanges {
  readonly isEmpty: boolean;
  /** Returns the text at a path within a record if it will be different; otherwise undefined. */
  readText(key: string, ...place: readonly string[]): string | undefined;
  /** Returns the list of texts at a path if it will be different; otherwise undefined. */
  readLines(key: string, ...place: readonly string[]): readonly string[] | undefined;
}

/** Planned texts, for a preview of a future time. */
export interface PlannedTexts {
  /**
   * Returns the changes that will have been published by a time. For a time that is not in the future it
   * returns none, without a database query.
   */
  fetchChanges(now: Date, list: { readonly file: string; readonly list: string }): Promise<PlannedChanges>;
}
