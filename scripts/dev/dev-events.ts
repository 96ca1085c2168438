import type { Problem } from './problem.ts';

/** What the development server tells open pages. `revision` counts the edits that were taken in. */
export type DevEvent =
  /** First on every connection. `run` is another one when the server itself was started anew. */
  | { readonly kind: 'hello'; readonly run: string; readonly problem: Problem | null }
  /** Modules that may export nothing but components: to be imported again, the state kept. */
  | { readonly kind: 'modules'; readonly revision: number; readonly addresses: readonly string[] }
  /** The one style sheet has another address; class names by file, where a CSS Module was edited. */
  | {
      readonly kind: 'styles';
      readonly revision: number;
      readonly address: string;
      readonly classNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
    }
  | { readonly kind: 'reload'; readonly revision: number }
  /** The first of what is wrong; null when nothing is any more. */
  | { readonly kind: 'problem'; readonly problem: Problem | null };

/** What the first script of a page is told. */
export interface DevStart {
  readonly run: string;
  readonly revision: number;
  /** Addresses of the browser's program, in the order in which they run; empty on a page that only tells what is wrong. */
  readonly program: readonly string[];
}

/** What a browser sends to learn where an error comes from. */
export interface PlaceRequest {
  readonly title: string;
  readonly message: string;
  readonly stack: string;
}
