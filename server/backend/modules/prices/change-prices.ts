import { getPriceAt, getVatPercentage, removeVat } from '../../../../shared/rules/prices.ts';
import type { Database } from '../../database/database.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { type Change, KeeperRefusal } from '../../keeper/operation.ts';
import { putPurge } from '../../outbox/purges.ts';
import { listTurns, PRICE_TURN_JOB } from './jobs.ts';
import { type PriceStatement, statePrice } from './price-statement.ts';
import {
  deletePlannedPrices,
  findPricedVariant,
  insertPrices,
  listAllPrices,
  listPriceKeys,
  type PricedVariant,
  type PriceRow,
  type Seller,
} from './queries.ts';

/** A price as somebody wants it. */
export interface WantedPrice {
  readonly articleNumber: string;
  /** Euro cents. */
  readonly amount: number;
  /** With VAT each site has a price without VAT of its own, so that all show the same. */
  readonly basis: 'inclVat' | 'exclVat';
  /** Left out: all that sell it. */
  readonly siteIds?: readonly number[] | undefined;
  /** Left out: now. */
  readonly from?: Date | undefined;
  /** Version of the prices that somebody has looked at; left out: whatever they are. */
  readonly expected?: string | undefined;
}

/** A wanted price on one site. */
export interface PricePlan {
  readonly seller: Seller;
  /** Euro cents without VAT. */
  readonly amountExclVat: number;
  /** In force before it; null where it is the first. */
  readonly beforeExclVat: number | null;
  readonly statement: PriceStatement;
}

/** A wanted price with what the shop will say of it. */
export interface PreparedPrice {
  readonly variant: PricedVariant;
  readonly from: Date;
  readonly isNow: boolean;
  /** By site. */
  readonly plans: readonly PricePlan[];
  /** What the history was when this was made: another word once anybody has changed a price of the variant. */
  readonly version: string;
  /** At least ten times the price before, or a tenth of it, somewhere: hardly what was meant. */
  readonly isOdd: boolean;
}

/** A form that was opened a moment ago means now. */
const NOW_MS = 60_000;
const LONGEST_AHEAD_MS = 730 * 86_400_000;
const ODD_FACTOR = 10;

/** Tells the state of a variant's prices from a later one. */
const getVersion = (history: readonly Pick<PriceRow, 'priceId'>[]): string =>
  `${history.length}-${Math.max(0, ...history.map(({ priceId }) => priceId))}`;

/**
 * What the shop will say of a price, and whether it can be had.
 *
 * @param isLocked in a transaction that writes it: the variant's prices stay as they are until it ends
 * @throws KeeperRefusal `article_unknown`, `changed_meanwhile`, `site_without_article`, `moment_past`, `moment_far`, `price_moment_taken`
 */
export async function preparePrice(
  handle: Database,
  wanted: WantedPrice,
  { now, isLocked }: { readonly now: Date; readonly isLocked: boolean },
): Promise<PreparedPrice> {
  const { articleNumber, amount, basis, siteIds } = wanted;
  const variant = await findPricedVariant(handle, articleNumber, { isLocked });
  if (!variant) throw new KeeperRefusal('article_unknown', { articleNumber }, 'articleNumber');
  const from = readMoment(wanted.from, now);
  const missing = siteIds?.find((id) => !variant.sellers.some(({ site }) => site.siteId === id));
  if (missing !== undefined) throw new KeeperRefusal('site_without_article', { siteId: missing }, 'siteIds');
  const history = await listAllPrices(handle, variant.productVariantId);
  const version = getVersion(history);
  if (wanted.expected !== undefined && wanted.expected !== version)
    throw new KeeperRefusal('changed_meanwhile');
  const sellers = variant.sellers.filter(({ site }) => siteIds?.includes(site.siteId) ?? true);
  const plans = sellers.map((seller): PricePlan => {
    const { site, setting } = seller;
    const ofSite = history.filter((row) => row.siteId === site.siteId);
    if (ofSite.some((row) => row.validFromMs === from.getTime())) {
      throw new KeeperRefusal('price_moment_taken', { site: seller.name }, 'from');
    }
    const vat = getVatPercentage(setting.vatTypeByClass[variant.vatClass] ?? 'none', site);
    const amountExclVat = basis === 'exclVat' ? amount : removeVat(amount, vat);
    const beforeExclVat = getPriceAt(ofSite, from.getTime())?.amountExclVat ?? null;
    const price = { amountExclVat, validFromMs: from.getTime() };
    return { seller, amountExclVat, beforeExclVat, statement: statePrice(variant, seller, ofSite, price) };
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
        (amountExclVat >= beforeExclVat * ODD_FACTOR || amountExclVat * ODD_FACTOR <= beforeExclVat),
    ),
  };
}

