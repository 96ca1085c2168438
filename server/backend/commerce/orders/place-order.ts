import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { isSentAsParcel } from '../../../../shared/rules/cart/shipping-properties.ts';
import { createCheckoutDetails } from '../../../../shared/rules/checkout/checkout-details.ts';
import { findOpenStep } from '../../../../shared/rules/checkout/step-readiness.ts';
import { getCalendarYear } from '../../../../shared/rules/country-local-time.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../core/database/database.ts';
import { DatabaseError } from '../../core/database/database-error.ts';
import { createNotFound, createRefusal, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { hashToken } from '../../core/security/token.ts';
import { writeOptInMail } from '../../customers/newsletter/service.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { CalculationResult, CartCheckout, LockedCheckoutCart } from '../carts/service.ts';
import { findCartGiftCard } from '../gift-cards/queries.ts';
import type { GiftCardService } from '../gift-cards/types.ts';
import { listPayments } from '../payments/queries.ts';
import type { Payments } from '../payments/types.ts';
import { takeNextNumber } from './number-series.ts';
import { isPayable } from './payable-amount.ts';
import { createNotReadyRefusal } from './place-order/checkout-not-ready.ts';
import { describeDelivery } from './place-order/describe-delivery.ts';
import { createOrderAmounts } from './place-order/order-amounts.ts';
import { assignTakenStock, numberOrderLines } from './place-order/order-lines.ts';
import { findChosenMethod, type PlacedOrder, payOrder } from './place-order/pay-order.ts';
import { requestAccount } from './place-order/request-account.ts';
import { takePromotions, takeStock } from './place-order/reserve-goods.ts';
import { findOrder, findOrderOfCart, insertOrder } from './queries.ts';
import type { OrderChanger, OrderRecord } from './types.ts';

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

/**
 * Returns the account that gets the order of a cart without an owner: the signed-in one. A staff member who
 * views a cart orders for its visitor, not for their own account.
 */
const getOrderAccountId = ({ account, cart }: PlaceOrderContext): string | null =>
  cart.impersonatedUntil === null ? (account?.accountId ?? null) : null;

/**
 * Returns the billing details of a cart that can be ordered.
 *
 * @param isPaymentChosen whether a payment method is chosen or a gift card pays
 * @throws ProblemError `checkout_not_ready`, `insufficient_stock`
 */
function assertReady(
  { record, lines }: LockedCheckoutCart,
  calculated: CalculationResult['calculated'],
  isPaymentChosen: boolean,
) {
  const openStep = findOpenStep(createCheckoutDetails(record, calculated, isPaymentChosen));
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
  return billing;
}

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
  const { database, checkout, payments, limiter, mailWriter, linkTokens, errors, clock } = deps;

  const getToken = (orderId: string): string => linkTokens.derive({ purpose: 'order', id: orderId });

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
  ): Promise<PlacedOrder> {
    const { site, language, now } = context;
    const { record } = cart;
    const result = await cart.calculate();
    const { calculated } = result;
    const method = findChosenMethod(payments, site, cart);
    const hasCard = (await findCartGiftCard(transaction, record.cartId)) !== null;
    const billing = assertReady(cart, calculated, method !== null || hasCard);
    const numbered = numberOrderLines(result.lines);
    const delivery = await describeDelivery(transaction, site, cart, calculated);
    await cart.assertDestinationDeliverable();
    const { totalAmount } = calculated;
    if (totalAmount !== expectedTotalAmount) throw createRefusal('total_changed', { totalAmount });

    const emailAddress = normaliseEmailAddress(billing.emailAddress);
    const unpaid = {
      emailAddress,
      network: context.visitorAddress === null ? null : getNetwork(context.visitorAddress),
      isSlow: method !== null && isSlowPaymentMethod(method.key),
      totalAmount,
    };
    const taken = await takeStock(transaction, numbered.lines, unpaid, now);
    const promotionIds = await takePromotions(transaction, cart, result);

    const country = await findCountry(transaction, site.site.countryId);
    const regionCode = country?.regionCode ?? '';
    const orderId = randomUUID();
    await insertOrder(transaction, {
      record: {
        orderId,
        orderNumber: await takeNextNumber(transaction, {
          kind: 'order',
          siteId: site.site.siteId,
          year: getCalendarYear(now, regionCode),
        }),
        siteId: site.site.siteId,
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
        ...createOrderAmounts(calculated),
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
      await writeOptInMail(transaction, mailWriter, context, { emailAddress, source: 'checkout' });
    }
    return payOrder(transaction, deps, {
      orderId,
      cart,
      method,
      hasCard,
      totalAmount,
      expectedGiftCardAmount,
      now,
    });
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
