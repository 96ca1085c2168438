import type { Database } from '../../core/database/database.ts';
import { listDefaultEntries } from '../../shop-store/menus.ts';
import { CATALOGUE } from '../../shop-store/record-shapes.ts';
import {
  type CategoryRow,
  type LandingPageRow,
  type MenuKey,
  type MenuRow,
  menuKeys,
} from '../../shop-store/shop-file-schemas.ts';
import { readRecords } from '../../shop-store/shop-records.ts';
import type { ContentRecordId } from './entry-types.ts';

export const parseMenuKey = (key: string): MenuKey | undefined => menuKeys.find((known) => known === key);

/**
 * Returns the default of a missing record: for a menu without entries, those derived from its categories.
 * Undefined for all other records.
 */
export async function readDefaultMenuRow(
  handle: Database,
  { file, key }: ContentRecordId,
): Promise<MenuRow | undefined> {
  const menu = file === 'menus.json' ? parseMenuKey(key) : undefined;
  if (menu === undefined) return undefined;
  // Records were validated when they were written.
  const categories = await readRecords(handle, { file: CATALOGUE, list: 'categories' });
  const landingPages = await readRecords(handle, { file: 'landing-pages.json', list: 'landingPages' });
  const entries = listDefaultEntries(
    {
      categories: categories.map(({ value }) => value as CategoryRow),
      landingPages: landingPages.map(({ value }) => value as LandingPageRow),
    },
    menu,
  );
  return { key: menu, entries };
}
