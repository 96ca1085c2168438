import { isRoughageTest } from '../../../../shared/rules/cart/shipping-properties.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { canChangeOrderStatus, type OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import { isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import { releasePromotionUses } from '../../catalogue/promotions/queries.ts';
import { returnStock } from '../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../catalogue/stock/service.ts';
import type { Database } from '../../core/database/database.ts';
import { findPaymentMethod } from '../../sites/sites/queries.ts';
import type { GiftCardService } from '../gift-cards/service.ts';
import { listChargedBackOrderIds } from '../payments/queries.ts';
import type { Payments } from '../payments/service.ts';
import { creditOrder, creditRefund, creditRemainder, isFullyCredited } from './credit-order.ts';
import { enqueueOrderMessage } from './order-messages.ts';
import { isPayable } from './payable-amount.ts';
import {
  listOrderLines,
  listStatusChanges,
  listUsedPromotionIds,
  lockOrder,
  recordReturnedStock,
  updateOrder,
  updateOrderStatus,
} from './queries.ts';
import { createSamples, dropSamplesWithoutResult } from './samples/order-samples.ts';
import type { OrderChangeOptions, OrderChanger, OrderRecord } from './service.ts';
import { takeMissingStock } from './unpaid-order-stock.ts';

/** Returns whether the payment of an order was charged back. */
export const isChargedBack = async (transaction: Database, orderId: string): Promise<boolean> =>
  (await listChargedBackOrderIds(transaction, [orderId])).size > 0;

/** Time in milliseconds after which the customer of an unpaid order is reminded, once. */
const PAYMENT_REMINDER_MS = 15 * MINUTE_MS;

export type OrderGiftCardOperations = Pick<
  GiftCardService,
  | 'redeemGiftCard'
  | 'returnGiftCard'
  | 'issueSoldCards'
  | 'blockSoldCards'
  | 'getRefundableToCard'
  | 'refundToCard'
  | 'blockSoldPieces'
>;

/** Columns that change with the status. */
type StatusChangeColumns = Partial<
  Pick<
    OrderRecord,
    'paymentDueAt' | 'unpaidNetwork' | 'cancelReason' | 'trackingUrl' | 'paymentMethodId' | 'issuer'
  >
>;

