import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { PromotionBenefit } from '../catalogue/promotions/promotion-checks.ts';
import { listPromotions } from '../catalogue/promotions/stored-promotions.ts';
import type { Database } from '../core/database/database.ts';
import { category, language, product, productVariant, site } from '../schema/schema.ts';
import { CATALOGUE, PRICES } from '../shop-store/record-shapes.ts';
import type { PromotionRow } from '../shop-store/shop-file-schemas.ts';
import { shopRecord } from '../shop-store/tables.ts';

/** Returns the keys that the exported files contain of a catalogue list, without withdrawn items. */
async function listExportedKeys(transaction: Database, list: string): Promise<ReadonlySet<string>> {
  const rows = await transaction
    .select({ key: shopRecord.key })
    .from(shopRecord)
    .where(and(eq(shopRecord.file, CATALOGUE), eq(shopRecord.list, list), isNotNull(shopRecord.value)));
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns all present and past promotions by key, in the format of the files. A partly used promotion is
 * exported with its remaining uses, because the orders that used it are not exported. A promotion that can no
 * longer apply is omitted: it is used up, or its products are no longer sold.
 */
export async function listExportedPromotions(transaction: Database): Promise<PromotionRow[]> {
  const promotions = await listPromotions(transaction);
  if (promotions.length === 0) return [];
  const toKeys = (rows: readonly { id: number; key: string }[], known?: ReadonlySet<string>) => {
    const keys = new Map(rows.map(({ id, key }) => [id, key]));
    return (ids: readonly number[]) =>
      ids.flatMap((id) => keys.get(id) ?? []).filter((key) => known?.has(key) ?? true);
  };
  const siteKeys = toKeys(
    await transaction.select({ id: site.siteId, key: site.key }).from(site).where(isNull(site.retiredAt)),
  );
  const productKeys = toKeys(
    await transaction.select({ id: product.productId, key: product.key }).from(product),
    await listExportedKeys(transaction, 'products'),
  );
  const categoryKeys = toKeys(
    await transaction.select({ id: category.categoryId, key: category.key }).from(category),
    await listExportedKeys(transaction, 'categories'),
  );
  const articleNumbers = toKeys(
    await transaction
      .select({ id: productVariant.productVariantId, key: productVariant.articleNumber })
      .from(productVariant),
    await listExportedKeys(transaction, PRICES),
  );
  const languages = await transaction
    .select({ languageId: language.languageId, code: language.code })
    .from(language)
    .orderBy(asc(language.languageId));

  const describeGift = (gives: PromotionBenefit): Partial<PromotionRow> | null => {
    if (gives.kind === 'percentage') return { percentage: gives.percentage };
    if (gives.kind === 'amount') return { amount: gives.amount / 100 };
    if (gives.kind === 'freeShipping') return { freeShipping: true };
    const [number] = articleNumbers([gives.productVariantId]);
    if (number === undefined) return null;
    const { quantity, forEvery } = gives;
    return { gift: { product: number, quantity, ...(forEvery !== null && { forEvery }) } };
  };
  const omitIfEmpty = (field: 'sites' | 'products' | 'categories', keys: readonly string[]) =>
    keys.length > 0 ? { [field]: keys } : {};

  return promotions.flatMap((promotion): PromotionRow[] => {
    const { promotionKey, benefit: gives, code, startsAt, endsAt, minimumAmount } = promotion;
    const usageLimit = promotion.usageLimit === null ? null : promotion.usageLimit - promotion.usageCount;
    const given = describeGift(gives);
    if (!given || (usageLimit !== null && usageLimit <= 0)) return [];
    const [sites, products, categories] = [
      siteKeys(promotion.siteIds),
      productKeys(promotion.productIds),
      categoryKeys(promotion.categoryIds),
    ];
    const isStillApplicable = (ids: readonly number[], keys: readonly string[]) =>
      ids.length === 0 || keys.length > 0;
    const productAndCategoryIds = [...promotion.productIds, ...promotion.categoryIds];
    if (
      !isStillApplicable(promotion.siteIds, sites) ||
      !isStillApplicable(productAndCategoryIds, [...products, ...categories])
    )
      return [];
    return [
      {
        key: promotionKey,
        ...given,
        ...(code !== null && { code }),
        from: startsAt.toISOString(),
        ...(endsAt !== null && { until: endsAt.toISOString() }),
        ...(minimumAmount !== null && { minimum: minimumAmount / 100 }),
        ...(usageLimit !== null && { usageLimit }),
        ...omitIfEmpty('sites', sites),
        ...omitIfEmpty('products', products),
        ...omitIfEmpty('categories', categories),
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
