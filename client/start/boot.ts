import type { DocumentAssets } from '../Document.tsx';
import type { DehydratedState } from '../store/dehydrated-state.ts';

/** Id of the element that carries `Boot` as inert JSON and, as `data-modules`, the files of the page's program, the entry first. */
export const BOOT_ELEMENT_ID = 'app-state';

/** On the document: the program has its listeners on the page and answers, in its time, what happens from now on. */
export const HANDOVER_EVENT = 'shop-handover';

/** On the document: every control answers. */
export const READY_EVENT = 'shop-ready';

/** All that the server tells the browser's program. Nothing personal: the page may be cached. */
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
    /** The web has a service for errors of the browser's program: tell it of them. */
    readonly reportsErrors?: true;
  };
}
