import type { CalculatedCart2 } from '../../../../shared/contract/cart-calculations.ts';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import {
  type CartCalculation,
  type CartToCalculate,
  calculateCart,
  FREE_SHIPPING_PROMOTION_KEY,
  type GiftProduct,
  type PricedLine,
  type UnappliedReason,
} from '../../../../shared/rules/cart/calculate-cart.ts';
import {
  hasOnlyRoughageTests,
  isRoughageTest,
  isSentAsParcel,
} from '../../../../shared/rules/cart/shipping-properties.ts';
import { joinDeliveryTimes } from '../../../../shared/rules/delivery-time.ts';
import { getVatPercentage } from '../../../../shared/rules/prices.ts';
import { HOME_DELIVERY_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import type { CartVariant, ProductService } from '../../catalogue/products/service.ts';
import { listRunningPromotions, type RunningPromotion } from '../../catalogue/promotions/queries.ts';
import { getDeliveryTime, toDisplayedStock } from '../../catalogue/stock/service.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailTexts } from '../../core/mail/mail-texts.ts';
import { formatPackageContent } from '../../core/scope/format-package-content.ts';
import type { CountryVat } from '../../sites/countries/queries.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { type CartGiftCard, calculateCoveredAmount } from '../gift-cards/queries.ts';
import { listNames } from './queries.ts';

/** The goods to calculate, from a cart or from another source. */
export interface CalculationInput {
  readonly lines: readonly {
    readonly productVariantId: number;
    readonly count: number;
    readonly samples: readonly { readonly sequence: number; readonly sampleName: string | null }[];
  }[];
  /** Discount code in normal form. */
  readonly discountCode: string | null;
  /** Null for home delivery. */
  readonly shippingMethod: number | null;
  /** Gift card that pays first; null if there is none. */
  readonly giftCard: CartGiftCard | null;
  /** Dealer at which the goods are collected; nothing is shipped then. */
  readonly dealerId: number | null;
  /** Country of delivery; null if it is not known yet. */
  readonly deliveryCountryId: number | null;
  /** Null until a payment method is chosen. */
  readonly paymentMethodId: number | null;
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

export interface CalculationResult {
  /** The calculated cart with VAT by rate. */
  readonly calculated: CalculatedCart2;
  /** Lines in the order of the cart. */
  readonly lines: readonly SoldLine[];
  /** Names of the promotions that apply. */
  readonly promotionKeys: readonly string[];
  /** The promotion of the discount code; undefined if none is running on this site. */
  readonly codePromotion: RunningPromotion | undefined;
  /** Why the code gives no discount; undefined if it does. */
  readonly reason: UnappliedReason | undefined;
}

/**
 * Calculates goods at the time of a call, at the prices of its site.
 *
 * @param transaction transaction in which prices, stock and promotions are read
 */
export type Calculate = (
  context: ScopedContext,
  goods: CalculationInput,
  transaction?: Database,
) => Promise<CalculationResult>;

type ProductDiscounts = CalculatedCart2['products'][number]['productDiscounts'];
const copyDiscounts = (discounts: CartCalculation['orderDiscounts']): ProductDiscounts =>
  discounts.map((discount) => ({ ...discount }));

/**
 * Returns the keys of the promotions that apply. Free delivery from the settings of a site is not a
 * promotion.
 */
function listAppliedPromotionKeys({ lines, orderDiscounts, shippingDiscounts }: CartCalculation): string[] {
  const given = lines.flatMap(({ productDiscounts, freeProducts }) => [...productDiscounts, ...freeProducts]);
  const keys = [...given, ...orderDiscounts, ...shippingDiscounts].map(({ promotionKey }) => promotionKey);
  return [...new Set(keys)].filter((key) => key !== FREE_SHIPPING_PROMOTION_KEY);
}

/**
 * Returns the VAT of goods in their country of delivery: that of the destination if it is another country
 * than that of the site (Directive 2006/112/EC, article 33). The price incl. VAT stays the same.
 *
 * @throws Error if the VAT class of the goods is unknown in that country
 */
function getLineVat({ summary, vatClass }: CartVariant, vatAbroad: CountryVat | undefined): LineVat {
  if (!vatAbroad) {
    const { vatType, vatRatePercentage } = summary.price;
    return { vatType, vatRatePercentage };
  }
  const vatType = vatAbroad.vatTypeByClass[vatClass];
  if (!vatType) throw new Error(`The country of delivery has no VAT type for class '${vatClass}'`);
  return { vatType, vatRatePercentage: getVatPercentage(vatType, vatAbroad) };
}

/** Returns goods with the delivery time of a destination; null means that it is not known yet. */
function withDestinationDeliveryTime(
  goods: CartVariant,
  site: SiteRecord,
  countryId: number | null,
): CartVariant {
  const deliveryTimeDays = getDeliveryTime(site, goods.deliveryTimeDays, countryId);
  return {
    ...goods,
    summary: { ...goods.summary, stock: toDisplayedStock(goods.stockAmount, deliveryTimeDays) },
  };
}

/** Creates the calculation. */
export function createCartCalculator(deps: {
  readonly database: Database;
  readonly products: ProductService;
  readonly texts: MailTexts;
}): Calculate {
  const { database, products, texts } = deps;

  const getLabel = ({ summary }: CartVariant, culture: string): string =>
    `${summary.packagingName}${formatPackageContent(summary.content, culture)}`;

  function getFreeShipping({ site, language }: ScopedContext) {
    const { freeShippingFromInclVat: amount } = site.setting;
    if (amount === null) return null;
    const t = texts.getTranslate(language.code, site.site.brand);
    const { euro } = createFormats({ culture: language.culture });
    const description = t('order.freeDelivery', { amount: euro(amount) });
    return { amount, description, promotionKey: FREE_SHIPPING_PROMOTION_KEY };
  }

  function getShippingCosts({ site }: ScopedContext, { shippingMethod, dealerId }: CalculationInput): number {
    if (dealerId !== null) return 0;
    const { shippingMethods } = site.setting;
    const requestedMethod = shippingMethod ?? HOME_DELIVERY_METHOD;
    // If the site no longer offers the chosen method, the first method is charged until another one is
    // chosen.
    const method =
      shippingMethods.find((known) => known.shippingMethod === requestedMethod) ?? shippingMethods[0];
    return method?.priceInclVat ?? 0;
  }

  /**
   * Returns the costs of the payment method: none if the gift card covers the rest of the order, because no
   * payment is needed then.
   */
  function getPaymentCosts(
    { site, now }: ScopedContext,
    { paymentMethodId, giftCard }: CalculationInput,
    totalAmount: number,
  ): number {
    if (calculateCoveredAmount(giftCard, totalAmount, now) >= totalAmount) return 0;
    return site.paymentMethods.find((known) => known.paymentMethodId === paymentMethodId)?.costInclVat ?? 0;
  }

  function describeDiscountCode(
    code: string | null,
    codePromotion: RunningPromotion | undefined,
    reason: UnappliedReason | undefined,
  ): CalculatedCart2['discountCode'] {
    if (code === null) return null;
    const unappliedReason =
      codePromotion === undefined ? 'ended' : codePromotion.isUsedUp ? 'used_up' : (reason ?? null);
    return {
      code: codePromotion?.code ?? code,
      isApplied: unappliedReason === null,
      reason: unappliedReason,
      minimumAmount: unappliedReason === 'minimum' ? (codePromotion?.minimumAmount ?? null) : null,
    };
  }

  return async (context, input, transaction) => {
    const handle = transaction ?? database;
    const { site, language, now } = context;
    const { culture } = language;
    const vatAbroad =
      input.deliveryCountryId === null ? undefined : site.setting.vatAbroad.get(input.deliveryCountryId);
    const ids = input.lines.map(({ productVariantId }) => productVariantId);
    const withDeliveryTime = (found: CartVariant) =>
      withDestinationDeliveryTime(found, site, input.deliveryCountryId);
    // Runs sequentially: a transaction has one connection.
    const goods = (await products.fetchCartVariants(context, ids, transaction)).map(withDeliveryTime);
    const promotions = await listRunningPromotions(handle, {
      siteId: site.site.siteId,
      languageId: language.languageId,
      now,
      code: input.discountCode,
      productVariantIds: ids,
    });
    const goodsById = new Map(goods.map((found) => [found.summary.productVariantId, found]));
    const giftIds = promotions.flatMap(({ gives }) =>
      gives.kind === 'freeProduct' ? [gives.productVariantId] : [],
    );
    const missingIds = ids.filter((id) => !goodsById.has(id));
    const gifts = (await products.fetchCartVariants(context, giftIds, transaction)).map(withDeliveryTime);
    const names = await listNames(handle, language.languageId, missingIds);
    const giftById = new Map(gifts.map((found) => [found.summary.productVariantId, found]));
    const nameById = new Map(names.map(({ productVariantId, name }) => [productVariantId, name]));

    const sold = input.lines.flatMap((line) => {
      const found = goodsById.get(line.productVariantId);
      return found ? [{ ...line, found, vat: getLineVat(found, vatAbroad) }] : [];
    });
    const productSummaries = sold.map(({ found }) => found.summary);
    const needsDelivery = productSummaries.some(isSentAsParcel);
    const freeShipping = getFreeShipping(context);
    // A gift that the site does not sell, or that has no price, is left out.
    const running = promotions.filter(
      ({ gives, isUsedUp }) =>
        !isUsedUp && (gives.kind !== 'freeProduct' || giftById.has(gives.productVariantId)),
    );
    const cart: Omit<CartToCalculate, 'paymentCosts'> = {
      lines: sold.map(
        ({ productVariantId, count, found, vat }): PricedLine => ({
          productVariantId,
          quantity: count,
          unitAmount: found.summary.price.amountInclVat,
          ...vat,
          isVoucher: found.isVoucher,
        }),
      ),
      promotions: running,
      originalShippingCosts: needsDelivery ? getShippingCosts(context, input) : 0,
      freeShippingFrom: freeShipping,
      rates: {
        high: (vatAbroad ?? site.site).vatPercentageHigh,
        low: (vatAbroad ?? site.site).vatPercentageLow,
      },
    };
    const withoutPaymentCosts = calculateCart({ ...cart, paymentCosts: 0 });
    const paymentCosts = getPaymentCosts(context, input, withoutPaymentCosts.totalAmount);
    const calculation = paymentCosts === 0 ? withoutPaymentCosts : calculateCart({ ...cart, paymentCosts });
    const promotionByKey = new Map(running.map((promotion) => [promotion.promotionKey, promotion]));
    // Of the promotions with a code, only the requested one is in the list.
    const codePromotion = promotions.find(({ code }) => code !== null);
    const reason =
      codePromotion && !running.includes(codePromotion) && !codePromotion.isUsedUp
        ? 'no_gift'
        : codePromotion && calculation.unapplied.get(codePromotion.promotionKey);

    const findGift = ({ promotionKey, productVariantId, quantity }: GiftProduct): FreeGoodsLine[] => {
      const found = giftById.get(productVariantId);
      const promotion = promotionByKey.get(promotionKey);
      if (!found || !promotion) return [];
      const vat = getLineVat(found, vatAbroad);
      return [{ goods: found, productLabel: getLabel(found, culture), quantity, vat, promotion }];
    };
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

    const soldLines = sold.map(({ productVariantId, count, samples, found, vat }, index): SoldLine => {
      const { summary, stockAmount } = found;
      const line = calculation.lines[index];
      if (!line) throw new Error(`The calculation has no line for variant ${productVariantId}`);
      const given = line.freeProducts.flatMap(findGift);
      const calculatedLine = {
        productId: summary.productId,
        productVariantId,
        productType: summary.productType,
        quantity: count,
        description: summary.title,
        productLabel: getLabel(found, culture),
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
    const lines = soldLines.map(({ calculatedLine }) => calculatedLine);
    const sumQuantities = (counted: typeof lines) => counted.reduce((sum, { quantity }) => sum + quantity, 0);
    const giftCount = lines
      .flatMap(({ freeProducts }) => freeProducts)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const orderDiscount = calculation.orderDiscounts.reduce((sum, { amount }) => sum + amount, 0);
    const hasShippingCosts = needsDelivery && calculation.originalShippingCosts > 0;
    return {
      codePromotion,
      reason,
      lines: soldLines,
      promotionKeys: listAppliedPromotionKeys(calculation),
      calculated: {
        products: lines,
        shippingDiscounts: copyDiscounts(calculation.shippingDiscounts),
        originalShippingCosts: calculation.originalShippingCosts,
        orderDiscounts: copyDiscounts(calculation.orderDiscounts),
        shippingCosts: calculation.shippingCosts,
        paymentCosts: calculation.paymentCosts,
        totalAmount: calculation.totalAmount,
        giftCardAmount: calculateCoveredAmount(input.giftCard, calculation.totalAmount, now),
        giftCard: input.giftCard && { lastFour: input.giftCard.lastFour, balance: input.giftCard.balance },
        vatAmountLow: calculation.vatAmountLow,
        vatAmountHigh: calculation.vatAmountHigh,
        subTotalAmount: calculation.subTotalAmount,
        totalAmountExclVat: calculation.totalAmountExclVat,
        shippingCostsExclVat: calculation.shippingCostsExclVat,
        vatAmounts: calculation.vatAmounts.map((amount) => ({ ...amount })),
        discountCode: describeDiscountCode(input.discountCode, codePromotion, reason),
        itemCount: sumQuantities(lines.filter((line) => !isRoughageTest(line))) + giftCount,
        testCount: sumQuantities(lines.filter(isRoughageTest)),
        scanProductsOnly: hasOnlyRoughageTests(productSummaries),
        needsDelivery,
        heaviestParcelGrams: Math.max(
          0,
          ...sold
            .filter(({ found }) => isSentAsParcel(found.summary))
            .map(({ found }) => found.grossWeightGrams),
        ),
        freeShippingMissingAmount:
          freeShipping === null || !hasShippingCosts
            ? null
            : Math.max(0, freeShipping.amount - (calculation.subTotalAmount - orderDiscount)),
        deliveryTimeDays: joinDeliveryTimes(lines.map(({ product }) => product.stock.deliveryTimeDays)),
        unavailableProducts: input.lines
          .filter(({ productVariantId }) => !goodsById.has(productVariantId))
          .map(({ productVariantId, count }) => ({
            productVariantId,
            description: nameById.get(productVariantId) ?? '',
            quantity: count,
          })),
      },
    };
  };
}
