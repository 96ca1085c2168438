import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { OrderDelivery } from '../../../../shared/contract/orders.ts';
import { isRoughageTest, isSentAsParcel } from '../../../../shared/rules/cart/shipping-properties.ts';
import { createCheckoutDetails } from '../../../../shared/rules/checkout/checkout-details.ts';
import { findOpenStep } from '../../../../shared/rules/checkout/step-readiness.ts';
import { getCalendarYear } from '../../../../shared/rules/country-local-time.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { getPaymentPeriodMs, isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { incrementUses, lockPromotions } from '../../catalogue/promotions/queries.ts';
import { deductStock } from '../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../catalogue/stock/service.ts';
import { findDealer, findParcelShop, getNameAndAddress } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { DatabaseError } from '../../core/database/database-error.ts';
import { createNotFound, createRefusal, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { hashToken } from '../../core/security/token.ts';
import { putAccountRequest } from '../../customers/accounts/service.ts';
import { writeOptInMail } from '../../customers/newsletter/service.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { CalculationResult, CartCheckout, LockedCheckoutCart, SoldLine } from '../carts/service.ts';
import type { GiftCardService } from '../gift-cards/service.ts';
import type { Payments } from '../payments/service.ts';
import { takeNextNumber } from './number-series.ts';
import { isPayable } from './payable-amount.ts';
import {
  findOrder,
  findOrderOfCart,
  insertOrder,
  isCartPaidByGiftCard,
  listPayments,
  type OrderLineRecord,
  updateOrder,
} from './queries.ts';
import type { OrderChanger, OrderRecord } from './service.ts';
import type { orderSample } from './tables.ts';
import { limitReservationOfUnpaidOrder } from './unpaid-order-stock.ts';

type PlaceOrderContext = ContextOf<'completeCart'>;

/** Places orders. */
export type PlaceOrder = (
  context: PlaceOrderContext,
  input: CallInput<'completeCart'>,
) => Promise<CallAnswer<'completeCart'>>;

/** Limits placed orders per visitor, because unpaid orders reserve stock until their payment period ends. */
export const placeOrderRateLimits = defineLimits('placed orders', {
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/**
 * Minimum lifetime in milliseconds of the order cookie, for an order without a payment: long enough to repeat
 * the request of the order button.
 */
const MIN_COOKIE_LIFETIME_MS = HOUR_MS;

/** PostgreSQL error code of a lock timeout. */
const LOCK_TIMEOUT_ERROR_CODE = '55P03';

type NewOrderLine = Omit<OrderLineRecord, 'orderId'>;

/** Returns the order lines of a cart line and its gifts. Their stock amounts are set later. */
function createOrderLines({
  calculatedLine,
  goods,
  paidAmount,
  gifts,
}: SoldLine): Omit<NewOrderLine, 'position'>[] {
  const { productId, productVariantId, productType, quantity, description, productLabel } = calculatedLine;
  const line = {
    productId,
    productVariantId,
    productType,
    isGift: false,
    isVoucher: goods.isVoucher,
    isSentAsParcel: isSentAsParcel(goods.summary),
    quantity,
    description,
    productLabel,
    originalAmount: calculatedLine.originalAmount,
    totalAmount: calculatedLine.totalAmount,
    productDiscounts: [...calculatedLine.productDiscounts],
    paidAmount,
    vatType: calculatedLine.vatType,
    vatRatePercentage: calculatedLine.vatRatePercentage,
    vatAmount: calculatedLine.vatAmount,
    stockAmount: 0,
  };
  const given = gifts.map(({ goods: gift, productLabel: label, quantity: pieces, vat, promotion }) => {
    const { summary, isVoucher } = gift;
    const originalAmount = summary.price.amountInclVat * pieces;
    const { promotionKey, promotionText } = promotion;
    return {
      productId: summary.productId,
      productVariantId: summary.productVariantId,
      productType: summary.productType,
      isGift: true,
      isVoucher,
      isSentAsParcel: isSentAsParcel(summary),
      quantity: pieces,
      description: summary.title,
      productLabel: label,
      originalAmount,
      totalAmount: 0,
      productDiscounts: [
        { description: promotionText || promotion.description, promotionKey, amount: originalAmount },
      ],
      paidAmount: 0,
      ...vat,
      vatAmount: 0,
      stockAmount: 0,
    };
  });
  return [line, ...given];
}

/** Numbers the lines, and lists the samples of roughage tests. */
function numberOrderLines(sold: readonly SoldLine[]): {
  readonly lines: NewOrderLine[];
  readonly samples: Omit<typeof orderSample.$inferInsert, 'orderId'>[];
} {
  const entries = sold
    .flatMap((entry) =>
      createOrderLines(entry).map((line) => ({
        line,
        calculatedLine: line.isGift ? null : entry.calculatedLine,
      })),
    )
    .map(({ line, calculatedLine: told }, index) => ({ line: { ...line, position: index + 1 }, told }));
  return {
    lines: entries.map(({ line }) => line),
    samples: entries.flatMap(({ line: { position }, told }) =>
      (told?.rqsSamples ?? []).map(({ sequence, sampleName }) => {
        if (sampleName === null) throw new ProblemError('samples_unnamed');
        return { position, sequence, sampleName };
      }),
    ),
  };
}

/** Counts the requested pieces by variant, including gifts. */
function countPiecesByVariant(lines: readonly NewOrderLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { productVariantId, quantity } of lines) {
    pieces.set(productVariantId, (pieces.get(productVariantId) ?? 0) + quantity);
  }
  return pieces;
}

/**
 * Returns the account that gets the order of a cart without an owner: the signed-in one. A staff member who
 * views a cart orders for its visitor, not for their own account.
 */
const getOrderAccountId = ({ account, cart }: PlaceOrderContext): string | null =>
  cart.impersonatedUntil === null ? (account?.accountId ?? null) : null;

const createNotReadyRefusal = (step: 'billing' | 'delivery' | 'payment') =>
  createRefusal('checkout_not_ready', { step });

/** Creates the function that places orders. */
export function createPlaceOrder(deps: {
  readonly database: Database;
  readonly checkout: CartCheckout;
  readonly payments: Pick<Payments, 'prepare' | 'begin' | 'isOffered'>;
  readonly giftCards: Pick<GiftCardService, 'reserveGiftCard'>;
  readonly orders: OrderChanger;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly linkTokens: LinkTokens;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): PlaceOrder {
  const { database, checkout, payments, giftCards, orders, limiter, mailWriter, linkTokens, errors, clock } =
    deps;

  const getToken = (orderId: string): string => linkTokens.derive({ purpose: 'order', id: orderId });

  /**
   * Returns the payment method for the amount that the gift card does not cover; null if none was chosen that
   * the site still offers.
   */
  function findMethod(site: SiteRecord, { record }: LockedCheckoutCart) {
    const method = site.paymentMethods.find(
      ({ paymentMethodId }) => paymentMethodId === record.paymentMethodId,
    );
    if (!method || method.needsGiftCard || !payments.isOffered(site, method.key)) return null;
    return method.needsIssuer && (record.issuer ?? '') === '' ? null : method;
  }

  /**
   * Returns the delivery details to store with the order.
   *
   * @throws ProblemError if the delivery option is no longer possible
   */
  async function describeDelivery(
    transaction: Database,
    { setting }: SiteRecord,
    { record, lines }: LockedCheckoutCart,
    { needsDelivery, deliveryTimeDays }: CalculationResult['calculated'],
  ): Promise<OrderDelivery> {
    const { billing, shipping, alternativeShippingAddress: alternative, parcelShopId, dealerId } = record;
    if (!billing) throw createNotReadyRefusal('billing');
    const toBilling = { name: `${billing.firstName} ${billing.lastName}`, address: billing.address };
    if (!needsDelivery) {
      const isSentByPost = lines.some(isRoughageTest);
      return isSentByPost
        ? { kind: 'letter', ...toBilling, deliveryTimeDays }
        : { kind: 'none', name: null, address: null, deliveryTimeDays: null };
    }
    if (dealerId !== null) {
      const dealer = await findDealer(transaction, dealerId);
      if (!dealer?.isPickupPoint) throw new ProblemError('dealer_without_pickup');
      return { kind: 'dealer', ...getNameAndAddress(dealer), deliveryTimeDays };
    }
    const method = shipping?.shippingMethod ?? HOME_DELIVERY_METHOD;
    // The site may no longer offer the delivery option.
    if (!setting.shippingMethods.some(({ shippingMethod }) => shippingMethod === method)) {
      throw createNotReadyRefusal('delivery');
    }
    if (method === PARCEL_SHOP_METHOD) {
      const parcelShop = parcelShopId === null ? undefined : await findParcelShop(transaction, parcelShopId);
      if (!parcelShop) throw createNotReadyRefusal('delivery');
      const weights = lines.filter(isSentAsParcel).map(({ grossWeightGrams }) => grossWeightGrams);
      if (Math.max(0, ...weights) > parcelShop.maxParcelWeightGrams) {
        throw new ProblemError('parcel_too_heavy');
      }
      return { kind: 'parcelShop', ...getNameAndAddress(parcelShop), deliveryTimeDays };
    }
    const other = alternative ?? (shipping?.address ? { ...shipping, address: shipping.address } : null);
    if (!other) return { kind: 'home', ...toBilling, deliveryTimeDays };
    const { firstName, lastName, address } = other;
    return { kind: 'address', name: `${firstName} ${lastName}`, address, deliveryTimeDays };
  }

  /** Returns the original response of placing an order, with its current payment page. */
  async function answerExistingOrder(
    transaction: Database,
    order: OrderRecord,
  ): Promise<CallAnswer<'completeCart'>> {
    const { orderId, orderNumber, status } = order;
    const waiting = (await listPayments(transaction, orderId)).find((row) => row.status === 'pending');
    const token = getToken(orderId);
    return { orderId, orderNumber, status, token, paymentUrl: waiting?.paymentUrl ?? null };
  }

  /** @throws ProblemError if the order cannot be placed; nothing is written then */
  async function place(
    transaction: Database,
    context: PlaceOrderContext,
    cart: LockedCheckoutCart,
    { expectedTotalAmount, expectedGiftCardAmount }: CallInput<'completeCart'>['body'],
  ): Promise<{ readonly order: OrderRecord; readonly paymentId: string | null }> {
    const { site, language, now } = context;
    const { record, lines } = cart;
    const { siteId } = site.site;
    const result = await cart.calculate();
    const { calculated } = result;
    const method = findMethod(site, cart);
    const hasCard = await isCartPaidByGiftCard(transaction, record.cartId);
    const openStep = findOpenStep(createCheckoutDetails(record, calculated, method !== null || hasCard));
    if (openStep !== null) throw createNotReadyRefusal(openStep);
    const { billing } = record;
    // The carrier calls before it delivers a parcel; goods may have been added to the cart after the form was
    // sent.
    if (!billing || (lines.some(isSentAsParcel) && billing.phoneNumber === ''))
      throw createNotReadyRefusal('billing');
    if (calculated.unavailableProducts.length > 0) {
      throw createRefusal('insufficient_stock', {
        lines: calculated.unavailableProducts.map(({ productVariantId }) => ({
          productVariantId,
          amount: 0,
        })),
      });
    }
    const numbered = numberOrderLines(result.lines);
    const delivery = await describeDelivery(transaction, site, cart, calculated);
    await cart.assertDestinationDeliverable();
    const { totalAmount } = calculated;
    if (totalAmount !== expectedTotalAmount) throw createRefusal('total_changed', { totalAmount });

    const unpaid = {
      emailAddress: normaliseEmailAddress(billing.emailAddress),
      network: context.visitorAddress === null ? null : getNetwork(context.visitorAddress),
      isSlow: method !== null && isSlowPaymentMethod(method.key),
      totalAmount,
    };
    const { taken, shortages, changes } = await deductStock(
      transaction,
      countPiecesByVariant(numbered.lines),
      totalAmount > 0 ? (amounts) => limitReservationOfUnpaidOrder(transaction, amounts, unpaid) : undefined,
    );
    if (shortages.length > 0) throw createRefusal('insufficient_stock', { lines: [...shortages] });
    await publishStockChange(transaction, changes, now);
    const promotions = await lockPromotions(transaction, result.promotionKeys);
    if (promotions.some(({ isUsedUp }) => isUsedUp)) {
      // Other orders have used up a promotion since the calculation; a new calculation leaves it out.
      const { calculated: again } = await cart.calculate();
      throw createRefusal('total_changed', { totalAmount: again.totalAmount });
    }
    const promotionIds = promotions.map(({ promotionId }) => promotionId);
    await incrementUses(transaction, promotionIds);

    const country = await findCountry(transaction, site.site.countryId);
    const regionCode = country?.regionCode ?? '';
    const orderId = randomUUID();
    await insertOrder(transaction, {
      record: {
        orderId,
        orderNumber: await takeNextNumber(transaction, {
          kind: 'order',
          siteId,
          year: getCalendarYear(now, regionCode),
        }),
        siteId,
        languageId: language.languageId,
        status: 'created',
        createdAt: now,
        tokenHash: hashToken(getToken(orderId)),
        cartId: record.cartId,
        accountId: record.accountId ?? getOrderAccountId(context),
        billing,
        delivery,
        dealerId: delivery.kind === 'dealer' ? record.dealerId : null,
        parcelShopId: delivery.kind === 'parcelShop' ? record.parcelShopId : null,
        newsletterSubscribe: record.newsletterSubscribe,
        mailCampaignId: record.mailCampaignId,
        storeId: record.storeId,
        subTotalAmount: calculated.subTotalAmount,
        orderDiscounts: [...calculated.orderDiscounts],
        originalShippingCosts: calculated.originalShippingCosts,
        shippingDiscounts: [...calculated.shippingDiscounts],
        shippingCosts: calculated.shippingCosts,
        shippingCostsExclVat: calculated.shippingCostsExclVat,
        paymentCosts: calculated.paymentCosts,
        totalAmount,
        totalAmountExclVat: calculated.totalAmountExclVat,
        vatAmounts: [...calculated.vatAmounts],
        discountCode: calculated.discountCode?.isApplied ? calculated.discountCode.code : null,
        giftCardAmount: 0,
        paymentMethodId: null,
        issuer: null,
        paymentDueAt: null,
        unpaidNetwork: unpaid.network,
      },
      ...numbered,
      lines: assignTakenStock(numbered.lines, taken),
      promotionIds,
      taken,
    });
    await requestAccount(transaction, context, cart);
    if (record.newsletterSubscribe) {
      const emailAddress = normaliseEmailAddress(billing.emailAddress);
      await writeOptInMail(transaction, mailWriter, context, { emailAddress, source: 'checkout' });
    }
    return pay(transaction, context, {
      orderId,
      cart,
      method,
      hasCard,
      totalAmount,
      expectedGiftCardAmount,
    });
  }

  /**
   * Requests an account for a guest who has chosen a password. The activation mail is written after the order
   * is placed.
   */
  async function requestAccount(
    transaction: Database,
    { site, language, account, now }: PlaceOrderContext,
    { record: { billing, passwordHash, confirmPath } }: LockedCheckoutCart,
  ): Promise<void> {
    if (!billing || passwordHash === null || confirmPath === null || account !== null) return;
    const { firstName, lastName, phoneNumber, companyName = '', vatNumber = '', address } = billing;
    await putAccountRequest(transaction, {
      kind: 'register',
      siteId: site.site.siteId,
      languageId: language.languageId,
      subject: billing.emailAddress,
      callbackPath: confirmPath,
      registration: {
        passwordHash,
        firstName,
        lastName,
        phoneNumber,
        companyName,
        vatNumber,
        address,
        // The newsletter has its own opt-in mail.
        newsletter: false,
        newsletterConsent: null,
      },
      createdAt: now,
    });
  }

  /**
   * Reserves the amount of the gift card and starts the payment of the rest. An order without a rest is paid.
   */
  async function pay(
    transaction: Database,
    { now }: PlaceOrderContext,
    placed: {
      readonly orderId: string;
      readonly cart: LockedCheckoutCart;
      readonly method: ReturnType<typeof findMethod>;
      readonly hasCard: boolean;
      readonly totalAmount: number;
      readonly expectedGiftCardAmount: number | undefined;
    },
  ): Promise<{ readonly order: OrderRecord; readonly paymentId: string | null }> {
    const { orderId, cart, method, hasCard, totalAmount, expectedGiftCardAmount } = placed;
    const { cartId, issuer } = cart.record;
    const giftCardAmount =
      hasCard && totalAmount > 0
        ? await giftCards.reserveGiftCard(transaction, { cartId, orderId, totalAmount, now })
        : 0;
    const amount = totalAmount - giftCardAmount;
    // Another order may have used the card, or another window removed it: the customer has to confirm the
    // higher amount. A caller who does not state the gift card amount expects it to be positive.
    const expected = expectedGiftCardAmount ?? (hasCard ? 1 : 0);
    if (giftCardAmount < Math.min(expected, totalAmount)) {
      throw hasCard && giftCardAmount === 0
        ? new ProblemError('gift_card_refused')
        : createRefusal('amount_to_pay_changed', { amount });
    }
    if (amount > 0 && method === null) throw createNotReadyRefusal('payment');
    const payment =
      amount > 0 && method !== null
        ? { paymentMethodId: method.paymentMethodId, issuer: method.needsIssuer ? issuer : null }
        : { paymentMethodId: null, issuer: null };
    await updateOrder(transaction, orderId, {
      giftCardAmount,
      ...payment,
      paymentDueAt:
        amount > 0 && method !== null ? new Date(now.getTime() + getPaymentPeriodMs(method.key)) : null,
    });
    const order = await readOrder(transaction, orderId);
    if (payment.paymentMethodId !== null) {
      const { paymentMethodId } = payment;
      const { paymentId } = await payments.prepare(transaction, order, {
        paymentMethodId,
        issuer: payment.issuer,
        amount,
        now,
      });
      return { order, paymentId };
    }
    await orders.change(transaction, order, 'open', { now });
    await orders.change(transaction, { ...order, status: 'open' }, 'paid', { now });
    return { order: await readOrder(transaction, orderId), paymentId: null };
  }

  async function readOrder(transaction: Database, orderId: string): Promise<OrderRecord> {
    const order = await findOrder(transaction, orderId);
    if (!order) throw new Error('The order was not inserted');
    return order;
  }

  return async (context, { body }) => {
    await limiter.takeForAddress(placeOrderRateLimits.perVisitor, context.visitorAddress);
    /** Payment of the attempt that was committed. */
    let paymentId: string | null = null;
    // Prices are always those of the current time, even if the request asks for those of another time.
    const present = { ...context, now: new Date(clock()) };
    const answer = await context
      .once('place-order', async (transaction) => {
        paymentId = null;
        const placed = await checkout.consume(transaction, present, (cart) =>
          place(transaction, present, cart, body),
        );
        if (placed) {
          ({ paymentId } = placed);
          const { orderId, orderNumber, status } = placed.order;
          return { orderId, orderNumber, status, token: getToken(orderId), paymentUrl: null };
        }
        // The order was already placed by a concurrent request.
        const order = await findOrderOfCart(transaction, context.cart.cartId);
        if (!order) throw createNotFound();
        return answerExistingOrder(transaction, order);
      })
      .catch((error: unknown) => {
        const isBusy = error instanceof DatabaseError && error.code === LOCK_TIMEOUT_ERROR_CODE;
        throw isBusy ? new ProblemError('order_in_progress') : error;
      });
    context.setCookie({ name: 'cart', value: '', maxAgeSeconds: null });
    const order = await findOrder(database, answer.orderId);
    const dueInMs = (order?.paymentDueAt?.getTime() ?? 0) - present.now.getTime();
    const maxAgeSeconds = Math.floor(Math.max(dueInMs, MIN_COOKIE_LIFETIME_MS) / 1000);
    context.setCookie({ name: 'order', value: `${answer.orderId}.${answer.token}`, maxAgeSeconds });
    if (order && isPayable(order)) context.setCookie({ name: 'openOrder', value: '1', maxAgeSeconds });
    if (paymentId === null) return answer;
    // The order is placed even if this fails: a job starts the payment again.
    const paymentUrl = await payments.begin(paymentId).catch((error: unknown) => {
      errors.reportError(error, { call: 'completeCart' });
      return null;
    });
    const started = await findOrder(database, answer.orderId);
    return { ...answer, status: started?.status ?? answer.status, paymentUrl };
  };
}

/** Sets the pieces of each line that come from stock; 0 if the variant's stock is not counted. */
const assignTakenStock = (
  lines: readonly NewOrderLine[],
  taken: ReadonlyMap<number, number>,
): NewOrderLine[] =>
  lines.map((line) => ({ ...line, stockAmount: taken.has(line.productVariantId) ? line.quantity : 0 }));
