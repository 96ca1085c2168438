import type { Content, Price, Stock } from '../../../../shared/contract/products.ts';
import {
  addVat,
  getDiscountPercentage,
  getUnitPrices,
  getVatPercentage,
  type PriceInForce,
} from '../../../../shared/rules/prices.ts';
import type { SiteRecord } from '../sites/site-record.ts';

/** Stock is told in pieces only where so few are left (decisions: 'Only {amount} pieces in stock'). */
const LAST_PIECES = 5;

/**
 * Price of a variant on a site, with VAT.
 *
 * @throws Error where the site does not say how the VAT class is taxed
 */
export function createPrice(
  siteRecord: SiteRecord,
  goods: { vatClass: string; content: Content },
  current: PriceInForce,
): Price {
  const { site, setting } = siteRecord;
  const vatType = setting.vatTypeByClass[goods.vatClass];
  if (!vatType) throw new Error(`Site ${site.siteId} has no VAT type for class '${goods.vatClass}'`);
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
    unitPrices: getUnitPrices(amountInclVat, goods.content, setting.unitPriceBases),
  };
}

/** @param amount pieces, null where they are not counted: always available */
export function createStock(amount: number | null, deliveryTimeDays: string | null): Stock {
  const isAvailable = amount === null || amount > 0;
  return {
    isAvailable,
    amountLeft: amount !== null && isAvailable && amount <= LAST_PIECES ? amount : null,
    deliveryTimeDays: isAvailable ? deliveryTimeDays : null,
  };
}
