/** What the web process tells scripts/dev.mjs. */
export type WebMessage =
  /** Requests are taken, and held until there is an answer. */
  | { readonly kind: 'listening' }
  /** The shop has been put together, or its problem has been told. */
  | { readonly kind: 'loaded' }
  /** A source of the backend has changed. */
  | { readonly kind: 'restart-backend' };

/** What scripts/dev.mjs tells the web process. */
export type ParentMessage =
  | { readonly kind: 'backend-starting' }
  /** `files`: absolute paths of the sources that it runs. */
  | { readonly kind: 'backend-ready'; readonly files: readonly string[] }
  /** `output`: the last of what it printed; `files` as far as it came. */
  | { readonly kind: 'backend-failed'; readonly output: string; readonly files: readonly string[] };
