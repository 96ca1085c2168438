import { sql } from 'drizzle-orm';
import { recalculateProductRatings } from '../catalogue/reviews/recalculate-product-ratings.ts';
import { review, reviewTranslation } from '../catalogue/reviews/tables.ts';
import type { Database } from '../core/database/database.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { RowWriter } from '../shop-store/write-rows.ts';

/** Original language of a review whose text exists in all languages. */
const ORIGINAL_LANGUAGE = 'en';

/** Identifies a review by its language-independent fields. */
const createReviewKey = (row: { productKey: string; date: string; author: string }): string =>
  `${row.productKey}/${row.date}/${row.author}`;

/**
 * Writes the reviews of the files as published on their dates and not verified, and updates the ratings.
 * Leaves customers' reviews unchanged. Deletes reviews that the files no longer have.
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
  const written = texts.find(({ code }) => code === ORIGINAL_LANGUAGE) ?? texts[0];
  const productIds = new Map(files.products.map(({ key, id }) => [key, id]));
  const rows = (written?.reviews ?? []).flatMap((row) => {
    const productId = productIds.get(row.productKey);
    const at = new Date(`${row.date}T12:00:00Z`);
    return productId === undefined || written === undefined
      ? []
      : [
          {
            importKey: createReviewKey(row),
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
  // Reviews of a withdrawn product remain, because the product may return, and hidden reviews must stay
  // hidden then.
  const stated = (written?.reviews ?? []).map(createReviewKey);
  await transaction.execute(
    sql`delete from review where import_key is not null and import_key <> all (${sql.param(stated)}::text[])`,
  );
  // A hidden review stays hidden.
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
      const reviewId = ids.get(createReviewKey(row));
      const { title, opinion, text } = row;
      return reviewId === undefined ? [] : [{ reviewId, languageId, title, opinion, text }];
    }),
  );
  await writer.upsert(reviewTranslation, translations, { key: ['reviewId', 'languageId'] });
  await recalculateProductRatings(transaction);
}
