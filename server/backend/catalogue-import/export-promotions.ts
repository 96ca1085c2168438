import { asc } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { category, language, product, productVariant, site } from '../database/schema.ts';
import type { PromotionGift } from '../modules/promotions/promotion-checks.ts';
import { listPromotions } from '../modules/promotions/store-promotions.ts';
import type { PromotionRow } from './shop-file-schemas.ts';

/** Every promotion that there is or was, in the words of the files, by its key. How often one was used is told by orders. */
export async function listExportedPromotions(transaction: Database): Promise<PromotionRow[]> {
  const promotions = await listPromotions(transaction);
  if (promotions.length === 0) return [];
  const toKeys = (rows: readonly { id: number; key: string }[]) => {
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    return (ids: readonly number[]) => ids.flatMap((id) => keys.get(id) ?? []);
  };
  const siteKeys = toKeys(await transaction.select({ id: site.siteId, key: site.key }).from(site));
  const productKeys = toKeys(
    await transaction.select({ id: product.productId, key: product.key }).from(product),
  );
  const categoryKeys = toKeys(
    await transaction.select({ id: category.categoryId, key: category.key }).from(category),
  );
  const articleNumbers = toKeys(
    await transaction
      .select({ id: productVariant.productVariantId, key: productVariant.articleNumber })
      .from(productVariant),
  );
  const languages = await transaction
    .select({ languageId: language.languageId, code: language.code })
    .from(language)
    .orderBy(asc(language.languageId));

  const describeGift = (gives: PromotionGift): Partial<PromotionRow> | null => {
    if (gives.kind === 'percentage') return { percentage: gives.percentage };
    if (gives.kind === 'amount') return { amount: gives.amount / 100 };
    if (gives.kind === 'freeShipping') return { freeShipping: true };
    const [number] = articleNumbers([gives.productVariantId]);
    if (number === undefined) return null;
    const { quantity, forEvery } = gives;
    return { gift: { product: number, quantity, ...(forEvery !== null && { forEvery }) } };
  };
  const namedWhereAny = (field: 'sites' | 'products' | 'categories', keys: readonly string[]) =>
    keys.length > 0 ? { [field]: keys } : {};

  return promotions.flatMap((promotion): PromotionRow[] => {
    const { promotionKey, gives, code, startsAt, endsAt, minimumAmount, usageLimit } = promotion;
    const given = describeGift(gives);
    if (!given) return [];
    return [
      {
        key: promotionKey,
        ...given,
        ...(code !== null && { code }),
        from: startsAt.toISOString(),
        ...(endsAt !== null && { until: endsAt.toISOString() }),
        ...(minimumAmount !== null && { minimum: minimumAmount / 100 }),
        ...(usageLimit !== null && { usageLimit }),
        ...namedWhereAny('sites', siteKeys(promotion.siteIds)),
        ...namedWhereAny('products', productKeys(promotion.productIds)),
        ...namedWhereAny('categories', categoryKeys(promotion.categoryIds)),
        texts: Object.fromEntries(
          languages.flatMap(({ languageId, code: of }) => {
            const text = promotion.texts.get(languageId);
            if (!text) return [];
            const { description, promotionText } = text;
            return [[of, { description, ...(promotionText !== '' && { promotionText }) }]];
          }),
        ),
      },
    ];
  });
}
