import type { Inline } from '../../../../shared/contract/content.ts';

/** Lines of an order with totals. Every row has as many cells as there are columns. */
export interface MailTable {
  readonly type: 'table';
  readonly columns: readonly { readonly label: string; readonly align: 'start' | 'end' }[];
  readonly rows: readonly (readonly string[])[];
  readonly footer?: readonly (readonly string[])[];
}

/**
 * Block of a mail. Texts are plain and escaped when rendered to HTML. A new type is rendered by
 * `components/MailBlockView.tsx` and `mail-text.ts`; TypeScript requires both.
 */
export type MailBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  /** Less important text: conditions, or what to do if the mail was not expected. */
  | { readonly type: 'small'; readonly text: string }
  /** Main action, with its URL as text below the button. */
  | { readonly type: 'button'; readonly label: string; readonly url: string }
  /** Secondary action. */
  | { readonly type: 'link'; readonly label: string; readonly url: string }
  | MailTable
  /** Formatted text with links. Links may lead to the web, a mail address or a telephone number. */
  | { readonly type: 'words'; readonly content: readonly Inline[] }
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly type: 'facts';
      readonly rows: readonly { readonly label: string; readonly value: string }[];
    };

/** Content of a mail, in the language and for the brand of its site. */
export interface MailContent {
  readonly subject: string;
  /** Preview text that mail clients show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
}

/** @throws RangeError for a row without a cell for each column */
export function requireCells({ columns, rows, footer = [] }: MailTable): void {
  if ([...rows, ...footer].some((row) => row.length !== columns.length)) {
    throw new RangeError('A table row does not have a cell for each column');
  }
}
