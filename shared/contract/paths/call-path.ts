/** What the browser must know of a call: a part of the contract that no schema is needed for. */
export interface CallPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** 'long' is kept for 15 minutes, 'short' for 2 seconds, 'never' not at all. */
  readonly cache: 'long' | 'short' | 'never';
  /** The backend wants a known siteid and languageid. */
  readonly scoped: boolean;
  /** Simultaneous equal calls become one. */
  readonly deduplicated?: true;
  /** Values of the query that the call cannot do without; those of the path are all needed. */
  readonly requires?: readonly string[];
  /**
   * The values of the query may come in a JSON body under the same names, and our own client sends them so: what is secret, or tells
   * who somebody is, has no place in an address.
   */
  readonly queryInBody?: true;
}
