import { asc, eq } from 'drizzle-orm';
import { normaliseDiscountCode } from '../../../../shared/rules/cart/discount-code.ts';
import { type ChangeContext, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { PromotionDraft } from './promotion-checks.ts';
import { toPromotionBenefit } from './queries.ts';
import {
  promotion,
  promotionCategory,
  promotionProduct,
  promotionSite,
  promotionTranslation,
} from './tables.ts';

/** A stored promotion. */
export interface StoredPromotion extends PromotionDraft {
  readonly promotionId: number;
  /** Number of orders that have used it. */
  readonly usageCount: number;
}

/** Lists all promotions, including former ones, by key. An installation has a few dozen of them. */
export async function listPromotions(handle: Database): Promise<StoredPromotion[]> {
  const rows = await handle.select().from(promotion).orderBy(asc(promotion.promotionKey));
  const sites = await handle.select().from(promotionSite).orderBy(asc(promotionSite.siteId));
  const products = await handle.select().from(promotionProduct).orderBy(asc(promotionProduct.productId));
  const categories = await handle.select().from(promotionCategory).orderBy(asc(promotionCategory.categoryId));
  const texts = await handle
    .select()
    .from(promotionTranslation)
    .orderBy(asc(promotionTranslation.languageId));
  return rows.map((row) => {
    const isOfPromotion = (other: { promotionId: number }) => other.promotionId === row.promotionId;
    const { promotionId, promotionKey, code, startsAt, endsAt, minimumAmount, usageLimit, usageCount } = row;
    return {
      promotionId,
      promotionKey,
      benefit: toPromotionBenefit(row),
      code,
      startsAt,
      endsAt,
      minimumAmount,
      usageLimit,
      usageCount,
      siteIds: sites.filter(isOfPromotion).map(({ siteId }) => siteId),
      productIds: products.filter(isOfPromotion).map(({ productId }) => productId),
      categoryIds: categories.filter(isOfPromotion).map(({ categoryId }) => categoryId),
      texts: new Map(
        texts
          .filter(isOfPromotion)
          .map(({ languageId, description, promotionText }) => [languageId, { description, promotionText }]),
      ),
    };
  });
}

function toPromotionRow(draft: PromotionDraft) {
  const { promotionKey, benefit, code, startsAt, endsAt, minimumAmount, usageLimit } = draft;
  const gift = benefit.kind === 'freeProduct' ? benefit : null;
  return {
    promotionKey,
    kind: benefit.kind,
    percentage: benefit.kind === 'percentage' ? benefit.percentage : null,
    amount: benefit.kind === 'amount' ? benefit.amount : null,
    freeProductVariantId: gift?.productVariantId ?? null,
    freeQuantity: gift?.quantity ?? null,
    forEvery: gift?.forEvery ?? null,
    code,
    normalisedCode: code === null ? null : normaliseDiscountCode(code),
    startsAt,
    endsAt,
    minimumAmount,
    usageLimit,
  };
}

async function replaceRelatedRows(
  transaction: Database,
  promotionId: number,
  draft: PromotionDraft,
): Promise<void> {
  for (const part of [promotionSite, promotionProduct, promotionCategory, promotionTranslation]) {
    await transaction.delete(part).where(eq(part.promotionId, promotionId));
  }
  const { siteIds, productIds, categoryIds, texts } = draft;
  const toRows = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ promotionId, ...row }));
  const [sites, products] = [
    toRows(siteIds.map((siteId) => ({ siteId }))),
    toRows(productIds.map((productId) => ({ productId }))),
  ];
  const categories = toRows(categoryIds.map((categoryId) => ({ categoryId })));
  if (sites.length > 0) await transaction.insert(promotionSite).values(sites);
  if (products.length > 0) await transaction.insert(promotionProduct).values(products);
  if (categories.length > 0) await transaction.insert(promotionCategory).values(categories);
  const translations = toRows([...texts].map(([languageId, text]) => ({ languageId, ...text })));
  if (translations.length > 0) await transaction.insert(promotionTranslation).values(translations);
}

/** Returns the logged fields of a change; texts written by staff are left out. */
const describeForAuditLog = ({ benefit, siteIds, usageLimit }: PromotionDraft) => ({
  gives: benefit.kind,
  siteIds: siteIds.map(String),
  ...(usageLimit === null ? {} : { usageLimit }),
});

/**
 * Inserts a promotion and logs it. The caller holds the lock `promotions` and has checked for problems and
 * for the same code.
 */
export async function insertPromotion(
  transaction: Database,
  draft: PromotionDraft,
  { actor, now }: ChangeContext,
): Promise<void> {
  const [row] = await transaction
    .insert(promotion)
    .values({ ...toPromotionRow(draft), createdAt: now, changedAt: now })
    .returning({ promotionId: promotion.promotionId });
  if (!row) throw new Error('The promotion was not inserted');
  await replaceRelatedRows(transaction, row.promotionId, draft);
  await recordAuditEntry(transaction, {
    actor,
    act: 'add',
    resource: 'promotion',
    resourceId: draft.promotionKey,
    details: describeForAuditLog(draft),
    now,
  });
}

/**
 * Updates a promotion and logs it with an action; its use count stays. The caller has the same duties as for
 * `insertPromotion`.
 */
export async function updatePromotion(
  transaction: Database,
  promotionId: number,
  draft: PromotionDraft,
  { act, actor, now }: ChangeContext & { readonly act: 'change' | 'end' },
): Promise<void> {
  await transaction
    .update(promotion)
    .set({ ...toPromotionRow(draft), changedAt: now })
    .where(eq(promotion.promotionId, promotionId));
  await replaceRelatedRows(transaction, promotionId, draft);
  await recordAuditEntry(transaction, {
    actor,
    act,
    resource: 'promotion',
    resourceId: draft.promotionKey,
    details: describeForAuditLog(draft),
    now,
  });
}
