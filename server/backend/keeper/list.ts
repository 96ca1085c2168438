import { type Markup, markup } from '../../platform/markup.ts';
import {
  type Cell,
  createPaging,
  createSearch,
  createTable,
  readPageNumber,
  type SearchField,
} from './html.ts';
import type { KeeperPageRequest } from './keeper-part.ts';

/** Rows of a page of a list. */
const PER_PAGE = 50;

/** A list of the keeper's: what is looked for, and what is told of each row. */
export interface KeeperList<Row> {
  /** Path below `/keeper`. */
  readonly path: string;
  readonly title: string;
  /** Fields of its search, as they were asked for; the ways to other pages keep them. */
  readonly fields?: readonly SearchField[];
  /** What is said where no row is found. */
  readonly empty: string;
  /** Finds rows, in their order, from `offset` on. */
  readonly find: (range: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>;
  /** Of each column, from the left: its heading, what it tells of a row, and whether it is right-aligned. */
  readonly columns: readonly (readonly [heading: string, cell: (row: Row) => Cell, align?: 'figure'])[];
}

/** What a page of a list asks for, with the ways to the page before it and the one after. @param kept of the query, in these ways */
export async function readRows<Row>(
  { t, query }: Pick<KeeperPageRequest, 't' | 'query'>,
  path: string,
  find: KeeperList<Row>['find'],
  kept: Readonly<Record<string, string>> = {},
): Promise<{ readonly rows: readonly Row[]; readonly paging: Markup }> {
  const page = readPageNumber(query.p);
  // One more tells whether there is a next page.
  const found = await find({ limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
  const paging = createPaging(path, kept, {
    page,
    hasNext: found.length > PER_PAGE,
    previous: t('keeper.previous'),
    next: t('keeper.next'),
  });
  return { rows: found.slice(0, PER_PAGE), paging };
}

/** The parts of a page with a list: its search, and the rows that are asked for with the ways to others. */
export async function createList<Row>(
  request: Pick<KeeperPageRequest, 't' | 'query'>,
  { path, title, fields = [], empty, find, columns }: KeeperList<Row>,
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
