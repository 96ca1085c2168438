import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { writeProductRatings } from '../modules/reviews/product-ratings.ts';
import { review, reviewTranslation } from '../modules/reviews/tables.ts';
import type { ShopFiles } from './read-shop-files.ts';
import type { RowWriter } from './write-rows.ts';

/** Language that a review counts as written in, where its words are there in all of them. */
const WRITTEN_IN = 'en';

/** What stays the same in every language, and tells a review from the others. */
const createKey = (row: { productKey: string; date: string; author: string }): string =>
  `${row.productKey}/${row.date}/${row.author}`;

/**
 * Brings the reviews of the files into the database, published as of their dates and not verified, and counts the ratings. What
 * customers wrote stays as it is; a review that the files no longer have is gone.
 */
export async function writeReviews(
  transaction: Database,
  writer: RowWriter,
  files: ShopFiles,
): Promise<void> {
  const texts = files.languages.flatMap(({ languageId, code }) => {
    const reviews = files.texts.get(code)?.reviews;
    return reviews ? [{ languageId, code, reviews }] : [];
  });
  const written = texts.find(({ code }) => code === WRITTEN_IN) ?? texts[0];
  const productIds = new Map(files.products.map(({ key, id }) => [key, id]));
  const rows = (written?.reviews ?? []).flatMap((row) => {
    const productId = productIds.get(row.productKey);
    const at = new Date(`${row.date}T12:00:00Z`);
    return productId === undefined || written === undefined
      ? []
      : [
          {
            importKey: createKey(row),
            productId,
            siteId: null,
            languageId: written.languageId,
            rating: row.rating,
            authorName: row.author,
            status: 'published' as const,
            createdAt: at,
            confirmedAt: at,
            publishedAt: at,
          },
        ];
  });
  const keys = rows.map(({ importKey }) => importKey);
  // Those of a product that is left out stay: it may come back, and one that was taken down must not be seen again then.
  const stated = (written?.reviews ?? []).map(createKey);
  await transaction.execute(
    sql`delete from review where import_key is not null and import_key <> all (${sql.param(stated)}::text[])`,
  );
  // One that was taken down stays so.
  await writer.upsert(review, rows, {
    key: ['importKey'],
    keep: ['status'],
  });

  const stored =
    keys.length === 0
      ? []
      : await transaction
          .select({ reviewId: review.reviewId, importKey: review.importKey })
          .from(review)
          .where(sql`${review.importKey} = any (${sql.param(keys)}::text[])`);
  const ids = new Map(stored.map(({ importKey, reviewId }) => [importKey, reviewId]));
  const translations = texts.flatMap(({ languageId, reviews }) =>
    reviews.flatMap((row) => {
      const reviewId = ids.get(createKey(row));
      const { title, opinion, text } = row;
      return reviewId === undefined ? [] : [{ reviewId, languageId, title, opinion, text }];
    }),
  );
  await writer.upsert(reviewTranslation, translations, { key: ['reviewId', 'languageId'] });
  await writeProductRatings(transaction);
}
