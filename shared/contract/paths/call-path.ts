/** Part of a call's contract that the browser needs, without schemas. */
export interface CallPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** 'long': cached for 15 minutes; 'short': for 2 seconds; 'never': not cached. */
  readonly cache: 'long' | 'short' | 'never';
  /** The backend requires a known siteid and languageid. */
  readonly scoped: boolean;
  /** Equal concurrent calls are combined into one. */
  readonly deduplicated?: true;
  /** Required query parameters; all path parameters are required. */
  readonly requires?: readonly string[];
  /**
   * The query parameters may be sent in a JSON body under the same names, as this client does: secrets and
   * personal data must not be part of a URL.
   */
  readonly queryInBody?: true;
}
