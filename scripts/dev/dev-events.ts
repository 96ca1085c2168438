import type { Problem } from './problem.ts';

/** Event of the development server for open pages. `revision` counts the applied edits. */
export type DevEvent =
  /** First event of every connection. `run` changes when the server itself is restarted. */
  | { readonly kind: 'hello'; readonly run: string; readonly problem: Problem | null }
  /** Modules that export only components: they are imported again, and state is retained. */
  | { readonly kind: 'modules'; readonly revision: number; readonly addresses: readonly string[] }
  /** New URL of the style sheet, with class names by file if a CSS Module was edited. */
  | {
      readonly kind: 'styles';
      readonly revision: number;
      readonly address: string;
      readonly classNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
    }
  | { readonly kind: 'reload'; readonly revision: number }
  /** The first problem; null if there are none left. */
  | { readonly kind: 'problem'; readonly problem: Problem | null };

/** Data for the first script of a page. */
export interface DevStartData {
  readonly run: string;
  readonly revision: number;
  /** URLs of the browser code in execution order; empty on a page that only shows a problem. */
  readonly program: readonly string[];
}

/** Request of a browser for the source location of an error. */
export interface SourceLocationRequest {
  readonly title: string;
  readonly message: string;
  readonly stack: string;
}
