import { createContext, useContext } from 'react';
import type { FormAction } from '../forms/form-action.ts';
import type { ChangedData } from '../store/changed-data.ts';
import type { ListedProduct } from '../store/listed-product.ts';
import type { PageData } from '../store/page-state.ts';

/**
 * Access to the list of all pages for components. Importing the list directly would put it into an earlier
 * chunk.
 */
export interface Pages {
  /** Returns the action of a form by its name; undefined if there is no such form. */
  findFormAction(name: string): (() => Promise<FormAction>) | undefined;
  /** Returns the products that a page shows as cards. */
  listProductCards(data: PageData): readonly ListedProduct[];
  /**
   * Drops cached pages that show changed data and reloads the current page if it does. Resolves when the
   * current page is up to date, to the redirect target if it may no longer be visited. The current page then
   * stays unchanged.
   */
  invalidate(changed: readonly ChangedData[]): Promise<string | null>;
}

const PagesContext = createContext<Pages | null>(null);

export const PagesProvider = PagesContext.Provider;

/** Returns access to all pages, or null on the server, where nothing is sent or tracked by script. */
export const usePages = (): Pages | null => useContext(PagesContext);
