import { createContext, useContext } from 'react';
import type { FormAction } from '../forms/form-action.ts';
import type { CardProduct } from '../store/card-product.ts';
import type { Changed } from '../store/changed.ts';
import type { PageData } from '../store/page-state.ts';

/** What parts of a page ask about all pages. Whoever imported the list of pages would bring it into a chunk of its own, before the program. */
export interface Pages {
  /** The action of a form by its name; undefined where there is no such form. */
  findFormAction(name: string): (() => Promise<FormAction>) | undefined;
  /** The products that a page shows as cards. */
  listCards(data: PageData): readonly CardProduct[];
  /**
   * Pages that show what has changed are not shown again as they were; resolves when the one on the screen is right, to the address that
   * it leads to now where it may not be entered any more: it stands as it was then.
   */
  invalidate(changed: readonly Changed[]): Promise<string | null>;
}

const PagesContext = createContext<Pages | null>(null);

export const PagesProvider = PagesContext.Provider;

/** Null on the server, where nothing is sent or measured by script. */
export const usePages = (): Pages | null => useContext(PagesContext);
