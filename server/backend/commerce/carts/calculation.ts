import type { CalculatedCart2 } from '../../../../shared/contract/cart-calculations.ts';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import {
  type CartCalculation,
  type CartToCalculate,
  calculateCart,
  FREE_SHIPPING_PROMOTION_KEY,
  type PricedLine,
} from '../../../../shared/rules/cart/calculate-cart.ts';
import { isSentAsParcel } from '../../../../shared/rules/cart/shipping-properties.ts';
import { HOME_DELIVERY_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailTexts } from '../../core/mail/mail-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { type CartGiftCard, calculateCoveredAmount } from '../gift-cards/queries.ts';
import { type DiscountCodeOutcome, describeCart } from './calculation/describe-cart.ts';
import { readGoods } from './calculation/read-goods.ts';
import {
  createSoldLines,
  getLineVat,
  type LineToCalculate,
  type SoldLine,
} from './calculation/sold-lines.ts';

export type { SoldLine } from './calculation/sold-lines.ts';

/** The goods to calculate, from a cart or from another source. */
export interface CalculationInput {
  readonly lines: readonly LineToCalculate[];
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

export interface CalculationResult extends DiscountCodeOutcome {
  /** The calculated cart with VAT by rate. */
  readonly calculated: CalculatedCart2;
  /** Lines in the order of the cart. */
  readonly lines: readonly SoldLine[];
  /** Names of the promotions that apply. */
  readonly promotionKeys: readonly string[];
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

/**
 * Returns the keys of the promotions that apply. Free delivery from the settings of a site is not a
 * promotion.
 */
function listAppliedPromotionKeys({ lines, orderDiscounts, shippingDiscounts }: CartCalculation): string[] {
  const given = lines.flatMap(({ productDiscounts, freeProducts }) => [...productDiscounts, ...freeProducts]);
  const keys = [...given, ...orderDiscounts, ...shippingDiscounts].map(({ promotionKey }) => promotionKey);
  return [...new Set(keys)].filter((key) => key !== FREE_SHIPPING_PROMOTION_KEY);
}

/** Creates the calculation. */
export function createCartCalculator(deps: {
  readonly database: Database;
  readonly products: ProductService;
  readonly texts: MailTexts;
}): Calculate {
  const { texts } = deps;

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

  return async (context, input, transaction) => {
    const { site, language, now } = context;
    const vatAbroad =
      input.deliveryCountryId === null ? undefined : site.setting.vatAbroad.get(input.deliveryCountryId);
    const goods = await readGoods(
      deps,
      context,
      {
        productVariantIds: input.lines.map(({ productVariantId }) => productVariantId),
        discountCode: input.discountCode,
        deliveryCountryId: input.deliveryCountryId,
      },
      transaction,
    );
    const { goodsById, giftById, promotions } = goods;

    const sold = input.lines.flatMap((line) => {
      const found = goodsById.get(line.productVariantId);
      return found ? [{ ...line, found, vat: getLineVat(found, vatAbroad) }] : [];
    });
    const needsDelivery = sold.some(({ found }) => isSentAsParcel(found.summary));
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
      freeShippingFrom: getFreeShipping(context),
      rates: {
        high: (vatAbroad ?? site.site).vatPercentageHigh,
        low: (vatAbroad ?? site.site).vatPercentageLow,
      },
    };
    const withoutPaymentCosts = calculateCart({ ...cart, paymentCosts: 0 });
    const paymentCosts = getPaymentCosts(context, input, withoutPaymentCosts.totalAmount);
    const calculation = paymentCosts === 0 ? withoutPaymentCosts : calculateCart({ ...cart, paymentCosts });
    // Of the promotions with a code, only the requested one is in the list.
    const codePromotion = promotions.find(({ code }) => code !== null);
    const outcome: DiscountCodeOutcome = {
      codePromotion,
      reason:
        codePromotion && !running.includes(codePromotion) && !codePromotion.isUsedUp
          ? 'no_gift'
          : codePromotion && calculation.unapplied.get(codePromotion.promotionKey),
    };

    const soldLines = createSoldLines(
      {
        giftById,
        promotionByKey: new Map(running.map((promotion) => [promotion.promotionKey, promotion])),
        vatAbroad,
        culture: language.culture,
      },
      sold,
      calculation,
    );
    return {
      ...outcome,
      lines: soldLines,
      promotionKeys: listAppliedPromotionKeys(calculation),
      calculated: describeCart(input, goods, {
        calculation,
        soldLines,
        freeShippingFrom: cart.freeShippingFrom,
        outcome,
        now,
      }),
    };
  };
}
