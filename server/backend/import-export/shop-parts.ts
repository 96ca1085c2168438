import { setImmediate } from 'node:timers/promises';
import type { Database } from '../core/database/database.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';
import { writeSampleReports } from './sample-reports.ts';
import type { ShopRows } from './shop-rows.ts';
import { writeContent } from './write-content.ts';
import { createDifferenceWriter } from './write-differences.ts';
import { incrementListVersions, writeLists } from './write-lists.ts';
import { writeMenus } from './write-menus.ts';
import { writeCategories, writeFeedAdvice, writeProducts, writeProductTexts } from './write-products.ts';
import { writeReviews } from './write-reviews.ts';
import { writeRoutes } from './write-routes.ts';
import { writeLegal, writeSites } from './write-sites.ts';

/** Parts of the shop that an edit may change, in the order in which they are written. */
export type ShopPart =
  | 'sites'
  | 'categories'
  | 'products'
  | 'reviews'
  | 'lists'
  | 'content'
  | 'feedAdvice'
  | 'reports'
  | 'legal'
  | 'menus'
  | 'routes';

/** Parts that cannot be written if only a part of the products was read. */
const PARTS_NEEDING_ALL_PRODUCTS: ReadonlySet<ShopPart> = new Set([
  'reviews',
  'feedAdvice',
  'reports',
  'legal',
]);

/** What the writers of the parts are given. */
export interface PartContext {
  readonly transaction: Database;
  readonly writer: RowWriter;
  readonly files: ShopFiles;
  readonly rows: ShopRows;
  readonly now: Date;
  /** Number of prices that were changed in the transaction: the lists show them. */
  readonly priceChanges: number;
}

/** Writes each part. An import calls all of them, an edit those that it affects. */
export const partWriters: Readonly<Record<ShopPart, (context: PartContext) => Promise<unknown>>> = {
  sites: ({ transaction, writer, rows }) => writeSites(transaction, writer, rows),
  categories: ({ writer, rows }) => writeCategories(writer, rows),
  products: ({ transaction, writer, files, rows }) =>
    files.isPart
      ? writeProductTexts(transaction, writer, files, rows)
      : writeProducts(transaction, writer, rows),
  reviews: ({ transaction, writer, files }) => writeReviews(transaction, writer, files),
  lists: ({ transaction, writer, files, rows, now, priceChanges }) =>
    files.isPart
      ? incrementListVersions(transaction, writer)
      : writeLists(transaction, writer, rows, now, priceChanges),
  content: ({ writer, rows }) => writeContent(writer, rows),
  feedAdvice: ({ writer, rows }) => writeFeedAdvice(writer, rows),
  reports: ({ transaction, files, now }) => writeSampleReports(transaction, files, now),
  legal: ({ writer, rows }) => writeLegal(writer, rows),
  menus: ({ writer, rows }) => writeMenus(writer, rows),
  routes: ({ transaction, writer, files }) => writeRoutes(transaction, writer, files),
};

/**
 * Writes parts of a shop within the transaction of an edit.
 *
 * @returns number of new or changed rows of each part
 */
export async function writeParts(
  transaction: Database,
  parts: ReadonlySet<ShopPart>,
  shop: {
    readonly files: ShopFiles;
    readonly rows: ShopRows;
    /** Present rows of the tables; undefined if unknown, in which case the database compares every row. */
    readonly former: ShopRows | undefined;
    readonly now: Date;
  },
): Promise<ReadonlyMap<ShopPart, number>> {
  const { files, rows, former, now } = shop;
  const writer = createDifferenceWriter(transaction, { rows, former: former ?? {} });
  const context = { transaction, writer, files, rows, now, priceChanges: 0 };
  const written = new Map<ShopPart, number>();
  for (const part of Object.keys(partWriters) as ShopPart[]) {
    if (!parts.has(part)) continue;
    if (files.isPart && PARTS_NEEDING_ALL_PRODUCTS.has(part))
      throw new Error(`A part of the shop does not contain all data of '${part}'`);
    const before = writer.written;
    await partWriters[part](context);
    await writer.finish();
    written.set(part, writer.written - before);
    // Lets other work of the process run.
    await setImmediate();
  }
  return written;
}
