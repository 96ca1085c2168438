import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../../core/database/database.ts';
import { productVariant } from '../../products/tables.ts';
import { readWords } from './read-words.ts';

/** Minimum length of a code; fewer digits are an amount. */
const MIN_ARTICLE_CODE_LENGTH = 4;

/** A product with an article number or EAN. */
interface CodedProduct {
  readonly productId: number;
  /** Whether the word is the whole code, and not only its beginning. */
  readonly isWhole: boolean;
}

/**
 * Finds products by the words of a term that may be an EAN or the beginning of an article number. They are
 * searched in their own table by every engine, because they are many and short.
 *
 * @returns the products by word
 */
export async function findArticleCodes(
  database: Database,
  term: string,
): Promise<ReadonlyMap<string, readonly CodedProduct[]>> {
  const codes = [...new Set(readWords(term).map(({ plain }) => plain))].filter(
    (word) =>
      word.length >= MIN_ARTICLE_CODE_LENGTH &&
      /^\d+$/u.test(word.replaceAll(/[a-z]/gu, '')) &&
      /\d{3}/u.test(word),
  );
  const found = new Map<string, CodedProduct[]>();
  for (const code of codes.slice(0, 3)) {
    const upper = code.toUpperCase();
    const rows = await database
      .select({
        productId: productVariant.productId,
        articleNumber: productVariant.articleNumber,
        ean: productVariant.ean,
      })
      .from(productVariant)
      .where(
        and(
          eq(productVariant.isListed, true),
          or(sql`upper(${productVariant.articleNumber}) like ${`${upper}%`}`, eq(productVariant.ean, code)),
        ),
      )
      .limit(200);
    found.set(
      code,
      rows.map(({ productId, articleNumber, ean }) => ({
        productId,
        isWhole: articleNumber.toUpperCase() === upper || ean === code,
      })),
    );
  }
  return found;
}
