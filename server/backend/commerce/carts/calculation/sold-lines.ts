import type { CalculatedCart2 } from '../../../../../shared/contract/cart-calculations.ts';
import type { CartCalculation, GiftProduct } from '../../../../../shared/rules/cart/calculate-cart.ts';
import { getVatPercentage } from '../../../../../shared/rules/prices.ts';
import type { CartVariant } from '../../../catalogue/products/service.ts';
import type { RunningPromotion } from '../../../catalogue/promotions/queries.ts';
import { formatPackageContent } from '../../../core/scope/format-package-content.ts';
import type { CountryVat } from '../../../sites/countries/queries.ts';

/** A line to calculate. */
export interface LineToCalculate {
  readonly productVariantId: number;
  readonly count: number;
  readonly samples: readonly { readonly sequence: number; readonly sampleName: string | null }[];
}

/** VAT of goods in their country of delivery. */
export type LineVat = Pick<CartVariant['summary']['price'], 'vatType' | 'vatRatePercentage'>;

/** Free goods that a promotion adds to a line. */
export interface FreeGoodsLine {
  readonly goods: CartVariant;
  readonly productLabel: string;
  readonly quantity: number;
  readonly vat: LineVat;
  readonly promotion: Pick<RunningPromotion, 'promotionKey' | 'description' | 'promotionText'>;
}

/** A line with its details for the sale. */
export interface SoldLine {
  readonly calculatedLine: CalculatedCart2['products'][number];
  readonly goods: CartVariant;
  /** Amount paid for the line after its share of the order discounts, in euro cents incl. VAT. */
  readonly paidAmount: number;
  readonly gifts: readonly FreeGoodsLine[];
}

/** A line to calculate whose goods the site sells. */
interface LineWithGoods extends LineToCalculate {
  readonly found: CartVariant;
  readonly vat: LineVat;
}

/** What all lines of a calculation share. */
interface SoldLineContext {
  readonly giftById: ReadonlyMap<number, CartVariant>;
  readonly promotionByKey: ReadonlyMap<string, RunningPromotion>;
  /** VAT of the country of delivery; undefined in the country of the site. */
  readonly vatAbroad: CountryVat | undefined;
  readonly culture: string;
}

type ProductDiscounts = CalculatedCart2['products'][number]['productDiscounts'];
export const copyDiscounts = (discounts: CartCalculation['orderDiscounts']): ProductDiscounts =>
  discounts.map((discount) => ({ ...discount }));

/**
 * Returns the VAT of goods in their country of delivery: that of the destination if it is another country
 * than that of the site (Directive 2006/112/EC, article 33). The price incl. VAT stays the same.
 *
 * @throws Error if the VAT class of the goods is unknown in that country
 */
export function getLineVat({ summary, vatClass }: CartVariant, vatAbroad: CountryVat | undefined): LineVat {
  if (!vatAbroad) {
    const { vatType, vatRatePercentage } = summary.price;
    return { vatType, vatRatePercentage };
  }
  const vatType = vatAbroad.vatTypeByClass[vatClass];
  if (!vatType) throw new Error(`The country of delivery has no VAT type for class '${vatClass}'`);
  return { vatType, vatRatePercentage: getVatPercentage(vatType, vatAbroad) };
}

const getLabel = ({ summary }: CartVariant, culture: string): string =>
  `${summary.packagingName}${formatPackageContent(summary.content, culture)}`;

/** Returns the free goods of a line. A gift that the site does not sell is left out. */
function findGift(
  { giftById, promotionByKey, vatAbroad, culture }: SoldLineContext,
  { promotionKey, productVariantId, quantity }: GiftProduct,
): FreeGoodsLine[] {
  const found = giftById.get(productVariantId);
  const promotion = promotionByKey.get(promotionKey);
  if (!found || !promotion) return [];
  const vat = getLineVat(found, vatAbroad);
  return [{ goods: found, productLabel: getLabel(found, culture), quantity, vat, promotion }];
}

const describeGift = ({ goods: { summary }, productLabel, quantity, promotion }: FreeGoodsLine) => ({
  productId: summary.productId,
  productVariantId: summary.productVariantId,
  description: summary.title,
  productLabel,
  promotionText: promotion.promotionText,
  quantity,
  originalAmount: summary.price.amountInclVat * quantity,
  product: summary,
});

/**
 * Returns the lines with their details for the sale, in the given order.
 *
 * @param calculation of the same lines
 */
export function createSoldLines(
  context: SoldLineContext,
  pricedLines: readonly LineWithGoods[],
  calculation: CartCalculation,
): SoldLine[] {
  return pricedLines.map(({ productVariantId, count, samples, found, vat }, index): SoldLine => {
    const { summary, stockAmount } = found;
    const line = calculation.lines[index];
    if (!line) throw new Error(`The calculation has no line for variant ${productVariantId}`);
    const given = line.freeProducts.flatMap((gift) => findGift(context, gift));
    const calculatedLine = {
      productId: summary.productId,
      productVariantId,
      productType: summary.productType,
      quantity: count,
      description: summary.title,
      productLabel: getLabel(found, context.culture),
      originalAmount: line.originalAmount,
      totalAmount: line.totalAmount,
      ...vat,
      vatAmount: line.vatAmount,
      productDiscounts: copyDiscounts(line.productDiscounts),
      freeProducts: given.map(describeGift),
      rqsSamples: samples.map((sample) => ({ ...sample })),
      product: summary,
      availableAmount: stockAmount !== null && stockAmount < count ? stockAmount : null,
    };
    return { calculatedLine, goods: found, paidAmount: line.paidAmount, gifts: given };
  });
}
