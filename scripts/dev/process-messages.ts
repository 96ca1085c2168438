/** Message of the web process to scripts/dev.mjs. */
export type WebToParentMessage =
  /** Requests are accepted, and held until the shop is ready. */
  | { readonly kind: 'listening' }
  /** The shop has been assembled, or its problem has been reported. */
  | { readonly kind: 'loaded' }
  /** A source of the backend has changed. */
  | { readonly kind: 'restart-backend' };

/** Message of scripts/dev.mjs to the web process. */
export type ParentToWebMessage =
  | { readonly kind: 'backend-starting' }
  /** `files`: absolute paths of the sources of the backend. */
  | { readonly kind: 'backend-ready'; readonly files: readonly string[] }
  /** `output`: the last output of the backend; `files`: the sources loaded so far. */
  | { readonly kind: 'backend-failed'; readonly output: string; readonly files: readonly string[] };
