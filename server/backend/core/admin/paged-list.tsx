import type { ReactNode } from 'react';
import type { AdminPageRequest } from './admin-module.ts';
import { Paging } from './components/Paging.tsx';
import { type SearchField, SearchForm } from './components/SearchForm.tsx';
import { type Cell, Table } from './components/Table.tsx';

/** Number of rows per page. */
const PER_PAGE = 50;

/** Parses the page number of a query; 1 if it is invalid. */
const parsePageNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1;

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
): Promise<{ readonly rows: readonly Row[]; readonly paging: ReactNode }> {
  const page = parsePageNumber(query.p);
  // One more row shows whether there is a next page.
  const found = await find({ limit: PER_PAGE + 1, offset: (page - 1) * PER_PAGE });
  const paging = <Paging path={path} query={kept} page={page} hasNext={found.length > PER_PAGE} t={t} />;
  return { rows: found.slice(0, PER_PAGE), paging };
}

/** Renders a list: its search, the requested rows and the paging links. */
export async function createList<Row>(
  request: Pick<AdminPageRequest, 't' | 'query'>,
  { path, title, fields = [], empty, find, columns }: AdminList<Row>,
): Promise<{ readonly search: ReactNode; readonly table: ReactNode }> {
  const kept = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const { rows, paging } = await readRows(request, path, find, kept);
  return {
    search: <SearchForm path={path} fields={fields} t={request.t} />,
    table: (
      <>
        <Table
          headings={columns.map(([heading]) => heading)}
          rows={rows.map((row) => columns.map(([, cell]) => cell(row)))}
          empty={empty}
          caption={title}
          figures={columns.flatMap(([, , align], column) => (align ? [column] : []))}
        />
        {paging}
      </>
    ),
  };
}
