import {
  createListQuery,
  type ListFilter,
  type ListQuery,
  type ListSort,
} from '../../../shared/rules/list-query.ts';
import type { ProductListData } from '../../store/card-product.ts';

/** Which list a control belongs to, and where it stands now. */
export interface ListPlace {
  /** Path of the list, without query. */
  readonly pathname: string;
  readonly list: ListQuery;
  readonly defaultSort: ListSort['sort'];
  /** What was searched for; missing on lists that are no answer to a term. */
  readonly term?: string | undefined;
}

/** What the controls around a list's cards need to know of it. */
export interface ListControlsProps {
  readonly place: ListPlace;
  readonly search: ProductListData;
  /** First of the pages on the screen. */
  readonly firstPage: number;
}

/** History's note of an arrival by way of a list's own control: the focus stays near it. */
export const byControl = 'list-control';

/** Address of another view of the same list, in its one form. */
export function getListUrl(place: ListPlace, change: Partial<ListQuery>): string {
  const { defaultSort, term } = place;
  return (
    place.pathname +
    createListQuery({ ...place.list, ...change }, { defaultSort, ...(term === undefined ? {} : { term }) })
  );
}

/** Address of the first page of the list with other filters: whatever changes what is in it begins anew. */
export function getFilteredUrl(place: ListPlace, filters: readonly ListFilter[]): string {
  return getListUrl(place, { filters, page: 1 });
}
