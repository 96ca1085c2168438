import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { ActivePromotion } from '../../../../shared/rules/cart/calculate-cart.ts';
import type { Database } from '../../core/database/database.ts';
import { memoizePerHandle } from '../../core/database/memoize-per-handle.ts';
import { listHosts } from '../../sites/sites/queries.ts';
import { sites } from '../../sites/sites/views.ts';
import { categoryProducts, soldProducts, variants } from '../products/views.ts';
import { stockAmounts } from '../stock/views.ts';
import type { PromotionBenefit, SellingSite } from './promotion-checks.ts';
import { promotion } from './tables.ts';

/** A promotion that is active on a site at a given time, with the data for the calculation of a cart. */
export interface RunningPromotion extends ActivePromotion {
  /** Code as entered by staff; null if it applies to everyone. */
  readonly code: string | null;
  /** Text next to the benefit; empty if there is none. */
  readonly promotionText: string;
  /** Whether the maximum number of orders has used it: it then gives nothing. */
  readonly isUsedUp: boolean;
}

export interface RunningPromotionScope {
  readonly siteId: number;
  readonly languageId: number;
  readonly now: Date;
  /** Code in the form of `normaliseDiscountCode`; null: only promotions without a code. */
  readonly code: string | null;
  /** Variants of the cart, to which the products of promotions are matched. */
  readonly productVariantIds: readonly number[];
}

const siteId = sql.placeholder('siteId');
const now = sql`${sql.placeholder('now')}::timestamptz`;
const code = sql`${sql.placeholder('code')}::text`;

/** Condition: active at the instant on the site. */
const runningOnSiteCondition = and(
  lte(promotion.startsAt, now),
  or(isNull(promotion.endsAt), gt(promotion.endsAt, now)),
  sql`(exists (select from promotion_site on_site where on_site.promotion_id = ${promotion.promotionId} and on_site.site_id = ${siteId})
    or not exists (select from promotion_site on_site where on_site.promotion_id = ${promotion.promotionId}))`,
);

const isUsedUp = sql<boolean>`coalesce(${promotion.usageCount} >= ${promotion.usageLimit}, false)`;

const exists = (table: SQL) =>
  sql`exists (select from ${table} scope where scope.promotion_id = ${promotion.promotionId})`;

/** The requested variants to which it applies; null if it applies to the whole order. */
const variantsOfScope = sql<
  number[] | null
>`case when ${exists(sql`promotion_product`)} or ${exists(sql`promotion_category`)} then array(
  select ${variants.productVariantId} from ${variants}
  where ${variants.productVariantId} = any (${sql.placeholder('ids')}::int[]) and (
    exists (select from promotion_product scope
      where scope.promotion_id = ${promotion.promotionId} and scope.product_id = ${variants.productId})
    or exists (select from promotion_category scope
      join ${categoryProducts} on ${categoryProducts.categoryId} = scope.category_id
      where scope.promotion_id = ${promotion.promotionId}
        and ${categoryProducts.productId} = ${variants.productId}))
) end`;

/** Stock of the gift in pieces; null if it is not counted, 0 if the site does not sell it. */
const giftStock = sql<number | null>`case when exists (
    select from ${variants} join ${soldProducts} on ${soldProducts.productId} = ${variants.productId}
    where ${variants.productVariantId} = ${promotion.freeProductVariantId} and ${variants.isListed}
      and ${soldProducts.siteId} = ${siteId})
  then (select ${stockAmounts.amount} from ${stockAmounts}
    where ${stockAmounts.productVariantId} = ${promotion.freeProductVariantId})
  else 0 end`;

const prepareRunningPromotions = memoizePerHandle((handle) =>
  handle
    .select({
      promotionKey: promotion.promotionKey,
      kind: promotion.kind,
      percentage: promotion.percentage,
      amount: promotion.amount,
      freeProductVariantId: promotion.freeProductVariantId,
      freeQuantity: promotion.freeQuantity,
      forEvery: promotion.forEvery,
      giftStock,
      code: promotion.code,
      minimumAmount: promotion.minimumAmount,
      isUsedUp,
      variantsOfScope,
      description: sql<string>`texts.description`,
      promotionText: sql<string>`texts.promotion_text`,
    })
    .from(promotion)
    .innerJoin(sites, eq(sites.siteId, siteId))
    .innerJoinLateral(
      sql`(select texts.description, texts.promotion_text from promotion_translation texts
        where texts.promotion_id = ${promotion.promotionId}
        order by texts.language_id = ${sql.placeholder('languageId')} desc,
          texts.language_id = ${sites.fallbackLanguageId} desc, texts.language_id
        limit 1) texts`,
      sql`true`,
    )
    .where(
      and(runningOnSiteCondition, or(isNull(promotion.normalisedCode), eq(promotion.normalisedCode, code))),
    )
    .orderBy(asc(promotion.promotionKey))
    .prepare('list_running_promotions'),
);

type RunningPromotionRow = Awaited<
  ReturnType<ReturnType<typeof prepareRunningPromotions>['execute']>
>[number];

