import type { ReactNode } from 'react';
import type { AdminForm } from './admin-form.ts';
import type { AdminOperation } from './operation.ts';
import type { AdminTranslate } from './texts.ts';

/** Sections of the menu in order. */
export const adminSections = ['orders', 'goods', 'people', 'content', 'campaigns', 'shop'] as const;
export type AdminSection = (typeof adminSections)[number];

/** Request of a page. */
export interface AdminPageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** First value of each parameter, cut to 200 characters. */
  readonly query: Readonly<Record<string, string>>;
  readonly t: AdminTranslate;
  readonly locale: string;
  readonly now: Date;
  readonly staffMember: { readonly staffMemberId: string; readonly name: string };
  /**
   * Renders the form of an operation. If it was just refused, it contains the entered values and the errors
   * next to the fields. Called by `read`, never by a component: the page shows a refusal above its content
   * if `read` has not rendered the form of it.
   *
   * @throws Error if no module has the operation: a programming error
   */
  readonly form: (operation: string, form?: AdminForm) => ReactNode;
  /** Returns the values entered into a form of an operation that was just refused; null if there is none. */
  readonly getEntered: (operation: string) => ReadonlyMap<string, readonly string[]> | null;
}

/** Page of the admin. `components/` has tables, lists and forms, `formats.ts` amounts and moments. */
export interface AdminPage {
  /** Express route pattern below `/admin`: '/orders/:orderId'. */
  readonly path: string;
  /** Menu entry with the label `admin.menu.<label>`; omitted for pages that other pages link to. */
  readonly menu?: { readonly section: AdminSection; readonly label: string; readonly position: number };
  /** @returns title and content; null if the resource does not exist */
  read(request: AdminPageRequest): Promise<{ readonly title: string; readonly body: ReactNode } | null>;
}

/**
 * File that a page shows or offers for download, such as the photo of a return:
 * '/returns/:returnId/photos/:n'.
 */
export interface AdminFile {
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

/** Pending work that the start page lists, with the label `admin.task.<label>` and `smart_count`. */
export interface PendingAdminWork {
  readonly label: string;
  readonly path: string;
  count(now: Date): Promise<number>;
}

/** Part of the admin that a module provides. */
export interface AdminModule {
  readonly operations?: readonly AdminOperation[];
  readonly pages?: readonly AdminPage[];
  readonly files?: readonly AdminFile[];
  readonly tasks?: readonly PendingAdminWork[];
}
