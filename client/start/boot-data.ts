import type { DocumentAssets } from '../Document.tsx';
import type { DehydratedState } from '../store/dehydrated-state.ts';

/**
 * Id of the element that contains `Boot` as inert JSON and, as `data-modules`, the script files of the page,
 * the entry first.
 */
export const BOOT_ELEMENT_ID = 'app-state';

/** Event of the document: hydration has started, and from now on React's listeners receive all events. */
export const HYDRATION_STARTED_EVENT = 'shop-handover';

/** Event of the document: the page is hydrated and all controls respond. */
export const PAGE_HYDRATED_EVENT = 'shop-ready';

/**
 * Data that the server sends to the browser code. Contains nothing personal, because the page may be cached.
 */
export interface Boot {
  readonly state: DehydratedState;
  readonly assets: DocumentAssets;
  /** URL by chunk name, for the chunks with which this page was rendered. */
  readonly chunks: Readonly<Record<string, string>>;
  /** URLs of the modules with the messages of this language and brand; see `client/start/load-texts.ts`. */
  readonly messages: { readonly first: string; readonly deferred: string | null };
  /** Configuration that is visible to the browser. */
  readonly config: {
    readonly requestTimeoutMs: number;
    readonly optionalTimeoutMs: number;
    /** Whether errors of the browser code are reported to the web server. */
    readonly reportsErrors?: true;
  };
}