/** Returns the benefit in a row. For a gift, without its available stock. */
export function toPromotionBenefit(
  row: Pick<
    typeof promotion.$inferSelect,
    'promotionKey' | 'kind' | 'percentage' | 'amount' | 'freeProductVariantId' | 'freeQuantity' | 'forEvery'
  >,
): PromotionBenefit {
  const { kind, percentage, amount, freeProductVariantId, freeQuantity, forEvery } = row;
  if (kind === 'percentage' && percentage !== null) return { kind, percentage };
  if (kind === 'amount' && amount !== null) return { kind, amount };
  if (kind === 'freeShipping') return { kind };
  if (kind === 'freeProduct' && freeProductVariantId !== null && freeQuantity !== null) {
    return { kind, productVariantId: freeProductVariantId, quantity: freeQuantity, forEvery };
  }
  throw new Error(`Promotion ${row.promotionKey} has no valid benefit`);
}

function toBenefitWithGiftStock(row: RunningPromotionRow): ActivePromotion['gives'] {
  const gift = toPromotionBenefit(row);
  return gift.kind === 'freeProduct' ? { ...gift, stockAmount: row.giftStock } : gift;
}

/**
 * Lists the active promotions of a site at a given time by key: those without a code, and the one with the
 * given code, even if it is used up. A gift that the site does not sell counts as out of stock. Names are in
 * the requested language, else in the default language of the site, else in any.
 */
export async function listRunningPromotions(
  handle: Database,
  scope: RunningPromotionScope,
): Promise<RunningPromotion[]> {
  const rows = await prepareRunningPromotions(handle).execute({
    siteId: scope.siteId,
    languageId: scope.languageId,
    now: scope.now.toISOString(),
    code: scope.code,
    ids: [...new Set(scope.productVariantIds)],
  });
  return rows.map((row) => ({
    promotionKey: row.promotionKey,
    description: row.description,
    promotionText: row.promotionText,
    code: row.code,
    minimumAmount: row.minimumAmount,
    isUsedUp: row.isUsedUp,
    gives: toBenefitWithGiftStock(row),
    ...(row.variantsOfScope && { productVariantIds: new Set(row.variantsOfScope) }),
  }));
}

const prepareCodeQuery = memoizePerHandle((handle) =>
  handle
    .select({ isUsedUp })
    .from(promotion)
    .where(and(runningOnSiteCondition, eq(promotion.normalisedCode, code)))
    .prepare('find_promotion_code'),
);

/**
 * Returns whether a code is valid on a site at a given time; `unknown` also if it has expired, has not
 * started or belongs to another site.
 *
 * @param query `code` in the form of `normaliseDiscountCode`
 */
export async function findCode(
  handle: Database,
  query: { readonly siteId: number; readonly now: Date; readonly code: string },
): Promise<'running' | 'used_up' | 'unknown'> {
  const [found] = await prepareCodeQuery(handle).execute({
    siteId: query.siteId,
    now: query.now.toISOString(),
    code: query.code,
  });
  if (!found) return 'unknown';
  return found.isUsedUp ? 'used_up' : 'running';
}

/** Lists the open sites that have products. */
export async function listSellingSites(handle: Database): Promise<SellingSite[]> {
  const hosts = (await listHosts(handle)).filter(({ siteType }) => siteType !== 2);
  return [...Map.groupBy(hosts, ({ siteId }) => siteId)].map(([siteId, spoken]) => ({
    siteId,
    key: spoken[0]?.siteKey ?? '',
    languages: spoken.map(({ languageId, languageCode }) => ({ languageId, code: languageCode })),
  }));
}

/** A promotion that an order uses. */
export interface UsedPromotion {
  readonly promotionId: number;
  readonly promotionKey: string;
  /** Whether the maximum number of orders has used it. */
  readonly isUsedUp: boolean;
}

/** Locks promotions until the transaction ends, always in the same order. */
export function lockPromotions(
  transaction: Database,
  promotionKeys: readonly string[],
): Promise<UsedPromotion[]> {
  if (promotionKeys.length === 0) return Promise.resolve([]);
  return transaction
    .select({ promotionId: promotion.promotionId, promotionKey: promotion.promotionKey, isUsedUp })
    .from(promotion)
    .where(inArray(promotion.promotionKey, [...promotionKeys]))
    .orderBy(asc(promotion.promotionId))
    .for('update');
}

/** Counts one more order for promotions. The caller has locked them. */
export async function incrementUses(transaction: Database, promotionIds: readonly number[]): Promise<void> {
  if (promotionIds.length === 0) return;
  await transaction
    .update(promotion)
    .set({ usageCount: sql`${promotion.usageCount} + 1` })
    .where(inArray(promotion.promotionId, [...promotionIds]));
}

/** Releases one use of each promotion of a cancelled order. */
export async function releasePromotionUses(
  transaction: Database,
  promotionIds: readonly number[],
): Promise<void> {
  // In the same order as at placing, to prevent deadlocks.
  for (const promotionId of promotionIds.toSorted((a, b) => a - b)) {
    await transaction
      .update(promotion)
      .set({ usageCount: sql`greatest(0, ${promotion.usageCount} - 1)` })
      .where(eq(promotion.promotionId, promotionId));
  }
}
