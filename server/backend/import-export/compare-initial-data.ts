import { sql } from 'drizzle-orm';
import { listPromotions } from '../catalogue/promotions/stored-promotions.ts';
import type { Database } from '../core/database/database.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { type ListDifference, listOf } from '../shop-store/shop-records.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { listNewRedirects } from './redirects.ts';
import { type FilePicture, listNewTextPictures } from './text-pictures.ts';
import { listNewVacancies } from './vacancies.ts';
import { listNewPrices } from './write-prices.ts';

/**
 * Lists what an import would add to data for which the files hold initial values only: earlier and planned
 * prices, promotions, vacancies, pictures of texts, dates of change, redirects. The shop maintains these in
 * separate tables. A row therefore counts as added only if the shop does not have it in any notation, and a
 * missing row removes nothing. Call it before the import writes anything.
 *
 * @param now moment of the import
 */
export async function compareInitialData(
  transaction: Database,
  files: ShopFiles,
  { textPictures, now }: { readonly textPictures: readonly FilePicture[]; readonly now: Date },
): Promise<ListDifference[]> {
  const promotions = new Set((await listPromotions(transaction)).map(({ promotionKey }) => promotionKey));
  const [first] = await fetchRows<{ imports: number }>(
    transaction,
    sql`select count(*)::int as imports from shop_import`,
  );
  // Dates of change are read by the first import only.
  const changedTexts = (first?.imports ?? 0) > 0 ? [] : files.changedTexts;
  const prices = await listNewPrices(transaction, files, now);
  return [
    ...listOf(
      { file: 'changed-texts.json', list: 'changedTexts', how: 'added' },
      changedTexts.map(({ list, key, language }) => `${list}/${key}/${language}`),
    ),
    ...listOf({ file: 'jobs.json', list: 'jobs', how: 'added' }, await listNewVacancies(transaction, files)),
    ...listOf({ file: 'price-history.json', list: 'plannedPrices', how: 'added' }, prices.planned),
    ...listOf({ file: 'price-history.json', list: 'priceHistory', how: 'added' }, prices.history),
    ...listOf(
      { file: 'promotions.json', list: 'promotions', how: 'added' },
      files.promotions.flatMap(({ key }) => (promotions.has(key) ? [] : [key])),
    ),
    ...listOf(
      { file: 'redirects.json', list: 'redirects', how: 'added' },
      await listNewRedirects(transaction, files),
    ),
    ...listOf(
      { file: 'text-pictures.json', list: 'textPictures', how: 'added' },
      await listNewTextPictures(transaction, textPictures),
    ),
  ];
}
