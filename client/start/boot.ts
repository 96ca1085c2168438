import type { DocumentAssets } from '../Document.tsx';
import type { DehydratedState } from '../store/dehydrated-state.ts';

/** Id of the element that carries `Boot` as inert JSON and, as `data-modules`, the files of the page's program, the entry first. */
export const BOOT_ELEMENT_ID = 'app-state';

/** Event of the document: hydration has begun, and React's listeners receive all events from now on. */
export const HANDOVER_EVENT = 'shop-handover';

/** Event of the document: the page is hydrated, every control answers. */
export const READY_EVENT = 'shop-ready';

/** All data that the server sends to the browser's program. Nothing personal: the page may be cached. */
export interface Boot {
  readonly state: DehydratedState;
  readonly assets: DocumentAssets;
  /** Chunk name → address, for the chunks that this page was rendered with. */
  readonly chunks: Readonly<Record<string, string>>;
  /** Addresses of the modules with the messages of this language and brand; see `client/start/texts.ts`. */
  readonly messages: { readonly first: string; readonly deferred: string | null };
  /** What the browser may know of the settings. */
  readonly config: {
    readonly requestTimeoutMs: number;
    readonly optionalTimeoutMs: number;
    /** Errors of the browser's program are to be reported to the web. */
    readonly reportsErrors?: true;
  };
}
