import type { Writable } from 'node:stream';
import type { ActionResult, FormSuccessNotice } from '../../../client/forms/action-result.ts';
import type { StaticRouteMatch } from '../../../client/pages/page-definition.ts';
import type { PageKind } from '../../../client/store/page-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { VisitorContext } from '../context/visitor-context.ts';
import type { PageCapabilities } from '../middleware/security-headers.ts';

/** Input of the renderer. It is independent of Express. */
export interface PageRequest {
  readonly context: RequestContext;
  /** Canonical, percent-encoded path and query, for example `/muesli/?p=2`. */
  readonly url: string;
  /** Static route of the path; null if the path belongs to the content tree. */
  readonly staticRoute: StaticRouteMatch | null;
  /** Visitor of a private page. */
  readonly visitor?: VisitorContext;
  /** Result of a form that was sent to this page; such a page is private. */
  readonly form?: ActionResult;
  /** Notice of the form that redirected to this private page. */
  readonly notice?: FormSuccessNotice | null;
}

/** Result of a render. Status and policy are final; nothing has been written yet. */
export type RenderedPage =
  | {
      readonly kind: 'redirect';
      readonly status: 301 | 302 | 303;
      /** Path of this host, or absolute URL of another site of the shop. */
      readonly location: string;
    }
  | RenderedDocument;

/** A rendered page, with the capabilities that its policy must allow. */
interface RenderedDocument extends PageCapabilities {
  readonly kind: 'document';
  readonly status: number;
  /** 'public': the same for every visitor. 'private': for this visitor only, never cached. */
  readonly cachePolicy: 'public' | 'private';
  /** Surrogate keys of the content: site-1, product-101, category-11, content-107. */
  readonly surrogateKeys: readonly string[];
  /** False if a block is missing because its data was late. Such a page is cached for seconds only. */
  readonly isComplete: boolean;
  readonly pageKind: PageKind;
  /** Durations in milliseconds: loading the data, and rendering. */
  readonly timings: { readonly dataMs: number; readonly renderMs: number };
  /**
   * The whole document if it is not streamed, so that it can be compressed and measured before it is sent.
   */
  readonly bytes?: Buffer;
  /** Writes the document and ends the destination. Called at most once. */
  pipe(destination: Writable): void;
}

/**
 * Renders a page.
 *
 * @returns rejects with the error of the render; the caller then sends the last-resort page
 */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage>;
