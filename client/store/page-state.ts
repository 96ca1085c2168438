import type { SearchScope } from '../../shared/api/create-search-request.ts';
import type { Alternate } from '../../shared/contract/routing.ts';
import type { ListFilter } from '../../shared/rules/list-query.ts';
import type { ErrorData } from '../pages/error/page.ts';
import type { NotFoundData } from '../pages/not-found/page.ts';
import type { Page } from '../pages/page-definition.ts';
import type { AnyPage } from '../pages/pages.ts';

/** Content of a page's head. Only `client/PageHead.tsx` renders it. */
export interface PageHead {
  /** Without the brand: the head adds ' – {brand}'. */
  readonly title: string;
  readonly description: string | null;
  /** Path and query of the page's canonical URL; null for pages without one (404, errors). */
  readonly canonicalPath: string | null;
  /**
   * The same page on other hosts, including this one, without query: targets of the language switch. The head
   * contains them only if the page is indexable and shown at its canonical URL without query.
   */
  readonly alternates: readonly Alternate[];
  readonly isIndexable: boolean;
}

/** State of a list in addition to the search response. */
export interface ListState {
  /** Absent if the list is unfiltered. */
  readonly filters?: readonly ListFilter[];
  /** Search scope of the list, to request further pages. */
  readonly scope?: SearchScope;
  /** First of the visible pages below each other; absent if only the page of the response is visible. */
  readonly firstPage?: number;
}

/** Data that a page needs to render: the union of the data of all pages. */
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
