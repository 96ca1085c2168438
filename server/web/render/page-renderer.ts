import type { Writable } from 'node:stream';
import type { ActionResult, SentNotice } from '../../../client/forms/action-result.ts';
import type { ScreenMatch } from '../../../client/pages/page-definition.ts';
import type { PageKind } from '../../../client/store/page-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import type { PagePowers } from '../middleware/security-headers.ts';

/** What a renderer is asked for. It knows no request and no response of Express. */
export interface PageRequest {
  readonly context: RequestContext;
  /** Path and query, canonical and with their percent-encoding, for example `/muesli/?p=2`. */
  readonly url: string;
  /** The screen that has the path; null where the content tree says what is there. */
  readonly screen: ScreenMatch | null;
  /** There for private pages: who asks, and gets what was made. */
  readonly visitor?: VisitorContext;
  /** What became of a form that was sent to this page; such a page is for its sender alone. */
  readonly form?: ActionResult;
  /** What came of the form that led to this private page. */
  readonly notice?: SentNotice | null;
}

/** What a page came to. Status and policy are final; nothing has been written yet. */
export type RenderedPage =
  | {
      readonly kind: 'redirect';
      readonly status: 301 | 302 | 303;
      /** Path of this host, or absolute URL of one of the shop's own. */
      readonly location: string;
    }
  | RenderedDocument;

/** A page that is shown, and what its policy has to allow. */
interface RenderedDocument extends PagePowers {
  readonly kind: 'document';
  readonly status: number;
  /** 'public': the same for everyone. 'private': for this visitor, kept nowhere. */
  readonly cachePolicy: 'public' | 'private';
  /** What is shown, as `purge` names it: site-1, product-101, category-11, content-107. */
  readonly surrogateKeys: readonly string[];
  /** False where a block is left out because its data could not be had in time: such a page is kept for seconds only. */
  readonly isComplete: boolean;
  readonly pageKind: PageKind;
  /** What it took, in milliseconds: to get the data, and to render. */
  readonly timings: { readonly dataMs: number; readonly renderMs: number };
  /** The whole document, where it is there at once: it can be compressed and measured before it is sent. */
  readonly bytes?: Buffer;
  /** Writes the document and ends the destination. Called at most once. */
  pipe(destination: Writable): void;
}

/**
 * Makes a page.
 *
 * @returns rejects with what made it impossible; the caller then sends the last-resort page
 */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage>;
