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

/**
 * The parts of a page with a list: its search, and the rows of the page that is asked for with the ways to the next and the one
 * before.
 */
export async function createList<Row>(
  { t, query }: Pick<KeeperPageRequest, 't' | 'query'>,
  { path, title, fields = [], empty, find, columns }: KeeperList<Row>,
): Promise<{ readonly search: Markup; readonly table: Markup }> {
  const page = readPageNumber(query.p);
  // One more tells whether there is a next page.
  const found = await find({ limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
  const table = createTable(
    columns.map(([heading]) => heading),
    found.slice(0, PER_PAGE).map((row) => columns.map(([, cell]) => cell(row))),
    { empty, caption: title, figures: columns.flatMap(([, , align], column) => (align ? [column] : [])) },
  );
  const paging = createPaging(path, Object.fromEntries(fields.map(({ name, value }) => [name, value])), {
    page,
    hasNext: found.length > PER_PAGE,
    previous: t('keeper.previous'),
    next: t('keeper.next'),
  });
  return { search: createSearch(path, fields, t('keeper.search')), table: markup`${table}${paging}` };
}