/** Creates the order changer. */
export function createOrderChanger({
  payments,
  giftCards,
}: {
  readonly payments: Pick<Payments, 'release' | 'isSecured' | 'capture' | 'getRefundable' | 'refund'>;
  readonly giftCards: OrderGiftCardOperations;
}): OrderChanger {
  /** Returns whether nothing of an order is shipped: all of it is delivered by email. */
  async function isDigital(transaction: Database, orderId: string): Promise<boolean> {
    const lines = await listOrderLines(transaction, orderId);
    return lines.length > 0 && lines.every((line) => !line.isSentAsParcel && !isRoughageTest(line));
  }

  async function isSlow(transaction: Database, { paymentMethodId }: OrderRecord): Promise<boolean> {
    if (paymentMethodId === null) return false;
    const method = await findPaymentMethod(transaction, paymentMethodId);
    return method !== undefined && isSlowPaymentMethod(method.key);
  }

  const wasPaid = async (transaction: Database, orderId: string): Promise<boolean> =>
    (await listStatusChanges(transaction, orderId)).some(({ status }) => status === 'paid');

  /** Follow-up actions after an order enters a status. */
  const followUps: Readonly<
    Record<
      Exclude<OrderStatus, 'created'>,
      (transaction: Database, order: OrderRecord, options: OrderChangeOptions) => Promise<void>
    >
  > = {
    async open(transaction, order, { now }) {
      const { orderId } = order;
      if (await isSlow(transaction, order)) {
        await enqueueOrderMessage(transaction, { orderId, kind: 'received' }, now);
      } else if (isPayable(order)) {
        // A customer who left the bank's page or closed its window gets a mail with a link back to the order.
        const remindAt = new Date(now.getTime() + PAYMENT_REMINDER_MS);
        await enqueueOrderMessage(transaction, { orderId, kind: 'unpaid' }, now, remindAt);
      }
    },
    async paid(transaction, order, { now }) {
      const { orderId } = order;
      await takeMissingStock(transaction, orderId, now);
      await giftCards.redeemGiftCard(transaction, orderId, now);
      await giftCards.issueSoldCards(transaction, order, now);
      await createSamples(transaction, order, now);
      await enqueueOrderMessage(transaction, { orderId, kind: 'confirmed' }, now);
      if (await isDigital(transaction, orderId)) await change(transaction, order, 'sent', { now });
    },
    async processing(transaction, { orderId }, { now }) {
      await takeMissingStock(transaction, orderId, now);
    },
    async sent(transaction, { orderId }, { now }) {
      await takeMissingStock(transaction, orderId, now);
      await payments.capture(transaction, orderId, now);
      // Digital goods have their own mail.
      if (await isDigital(transaction, orderId)) return;
      await enqueueOrderMessage(transaction, { orderId, kind: 'sent' }, now);
    },
    async closed() {},
    async cancelled(transaction, order, { now, cancelReason = 'shop' }) {
      const { orderId } = order;
      const orderCreditId = (await wasPaid(transaction, orderId))
        ? await creditRemainder(transaction, { giftCards }, order, now)
        : null;
      await dropSamplesWithoutResult(transaction, orderId);
      const changes = await returnStock(transaction, await recordReturnedStock(transaction, orderId, now));
      await publishStockChange(transaction, changes, now);
      await releasePromotionUses(transaction, await listUsedPromotionIds(transaction, orderId));
      await giftCards.returnGiftCard(transaction, orderId, now);
      await payments.release(transaction, orderId, {
        reason: cancelReason === 'shop' ? 'shop' : 'cancelled',
        orderCreditId,
        now,
      });
      await enqueueOrderMessage(transaction, { orderId, kind: 'cancelled' }, now);
    },
  };

  /** Returns the columns that change with a status. */
  function createChange(
    to: OrderStatus,
    { cancelReason = 'shop', paidBy, trackingUrl }: OrderChangeOptions,
  ): StatusChangeColumns {
    if (to === 'cancelled') return { paymentDueAt: null, unpaidNetwork: null, cancelReason };
    if (to === 'sent') return trackingUrl === undefined ? {} : { trackingUrl };
    return to === 'paid' ? { paymentDueAt: null, unpaidNetwork: null, ...paidBy } : {};
  }

  async function change(
    transaction: Database,
    order: OrderRecord,
    to: OrderStatus,
    options: OrderChangeOptions,
  ): Promise<boolean> {
    const { orderId, status: from } = order;
    if (to === 'created' || !(canChangeOrderStatus(from, to) || (from === 'paid' && to === 'sent')))
      return false;
    // Money that was already spent with a sold gift card cannot be refunded.
    if (to === 'cancelled' && !(await giftCards.blockSoldCards(transaction, orderId, options.now))) {
      return false;
    }
    // A fully refunded order is not shipped.
    if ((to === 'processing' || to === 'sent') && (await isFullyCredited(transaction, order))) return false;
    // The customer's bank has charged the payment back: staff decide first.
    if ((to === 'processing' || to === 'sent') && (await isChargedBack(transaction, orderId))) return false;
    // An unpaid order is not shipped.
    if (to === 'sent' && !(await payments.isSecured(transaction, orderId))) return false;
    if (from === 'paid' && to === 'sent') {
      const { now } = options;
      return (
        (await change(transaction, order, 'processing', { now })) &&
        change(transaction, { ...order, status: 'processing' }, 'sent', options)
      );
    }
    const columns = createChange(to, options);
    if (!(await updateOrderStatus(transaction, orderId, { from, to, at: options.now, change: columns }))) {
      return false;
    }
    await followUps[to](transaction, { ...order, ...columns, status: to }, options);
    return true;
  }

  return {
    lock: lockOrder,
    change,
    credit: (transaction, order, credit) => creditOrder(transaction, { payments, giftCards }, order, credit),
    creditRefund,
    markLatePayment: (transaction, orderId) => updateOrder(transaction, orderId, { hadLatePayment: true }),
  };
}
