import {
  createListQuery,
  type ListFilter,
  type ListQuery,
  type ListSort,
} from '../../../shared/rules/list-query.ts';
import type { ProductListData } from '../../store/listed-product.ts';

/** List that a control belongs to, with its current query. */
export interface ListContext {
  /** Path of the list, without query. */
  readonly pathname: string;
  readonly list: ListQuery;
  readonly defaultSort: ListSort['sort'];
  /** Search term; absent on lists without a search. */
  readonly term?: string | undefined;
}

/** Data that the controls of a list need. */
export interface ListControlsProps {
  readonly place: ListContext;
  readonly search: ProductListData;
  /** First of the visible pages. */
  readonly firstPage: number;
}

/** History state after navigation by a control of the list, which keeps the focus near that control. */
export const listControlHistoryState = 'list-control';

/** Returns the canonical URL of another view of the same list. */
export function getListUrl(place: ListContext, change: Partial<ListQuery>): string {
  const { defaultSort, term } = place;
  return (
    place.pathname +
    createListQuery({ ...place.list, ...change }, { defaultSort, ...(term === undefined ? {} : { term }) })
  );
}

/** Returns the URL of the first page of the list with other filters. */
export function getFilteredUrl(place: ListContext, filters: readonly ListFilter[]): string {
  return getListUrl(place, { filters, page: 1 });
}
