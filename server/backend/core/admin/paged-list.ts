import { type Markup, markup } from '../../../platform/markup.ts';
import type { AdminPageRequest } from './admin-module.ts';
import {
  type Cell,
  createPaging,
  createSearch,
  createTable,
  parsePageNumber,
  type SearchField,
} from './html.ts';

/** Number of rows per page. */
const PER_PAGE = 50;

/** List page of the admin: its search and its columns. */
export interface AdminList<Row> {
  /** Path below `/admin`. */
  readonly path: string;
  readonly title: string;
  /** Search fields with their present values, which the paging links retain. */
  readonly fields?: readonly SearchField[];
  /** Message if no row is found. */
  readonly empty: string;
  /** Returns rows in order, from `offset` on. */
  readonly find: (range: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>;
  /** Columns from the left: heading, cell of a row, and whether it is right-aligned. */
  readonly columns: readonly (readonly [heading: string, cell: (row: Row) => Cell, align?: 'figure'])[];
}

/**
 * Returns the rows of the requested page and the paging links.
 *
 * @param kept query parameters that the links retain
 */
export async function readRows<Row>(
  { t, query }: Pick<AdminPageRequest, 't' | 'query'>,
  path: string,
  find: AdminList<Row>['find'],
  kept: Readonly<Record<string, string>> = {},
): Promise<{ readonly rows: readonly Row[]; readonly paging: Markup }> {
  const page = parsePageNumber(query.p);
  // One more row shows whether there is a next page.
  const found = await find({ limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
  const paging = createPaging(path, kept, {
    page,
    hasNext: found.length > PER_PAGE,
    previous: t('admin.previous'),
    next: t('admin.next'),
  });
  return { rows: found.slice(0, PER_PAGE), paging };
}

/** Renders a list: its search, the requested rows and the paging links. */
export async function createList<Row>(
  request: Pick<AdminPageRequest, 't' | 'query'>,
  { path, title, fields = [], empty, find, columns }: AdminList<Row>,
): Promise<{ readonly search: Markup; readonly table: Markup }> {
  const kept = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const { rows, paging } = await readRows(request, path, find, kept);
  const table = createTable(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    { empty, caption: title, figures: columns.flatMap(([, , align], column) => (align ? [column] : [])) },
  );
  return {
    search: createSearch(path, fields, request.t),
    table: markup`${table}${paging}`,
  };
}
