import type { Markup } from '../../platform/markup.ts';
import type { KeeperForm } from './forms.ts';
import type { KeeperOperation } from './operation.ts';
import type { KeeperTranslate } from './texts.ts';

/** Sections of the menu in order. */
export const keeperSections = ['orders', 'goods', 'people', 'content', 'letters', 'shop'] as const;
export type KeeperSection = (typeof keeperSections)[number];

/** Request of a page. */
export interface KeeperPageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** First value of each parameter, cut to 200 characters. */
  readonly query: Readonly<Record<string, string>>;
  readonly t: KeeperTranslate;
  readonly locale: string;
  readonly now: Date;
  readonly keeper: { readonly keeperId: string; readonly name: string };
  /**
   * Renders the form of an operation. If it was just refused, it contains the entered values and the errors
   * next to the fields.
   *
   * @throws Error if no module has the operation: a programming error
   */
  readonly form: (operation: string, form?: KeeperForm) => Markup;
  /** Returns the values entered into a form of an operation that was just refused; null if there is none. */
  readonly getEntered: (operation: string) => ReadonlyMap<string, readonly string[]> | null;
}

/** Page of the admin. `markup` escapes all content; `html.ts` renders tables, lists, amounts and moments. */
export interface KeeperPage {
  /** Express route pattern below `/keeper`: '/orders/:orderId'. */
  readonly path: string;
  /** Menu entry with the label `keeper.menu.<label>`; omitted for pages that other pages link to. */
  readonly menu?: { readonly section: KeeperSection; readonly label: string; readonly position: number };
  /** @returns title and content; null if the resource does not exist */
  read(request: KeeperPageRequest): Promise<{ readonly title: string; readonly body: Markup } | null>;
}

/**
 * File that a page shows or offers for download, such as the photo of a return:
 * '/returns/:returnId/photos/:n'.
 */
export interface KeeperFile {
  readonly path: string;
  /** @returns null if the file does not exist */
  read(
    params: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<{
    readonly type: string;
    readonly bytes: Buffer;
    /** Name of a download; if omitted, the file is displayed. */
    readonly fileName?: string;
  } | null>;
}

/** Pending work that the start page lists, with the label `keeper.task.<label>` and `smart_count`. */
export interface KeeperTask {
  readonly label: string;
  readonly path: string;
  count(now: Date): Promise<number>;
}

/** Part of the admin that a module provides. */
export interface KeeperPart {
  readonly operations?: readonly KeeperOperation[];
  readonly pages?: readonly KeeperPage[];
  readonly files?: readonly KeeperFile[];
  readonly tasks?: readonly KeeperTask[];
}
