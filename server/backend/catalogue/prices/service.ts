import type { Content, Price } from '../../../../shared/contract/products.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import {
  addVat,
  FORMER_PRICE_LOOKBACK_DAYS,
  getDiscountPercentage,
  getLowestPrice,
  getPriceAt,
  getUnitPrices,
  getVatPercentage,
  type PriceInForce,
} from '../../../../shared/rules/prices.ts';
import type { PricedVariant, PriceRow, Seller } from './queries.ts';
import type { PriceScope } from './types.ts';

/**
 * Returns the price of a variant on a site, with VAT.
 *
 * @throws Error if the site has no rate for the VAT class
 */
export function createPrice(
  siteRecord: PriceScope,
  variant: { vatClass: string; content: Content },
  current: PriceInForce,
): Price {
  const { site, setting } = siteRecord;
  const vatType = setting.vatTypeByClass[variant.vatClass];
  if (!vatType) throw new Error(`Site ${site.siteId} has no VAT type for class '${variant.vatClass}'`);
  const vatRatePercentage = getVatPercentage(vatType, site);
  const amountInclVat = addVat(current.amountExclVat, vatRatePercentage);
  const formerAmountInclVat =
    current.formerAmountExclVat === null ? null : addVat(current.formerAmountExclVat, vatRatePercentage);
  return {
    vatType,
    vatRatePercentage,
    amountExclVat: current.amountExclVat,
    amountInclVat,
    formerAmountInclVat,
    discountPercentage:
      formerAmountInclVat === null ? null : getDiscountPercentage(formerAmountInclVat, amountInclVat),
    unitPrices: getUnitPrices(amountInclVat, variant.content, setting.unitPriceBases),
  };
}

/** The prices of a variant on a site, for staff. */
export interface SitePriceDetails {
  readonly seller: Seller;
  /** The displayed price; null if there is none yet. */
  readonly price: Price | null;
  /** Lowest price of the last 30 days, with VAT; null if there was none. */
  readonly lowestInclVat: number | null;
  /** Start of the next price; null if none is planned. */
  readonly nextFrom: Date | null;
}

/** Returns the prices of a variant by site. @param history all its prices, including planned ones */
export function listSitePriceDetails(
  variant: PricedVariant,
  history: readonly PriceRow[],
  now: Date,
): SitePriceDetails[] {
  const nowMs = now.getTime();
  return variant.sellers.map((seller) => {
    const siteHistory = history.filter(({ siteId }) => siteId === seller.site.siteId);
    const current = getPriceAt(siteHistory, nowMs);
    const price = current && createPrice(seller, variant, current);
    const lowest = getLowestPrice(siteHistory, nowMs - FORMER_PRICE_LOOKBACK_DAYS * DAY_MS, nowMs + 1);
    const nextMs = Math.min(...siteHistory.map((row) => row.validFromMs).filter((moment) => moment > nowMs));
    return {
      seller,
      price,
      lowestInclVat: lowest === null || !price ? null : addVat(lowest, price.vatRatePercentage),
      nextFrom: Number.isFinite(nextMs) ? new Date(nextMs) : null,
    };
  });
}
