import type { Markup } from '../../platform/markup.ts';
import type { KeeperForm } from './forms.ts';
import type { KeeperOperation } from './operation.ts';
import type { KeeperTranslate } from './texts.ts';

/** Sections of the menu, in its order. */
export const keeperSections = ['orders', 'goods', 'people', 'content', 'letters', 'shop'] as const;
export type KeeperSection = (typeof keeperSections)[number];

/** What a page knows of the request. */
export interface KeeperPageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Of each parameter the first value, 200 characters at most. */
  readonly query: Readonly<Record<string, string>>;
  readonly t: KeeperTranslate;
  readonly locale: string;
  readonly now: Date;
  readonly keeper: { readonly keeperId: string; readonly name: string };
  /**
   * The form of an operation. Where it was just refused, it shows what was entered, and what is wrong with it beside the fields.
   *
   * @throws Error for an operation that no module has: a mistake of the program
   */
  readonly form: (operation: string, form?: KeeperForm) => Markup;
  /** What was entered into a form of an operation that was just refused; null where none was. */
  readonly getEntered: (operation: string) => ReadonlyMap<string, readonly string[]> | null;
}

/** A page of the keeper's. Everything in it is escaped by `markup`; `html.ts` has tables, lists, money and moments. */
export interface KeeperPage {
  /** Pattern of Express below `/keeper`: '/orders/:orderId'. */
  readonly path: string;
  /** Entry of the menu; left out for pages that others lead to. Text `keeper.menu.<label>`. */
  readonly menu?: { readonly section: KeeperSection; readonly label: string; readonly position: number };
  /** @returns its title and what stands below it; null where there is nothing of that kind */
  read(request: KeeperPageRequest): Promise<{ readonly title: string; readonly body: Markup } | null>;
}

/** A file that a page shows or offers, such as the photo of a return: '/returns/:returnId/photos/:n'. */
export interface KeeperFile {
  readonly path: string;
  /** @returns null where there is none */
  read(
    params: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<{
    readonly type: string;
    readonly bytes: Buffer;
    /** Offered under this name in place of being shown. */
    readonly fileName?: string;
  } | null>;
}

/** Work that waits for somebody, as the first page tells it. Text `keeper.task.<label>` with `smart_count`. */
export interface KeeperTask {
  readonly label: string;
  readonly path: string;
  count(now: Date): Promise<number>;
}

/** What a noun has for the people who run the shop. */
export interface KeeperPart {
  readonly operations?: readonly KeeperOperation[];
  readonly pages?: readonly KeeperPage[];
  readonly files?: readonly KeeperFile[];
  readonly tasks?: readonly KeeperTask[];
}
