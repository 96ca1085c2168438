import type { SearchScope } from '../../shared/api/create-search-request.ts';
import type { Alternate } from '../../shared/contract/routing.ts';
import type { ListFilter } from '../../shared/rules/list-query.ts';
import type { ErrorData } from '../pages/error/page.ts';
import type { NotFoundData } from '../pages/not-found/page.ts';
import type { Page } from '../pages/page-definition.ts';
import type { AnyPage } from '../pages/pages.ts';

/** What goes into the head of a page. Exactly one component renders it (`client/PageHead.tsx`). */
export interface PageHead {
  /** Without the brand: the head adds ' – {brand}'. */
  readonly title: string;
  readonly description: string | null;
  /** Path and query of the page's one true address; null on pages that have none (404, errors). */
  readonly canonicalPath: string | null;
  /**
   * The same page on other hosts, this one included, without query: where the language switch leads. Crawlers are told
   * on pages that are indexable and stand at their canonical address without query.
   */
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
}

/** What a page with a list knows of it beside the answer of the search. */
export interface ListState {
  /** Missing where the list shows all it has. */
  readonly filters?: readonly ListFilter[];
  /** What it is a list of, for asking for more of it. */
  readonly scope?: SearchScope;
  /** First of the pages that stand on the screen below each other; missing where there is only the one of the answer. */
  readonly firstPage?: number;
}

/** Everything a page needs to render, by kind: the data of all pages there are. */
export type PageData = DataOf<AnyPage> | NotFoundData | ErrorData;

type DataOf<P> = P extends Page<infer Data> ? Data : never;
export type PageKind = PageData['kind'];
export type PageDataOf<K extends PageKind> = Extract<PageData, { kind: K }>;

export interface PageState {
  /** Path and query that the data belongs to, for example `/muesli/?p=2`. */
  readonly virtualPath: string;
  readonly head: PageHead;
  readonly data: PageData;
}
