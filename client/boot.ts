import type { DocumentAssets } from './Document.tsx';
import type { AppState } from './store/app-store.ts';

/** Id of the element that carries `Boot` as inert JSON. */
export const BOOT_ELEMENT_ID = 'app-state';

/** All that the server tells the browser's program. Nothing personal: the page may be cached. */
export interface Boot {
  readonly state: AppState;
  readonly assets: DocumentAssets;
  /** Chunk name → address, for the chunks that this page was rendered with. */
  readonly chunks: Readonly<Record<string, string>>;
  /** Address of the module with the texts of this language and brand. */
  readonly messages: string;
  /** What the browser may know of the settings. */
  readonly config: {
    readonly requestTimeoutMs: number;
    readonly optionalTimeoutMs: number;
    /** The web has a service for errors of the browser's program: tell it of them. */
    readonly reportsErrors?: true;
  };
}
