import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { normaliseDiscountCode } from '../../../../shared/rules/cart/discount-code.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import {
  createNotFound,
  createRefusal,
  createValidationFailed,
  ProblemError,
} from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import type { Calculate, CalculationInput, CalculationResult } from './calculation.ts';
import type { CartChanger, CartContext } from './change-cart.ts';
import { type Destination, findDeliveryCountryId } from './delivery-country.ts';
import { type CartRecord, findCart, listCartLines, updateCart } from './queries.ts';

/** Calculates carts and applies discount codes. */
export interface CartPriceService {
  calculate(context: CartContext): Promise<CallAnswer<'calculateCart2'>>;
  calculateProducts(
    context: ContextOf<'calculateProducts'>,
    input: CallInput<'calculateProducts'>,
  ): Promise<CallAnswer<'calculateProducts2'>>;
  fetchShippingMethods(context: CartContext): Promise<CallAnswer<'fetchShippingMethods'>>;
  setCode(context: CartContext, input: CallInput<'setDiscountCode'>): Promise<undefined>;
  removeCode(context: CartContext): Promise<undefined>;
}

/** Discount codes can be guessed, so attempts are limited. */
export const discountCodeRateLimits = defineLimits('discount codes', {
  perCart: { maxAttempts: 30, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Returns the fields of a cart that determine its price. */
export async function readCalculationInput(
  handle: Database,
  { site }: Pick<ScopedContext, 'site'>,
  record: Destination & Pick<CartRecord, 'cartId' | 'discountCode' | 'paymentMethodId'>,
): Promise<CalculationInput> {
  const lines = await listCartLines(handle, record.cartId);
  return {
    lines,
    discountCode: record.discountCode,
    shippingMethod: record.shipping?.shippingMethod ?? null,
    dealerId: record.dealerId,
    giftCard: await findCartGiftCard(handle, record.cartId),
    paymentMethodId: record.paymentMethodId,
    // VAT and delivery time depend on the country only if a site delivers to several countries.
    deliveryCountryId:
      site.setting.vatAbroad.size === 0 ? null : await findDeliveryCountryId(handle, record, lines),
  };
}

/** @throws ProblemError if the code cannot be used now */
function assertDiscountCodeUsable({ codePromotion, reason }: CalculationResult): void {
  if (!codePromotion) throw new ProblemError('discount_code_unknown');
  if (codePromotion.isUsedUp) throw new ProblemError('discount_code_used_up');
  if (reason === 'minimum') {
    throw createRefusal('discount_code_minimum', { amount: codePromotion.minimumAmount ?? 0 });
  }
}

/** Creates the service. */
export function createCartPriceService(deps: {
  readonly database: Database;
  readonly changer: CartChanger;
  readonly calculate: Calculate;
  readonly limiter: Limiter;
}): CartPriceService {
  const { database, changer, calculate, limiter } = deps;

  async function readCart({ cart, site }: CartContext): Promise<CalculationInput> {
    const record = await findCart(database, cart.cartId);
    // The cart was removed after its id was verified.
    if (!record) throw createNotFound();
    return readCalculationInput(database, { site }, record);
  }

  return {
    async calculate(context) {
      return (await calculate(context, await readCart(context))).calculated;
    },

    async calculateProducts(context, { body }) {
      assertSiteSells(context);
      const { products, discountCode = null, shippingMethod = null } = body;
      const ids = new Set(products.map(({ productVariantId }) => productVariantId));
      if (ids.size < products.length) throw createValidationFailed([{ field: 'products', code: 'unique' }]);
      if (discountCode !== null) {
        await limiter.takeForAddress(discountCodeRateLimits.perVisitor, context.visitorAddress);
      }
      const { calculated } = await calculate(context, {
        lines: products.map((product) => ({ ...product, samples: [] })),
        discountCode: discountCode === null ? null : normaliseDiscountCode(discountCode),
        shippingMethod,
        dealerId: null,
        giftCard: null,
        deliveryCountryId: null,
        paymentMethodId: null,
      });
      return calculated;
    },

    async fetchShippingMethods(context) {
      const goods = await readCart(context);
      const { calculated } = await calculate(context, goods);
      if (!calculated.needsDelivery) return [];
      return Promise.all(
        context.site.setting.shippingMethods.map(async ({ shippingMethod }) => {
          const withShippingMethod = { ...goods, shippingMethod, dealerId: null };
          const { shippingCosts, shippingCostsExclVat } = (await calculate(context, withShippingMethod))
            .calculated;
          return { shippingMethod, price: shippingCosts, priceExVat: shippingCostsExclVat };
        }),
      );
    },

    async setCode(context, { query }) {
      const { cartId } = context.cart;
      const discountCode = normaliseDiscountCode(query.code);
      await limiter.takeForAddress(discountCodeRateLimits.perVisitor, context.visitorAddress);
      await limiter.take(discountCodeRateLimits.perCart, cartId);
      assertDiscountCodeUsable(await calculate(context, { ...(await readCart(context)), discountCode }));
      return changer.change(context, 'set-discount-code', async (transaction) => {
        await updateCart(transaction, cartId, { discountCode });
        return undefined;
      });
    },

    removeCode: (context) =>
      changer.change(context, 'remove-discount-code', async (transaction, { cartId }) => {
        await updateCart(transaction, cartId, { discountCode: null });
        return undefined;
      }),
  };
}
