import { getPaymentPeriodMs } from '../../../../../shared/rules/orders/payment-period.ts';
import type { Database } from '../../../core/database/database.ts';
import { createRefusal, ProblemError } from '../../../core/http/problem-error.ts';
import type { SiteRecord } from '../../../sites/site-record.ts';
import type { LockedCheckoutCart } from '../../carts/service.ts';
import type { GiftCardService } from '../../gift-cards/types.ts';
import type { Payments } from '../../payments/types.ts';
import { findOrder, updateOrder } from '../queries.ts';
import type { OrderChanger, OrderRecord } from '../types.ts';
import { createNotReadyRefusal } from './checkout-not-ready.ts';

type PaymentMethod = SiteRecord['paymentMethods'][number];

export interface PayOrderDeps {
  readonly payments: Pick<Payments, 'prepare'>;
  readonly giftCards: Pick<GiftCardService, 'reserveGiftCard'>;
  readonly orders: OrderChanger;
}

interface OrderToPay {
  readonly orderId: string;
  readonly cart: LockedCheckoutCart;
  /** Method for the amount that the gift card does not cover; null if none was chosen. */
  readonly method: PaymentMethod | null;
  readonly hasCard: boolean;
  /** Euro cents. */
  readonly totalAmount: number;
  /** Euro cents; undefined if the caller did not state it. */
  readonly expectedGiftCardAmount: number | undefined;
  readonly now: Date;
}

/** A placed order and its prepared payment; null if nothing is left to pay. */
export interface PlacedOrder {
  readonly order: OrderRecord;
  readonly paymentId: string | null;
}

/**
 * Returns the payment method for the amount that the gift card does not cover; null if none was chosen that
 * the site still offers.
 */
export function findChosenMethod(
  payments: Pick<Payments, 'isOffered'>,
  site: SiteRecord,
  { record }: LockedCheckoutCart,
): PaymentMethod | null {
  const method = site.paymentMethods.find(
    ({ paymentMethodId }) => paymentMethodId === record.paymentMethodId,
  );
  if (!method || method.needsGiftCard || !payments.isOffered(site, method.key)) return null;
  return method.needsIssuer && (record.issuer ?? '') === '' ? null : method;
}

/**
 * Reserves the amount of the gift card and starts the payment of the rest. An order without a rest is paid.
 */
export async function payOrder(
  transaction: Database,
  { payments, giftCards, orders }: PayOrderDeps,
  { orderId, cart, method, hasCard, totalAmount, expectedGiftCardAmount, now }: OrderToPay,
): Promise<PlacedOrder> {
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
