/** Kinds of texts that responses show. */
export type PlannedTextKind =
  | 'page'
  | 'article'
  | 'category'
  | 'product'
  | 'landing'
  | 'menu'
  | 'footer'
  | 'promises'
  | 'notice'
  | 'desk'
  | 'groupPage'
  | 'groupPromises'
  | 'groupNotice';

/** The differences of the texts of a kind at a given time, by the key of the text. */
export interface PlannedChanges {
  readonly isEmpty: boolean;
  /** Returns a field of a text if it will be different; otherwise undefined. A text of one field has no place. */
  readText(key: string, ...place: readonly string[]): string | undefined;
  /** Returns a list of texts if it will be different; otherwise undefined. */
  readLines(key: string, ...place: readonly string[]): readonly string[] | undefined;
}

/** Planned texts, for a preview of a future time. */
export interface PlannedTexts {
  /**
   * Returns the changes of a kind of texts that will have been published by a time, in one language. For a
   * time that is not in the future it returns none, without a database query.
   *
   * @param languageCode such as `nl`
   */
  fetchChanges(now: Date, kind: PlannedTextKind, languageCode: string): Promise<PlannedChanges>;
}
