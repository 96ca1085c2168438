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
}
