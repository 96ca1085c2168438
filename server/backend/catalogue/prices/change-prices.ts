import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { getPriceAt, getVatPercentage, removeVat } from '../../../../shared/rules/prices.ts';
import { AdminRefusal, type Change } from '../../core/admin/operation.ts';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { listPageChangeTimes, PRICE_CHANGE_JOB } from './jobs.ts';
import { getPriceEffect, type PriceEffect } from './price-effect.ts';
import {
  deletePlannedPrices,
  findPricedVariant,
  insertPrices,
  listPriceSurrogateKeys,
  listPricesOfVariant,
  type PricedVariant,
  type PriceRow,
  type Seller,
} from './queries.ts';

/** A requested price. */
export interface RequestedPrice {
  readonly articleNumber: string;
  /** Euro cents. */
  readonly amount: number;
  /** For `inclVat` each site gets its own price without VAT, so that all display the same price. */
  readonly basis: 'inclVat' | 'exclVat';
  /** Default: all sites that sell the variant. */
  readonly siteIds?: readonly number[] | undefined;
  /** Default: now. */
  readonly from?: Date | undefined;
  /** Version of the prices that the form displayed; left out: no check for concurrent changes. */
  readonly expected?: string | undefined;
}

/** A requested price on one site. */
export interface PricePlan {
  readonly seller: Seller;
  /** Euro cents without VAT. */
  readonly amountExclVat: number;
  /** Price in force before it; null for the first price. */
  readonly beforeExclVat: number | null;
  readonly statement: PriceEffect;
}

/** A requested price with its effect on each site. */
export interface PreparedPriceChange {
  readonly variant: PricedVariant;
  readonly from: Date;
  readonly isNow: boolean;
  /** Plans by site. */
  readonly plans: readonly PricePlan[];
  /** Version of the price history at the time of reading. Any change of the variant's prices changes it. */
  readonly version: string;
  /**
   * Whether on some site the price is at least ten times the previous one, or at most a tenth of it, which is
   * probably a mistake.
   */
  readonly isOdd: boolean;
}

/** Tolerance in milliseconds: a time shortly before the submission means now. */
const NOW_TOLERANCE_MS = MINUTE_MS;
const MAX_PLANNING_AHEAD_MS = 730 * DAY_MS;
const UNUSUAL_PRICE_FACTOR = 10;

/** Returns the version of a variant's price history. */
const getHistoryVersion = (history: readonly Pick<PriceRow, 'priceId'>[]): string =>
  `${history.length}-${Math.max(0, ...history.map(({ priceId }) => priceId))}`;

/**
 * Returns the effect of a requested price, after validating it.
 *
 * @param isLocked whether to lock the variant's prices until the end of the transaction that writes it
 * @throws AdminRefusal `article_unknown`, `changed_meanwhile`, `site_without_article`, `moment_past`,
 * `moment_far`, `price_moment_taken`
 */
export async function preparePriceChange(
  handle: Database,
  requestedPrice: RequestedPrice,
  { now, isLocked }: { readonly now: Date; readonly isLocked: boolean },
): Promise<PreparedPriceChange> {
  const { articleNumber, amount, basis, siteIds } = requestedPrice;
  const variant = await findPricedVariant(handle, articleNumber, { isLocked });
  if (!variant) throw new AdminRefusal('article_unknown', { articleNumber }, 'articleNumber');
  const from = checkStartTime(requestedPrice.from, now);
  const missing = siteIds?.find((id) => !variant.sellers.some(({ site }) => site.siteId === id));
  if (missing !== undefined) throw new AdminRefusal('site_without_article', { siteId: missing }, 'siteIds');
  const history = await listPricesOfVariant(handle, variant.productVariantId);
  const version = getHistoryVersion(history);
  if (requestedPrice.expected !== undefined && requestedPrice.expected !== version)
    throw new AdminRefusal('changed_meanwhile');
  const sellers = variant.sellers.filter(({ site }) => siteIds?.includes(site.siteId) ?? true);
  const plans = sellers.map((seller): PricePlan => {
    const { site, setting } = seller;
    const siteHistory = history.filter((row) => row.siteId === site.siteId);
    if (siteHistory.some((row) => row.validFromMs === from.getTime())) {
      throw new AdminRefusal('price_moment_taken', { site: seller.name }, 'from');
    }
    const vat = getVatPercentage(setting.vatTypeByClass[variant.vatClass] ?? 'none', site);
    const amountExclVat = basis === 'exclVat' ? amount : removeVat(amount, vat);
    const beforeExclVat = getPriceAt(siteHistory, from.getTime())?.amountExclVat ?? null;
    const price = { amountExclVat, validFromMs: from.getTime() };
    return {
      seller,
      amountExclVat,
      beforeExclVat,
      statement: getPriceEffect(variant, seller, siteHistory, price),
    };
  });
  return {
    variant,
    from,
    isNow: from <= now,
    plans,
    version,
    isOdd: plans.some(
      ({ amountExclVat, beforeExclVat }) =>
        beforeExclVat !== null &&
        (amountExclVat >= beforeExclVat * UNUSUAL_PRICE_FACTOR ||
          amountExclVat * UNUSUAL_PRICE_FACTOR <= beforeExclVat),
    ),
  };
}

