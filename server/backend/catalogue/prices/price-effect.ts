import type { Price } from '../../../../shared/contract/products.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import {
  addVat,
  FORMER_PRICE_LOOKBACK_DAYS,
  getLowestPrice,
  getPriceAt,
  type PastPrice,
} from '../../../../shared/rules/prices.ts';
import type { PricedVariant, Seller } from './queries.ts';
import { createPrice } from './service.ts';

/**
 * Relation of a price to the previous one: the first; a reduction, announced with the former price; lower but
 * not a reduction, because the price was as low within the last 30 days; higher; the same.
 */
export type PriceChangeKind = 'first' | 'reduction' | 'lower' | 'higher' | 'same';

/** The effect of a price on the pages. */
export interface PriceEffect {
  readonly kind: PriceChangeKind;
  /** The price as displayed everywhere. */
  readonly price: Price;
  /** The previous price with VAT; null for the first. */
  readonly beforeInclVat: number | null;
  /** Lowest price of the previous 30 days, with VAT; null if there was none. */
  readonly lowestInclVat: number | null;
  /**
   * End of the announcement of the reduction, unless another price starts earlier; null if it is not a
   * reduction.
   */
  readonly announcedUntil: Date | null;
  /** Start of the next planned price. */
  readonly nextFrom: Date | null;
}

/**
 * Returns the effect of a price on a site, by the rules of the storefront.
 *
 * @param history prices of the variant on the site, including planned ones, without the new one
 * @param newPrice the new price
 */
export function getPriceEffect(
  variant: Pick<PricedVariant, 'vatClass' | 'content'>,
  seller: Seller,
  history: readonly PastPrice[],
  newPrice: PastPrice,
): PriceEffect {
  const { validFromMs, amountExclVat } = newPrice;
  const others = history.filter((past) => past.validFromMs !== validFromMs);
  const before = getPriceAt(others, validFromMs);
  const current = getPriceAt([...others, newPrice], validFromMs) ?? {
    amountExclVat,
    formerAmountExclVat: null,
    reducedUntilMs: null,
  };
  const price = createPrice(seller, variant, current);
  const withVat = (amount: number | null) =>
    amount === null ? null : addVat(amount, price.vatRatePercentage);
  const nextMs = Math.min(
    ...others.map((other) => other.validFromMs).filter((moment) => moment > validFromMs),
  );
  const announcedUntilMs = current.reducedUntilMs === null ? null : Math.min(current.reducedUntilMs, nextMs);
  return {
    kind: getPriceChangeKind(before?.amountExclVat ?? null, amountExclVat, current.formerAmountExclVat),
    price,
    beforeInclVat: withVat(before?.amountExclVat ?? null),
    lowestInclVat: withVat(
      getLowestPrice(others, validFromMs - FORMER_PRICE_LOOKBACK_DAYS * DAY_MS, validFromMs),
    ),
    announcedUntil: announcedUntilMs === null ? null : new Date(announcedUntilMs),
    nextFrom: Number.isFinite(nextMs) ? new Date(nextMs) : null,
  };
}

function getPriceChangeKind(before: number | null, amount: number, former: number | null): PriceChangeKind {
  if (before === null) return 'first';
  if (before === amount) return 'same';
  if (former !== null) return 'reduction';
  return amount < before ? 'lower' : 'higher';
}
