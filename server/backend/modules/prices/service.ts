import type { Content, Price } from '../../../../shared/contract/products.ts';
import {
  addVat,
  getDiscountPercentage,
  getUnitPrices,
  getVatPercentage,
  type PriceInForce,
} from '../../../../shared/rules/prices.ts';
import type { SiteRecord } from '../../scope/site-record.ts';

/** What of a site its prices are made with. */
export interface PriceScope {
  readonly site: Pick<SiteRecord['site'], 'siteId' | 'vatPercentageHigh' | 'vatPercentageLow'>;
  readonly setting: Pick<SiteRecord['setting'], 'vatTypeByClass' | 'unitPriceBases'>;
}

/**
 * Price of a variant on a site, with VAT.
 *
 * @throws Error where the site does not say how the VAT class is taxed
 */
export function createPrice(
  siteRecord: PriceScope,
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
