/**
 * Table. Every row has as many cells as there are columns. By default the first cell is the header of its
 * row.
 */
export interface PdfTable {
  readonly type: 'table';
  /** Description of the table for screen readers. */
  readonly summary: string;
  /** True if only the columns have headers, so that the first cell of a row is an ordinary one. */
  readonly hasColumnHeadersOnly?: boolean;
  readonly columns: readonly {
    /** Label of the column. If all labels are '', no header row is drawn. */
    readonly label: string;
    readonly align: 'start' | 'end';
    /** Width relative to the other columns. */
    readonly share: number;
  }[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    readonly isStrong?: boolean;
    /** True if the row continues the previous one, without a line between them. */
    readonly isPart?: boolean;
  }[];
}

/** Block of a document. A line break in a text starts a new line. */
export type PdfBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string; readonly isSmall?: boolean }
  | PdfTable;

/** Content of a document, in one column on A4. */
export interface PdfContent {
  readonly title: string;
  /** BCP 47 code of the language. */
  readonly culture: string;
  /** Name of the shop, at the top of the first page. */
  readonly brand: string;
  /** Brand colour of the design, for example '#24512f'. */
  readonly brandColour: string;
  readonly createdAt: Date;
  readonly blocks: readonly PdfBlock[];
  /** Lines at the bottom of every page. */
  readonly imprint: readonly string[];
  /** For example 'Page {page} of {pages}'. The numbers are inserted when they are known. */
  readonly pageLabel: string;
}