function checkStartTime(from: Date | undefined, now: Date): Date {
  if (from === undefined) return now;
  const aheadMs = from.getTime() - now.getTime();
  if (aheadMs < -NOW_TOLERANCE_MS) throw new AdminRefusal('moment_past', {}, 'from');
  if (aheadMs > MAX_PLANNING_AHEAD_MS) throw new AdminRefusal('moment_far', {}, 'from');
  return aheadMs <= 0 ? now : from;
}

/**
 * Sets a price, now or from a later time. Pages change immediately (they also state how long the previous
 * price is valid), when the price takes effect, and when its reduction is no longer announced.
 *
 * @returns the changes by site; empty if the price is already the same
 * @throws AdminRefusal as `preparePriceChange`; `price_odd`
 */
export async function setPrice(
  transaction: Database,
  requestedPrice: RequestedPrice & { /** Accepts an unusual price. */ readonly isMeant: boolean },
  now: Date,
): Promise<{ readonly changes: readonly Change[]; readonly prepared: PreparedPriceChange }> {
  const prepared = await preparePriceChange(transaction, requestedPrice, { now, isLocked: true });
  const { variant, from, plans, isOdd } = prepared;
  if (isOdd && !requestedPrice.isMeant) throw new AdminRefusal('price_odd', {}, 'amount');
  const { productVariantId, articleNumber } = variant;
  const changedPlans = plans.filter(({ amountExclVat, beforeExclVat }) => amountExclVat !== beforeExclVat);
  if (changedPlans.length === 0) return { changes: [], prepared };
  await insertPrices(
    transaction,
    changedPlans.map(({ seller, amountExclVat }) => ({
      siteId: seller.site.siteId,
      productVariantId,
      amountExclVat,
      validFrom: from,
      isSetByStaff: true,
    })),
  );
  await enqueuePurge(transaction, await listPriceSurrogateKeys(transaction, productVariantId), now);
  await enqueue(
    transaction,
    listPageChangeTimes(productVariantId, from, now).map(({ runAt, payload }) => ({
      name: PRICE_CHANGE_JOB,
      payload,
      runAt,
      now,
    })),
  );
  return {
    prepared,
    changes: changedPlans.map(({ seller, amountExclVat, beforeExclVat }) => ({
      resource: 'price',
      resourceId: articleNumber,
      before: beforeExclVat === null ? null : { site: seller.key, amountExclVat: beforeExclVat },
      after: { site: seller.key, amountExclVat, from: from.toISOString() },
    })),
  };
}

/**
 * Deletes a planned price before it takes effect.
 *
 * @throws AdminRefusal `article_unknown`; `price_begun` if the price is or was in force; `not_found` if no
 * price is planned for the time
 */
export async function revokePrice(
  transaction: Database,
  planned: {
    readonly articleNumber: string;
    readonly from: Date;
    readonly siteIds?: readonly number[] | undefined;
  },
  now: Date,
): Promise<readonly Change[]> {
  const { from, siteIds } = planned;
  const variant = await findPricedVariant(transaction, planned.articleNumber, { isLocked: true });
  if (!variant) {
    throw new AdminRefusal('article_unknown', { articleNumber: planned.articleNumber }, 'articleNumber');
  }
  if (from <= now) throw new AdminRefusal('price_begun');
  const { productVariantId, articleNumber, sellers } = variant;
  const removed = await deletePlannedPrices(transaction, {
    productVariantId,
    validFrom: from,
    siteIds: siteIds ?? 'all',
  });
  if (removed.length === 0) throw new AdminRefusal('not_found');
  await enqueuePurge(transaction, await listPriceSurrogateKeys(transaction, productVariantId), now);
  return removed.map(({ siteId, amountExclVat }) => ({
    resource: 'price',
    resourceId: articleNumber,
    before: {
      site: sellers.find(({ site }) => site.siteId === siteId)?.key ?? String(siteId),
      amountExclVat,
      from: from.toISOString(),
    },
    after: null,
  }));
}