function readMoment(from: Date | undefined, now: Date): Date {
  if (from === undefined) return now;
  const aheadMs = from.getTime() - now.getTime();
  if (aheadMs < -NOW_MS) throw new KeeperRefusal('moment_past', {}, 'from');
  if (aheadMs > LONGEST_AHEAD_MS) throw new KeeperRefusal('moment_far', {}, 'from');
  return aheadMs <= 0 ? now : from;
}

/**
 * Sets a price, from now or from a moment on. Pages say something else at once (until when the price before holds, too), and once more when
 * it begins and when a reduction has been told for its time.
 *
 * @returns what was changed, a change for each site; none where it costs that already
 * @throws KeeperRefusal as `preparePrice`; `price_odd`
 */
export async function setPrice(
  transaction: Database,
  wanted: WantedPrice & { /** However odd it looks. */ readonly isMeant: boolean },
  now: Date,
): Promise<{ readonly changes: readonly Change[]; readonly prepared: PreparedPrice }> {
  const prepared = await preparePrice(transaction, wanted, { now, isLocked: true });
  const { variant, from, plans, isOdd } = prepared;
  if (isOdd && !wanted.isMeant) throw new KeeperRefusal('price_odd', {}, 'amount');
  const { productVariantId, articleNumber } = variant;
  const news = plans.filter(({ amountExclVat, beforeExclVat }) => amountExclVat !== beforeExclVat);
  if (news.length === 0) return { changes: [], prepared };
  await insertPrices(
    transaction,
    news.map(({ seller, amountExclVat }) => ({
      siteId: seller.site.siteId,
      productVariantId,
      amountExclVat,
      validFrom: from,
      isKeepers: true,
    })),
  );
  await putPurge(transaction, await listPriceKeys(transaction, productVariantId), now);
  for (const { runAt, payload } of listTurns(productVariantId, from, now)) {
    await enqueue(transaction, PRICE_TURN_JOB, payload, { runAt, now });
  }
  return {
    prepared,
    changes: news.map(({ seller, amountExclVat, beforeExclVat }) => ({
      noun: 'price',
      nounId: articleNumber,
      before: beforeExclVat === null ? null : { site: seller.key, amountExclVat: beforeExclVat },
      after: { site: seller.key, amountExclVat, from: from.toISOString() },
    })),
  };
}

/**
 * Takes a planned price out before it begins.
 *
 * @throws KeeperRefusal `article_unknown`; `price_begun` for one that is or was in force; `not_found` where none is planned for the moment
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
    throw new KeeperRefusal('article_unknown', { articleNumber: planned.articleNumber }, 'articleNumber');
  }
  if (from <= now) throw new KeeperRefusal('price_begun');
  const { productVariantId, articleNumber, sellers } = variant;
  const removed = await deletePlannedPrices(transaction, {
    productVariantId,
    validFrom: from,
    siteIds: siteIds ?? 'all',
  });
  if (removed.length === 0) throw new KeeperRefusal('not_found');
  await putPurge(transaction, await listPriceKeys(transaction, productVariantId), now);
  return removed.map(({ siteId, amountExclVat }) => ({
    noun: 'price',
    nounId: articleNumber,
    before: {
      site: sellers.find(({ site }) => site.siteId === siteId)?.key ?? String(siteId),
      amountExclVat,
      from: from.toISOString(),
    },
    after: null,
  }));
}
