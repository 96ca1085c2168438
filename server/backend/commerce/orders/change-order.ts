import { isRoughageTest } from '../../../../shared/rules/cart/shipping-properties.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { canChangeOrderStatus, type OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import { isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import { releasePromotionUses } from '../../catalogue/promotions/queries.ts';
import {
  insertStockCorrections,
  lockStockMovedByOrders,
  returnStock,
} from '../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../catalogue/stock/service.ts';
import type { Database } from '../../core/database/database.ts';
import { findPaymentMethod } from '../../sites/sites/queries.ts';
import { listChargedBackOrderIds } from '../payments/queries.ts';
import {
  type CreditDeps,
  creditOrder,
  creditRefund,
  creditRemainder,
  isFullyCredited,
} from './credit-order.ts';
import { enqueueOrderMessage } from './order-messages.ts';
import type { OrderReactions } from './order-reactions.ts';
import { isPayable } from './payable-amount.ts';
import {
  allowDeletion,
  attachGuestOrders,
  deleteOrderRows,
  listOrderLines,
  listStatusChanges,
  listUsedPromotionIds,
  lockOrder,
  recordReturnedStock,
  updateOrder,
  updateOrderStatus,
} from './queries.ts';
import type { OrderChangeOptions, OrderChanger, OrderRecord } from './types.ts';
import { takeMissingStock } from './unpaid-order-stock.ts';

/** Returns whether the payment of an order was charged back. */
export const isChargedBack = async (transaction: Database, orderId: string): Promise<boolean> =>
  (await listChargedBackOrderIds(transaction, [orderId])).size > 0;

/** Time in milliseconds after which the customer of an unpaid order is reminded, once. */
const PAYMENT_REMINDER_MS = 15 * MINUTE_MS;

/** Columns that change with the status. */
type StatusChangeColumns = Partial<
  Pick<
    OrderRecord,
    'paymentDueAt' | 'unpaidNetwork' | 'cancelReason' | 'trackingUrl' | 'paymentMethodId' | 'issuer'
  >
>;

/** Creates the order changer. */
export function createOrderChanger(
  deps: CreditDeps & {
    /** Reactions of other modules to changes of orders. */
    readonly reactions: readonly OrderReactions[];
  },
): OrderChanger {
  const { reactions } = deps;

  /** Calls one reaction of each module, in the order of the list. */
  async function react(work: (reaction: OrderReactions) => Promise<void> | undefined): Promise<void> {
    for (const reaction of reactions) await work(reaction);
  }

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
      await react(({ paid }) => paid?.(transaction, { order, now }));
      await enqueueOrderMessage(transaction, { orderId, kind: 'confirmed' }, now);
      if (await isDigital(transaction, orderId)) await change(transaction, order, 'sent', { now });
    },
    async processing(transaction, { orderId }, { now }) {
      await takeMissingStock(transaction, orderId, now);
    },
    async sent(transaction, order, { now }) {
      const { orderId } = order;
      await takeMissingStock(transaction, orderId, now);
      await react(({ sent }) => sent?.(transaction, { order, now }));
      // Digital goods have their own mail.
      if (await isDigital(transaction, orderId)) return;
      await enqueueOrderMessage(transaction, { orderId, kind: 'sent' }, now);
    },
    async closed() {},
    async cancelled(transaction, order, { now, cancelReason = 'shop' }) {
      const { orderId } = order;
      const orderCreditId = (await wasPaid(transaction, orderId))
        ? await creditRemainder(transaction, deps, order, now)
        : null;
      const changes = await returnStock(transaction, await recordReturnedStock(transaction, orderId, now));
      await publishStockChange(transaction, changes, now);
      await releasePromotionUses(transaction, await listUsedPromotionIds(transaction, orderId));
      const cancellation = { order, reason: cancelReason, orderCreditId, now };
      await react(({ cancelled }) => cancelled?.(transaction, cancellation));
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
    // A fully refunded order is not shipped.
    if ((to === 'processing' || to === 'sent') && (await isFullyCredited(transaction, order))) return false;
    for (const { prepare } of reactions) {
      if (prepare && !(await prepare(transaction, order, to, options.now))) return false;
    }
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
    credit: (transaction, order, credit) => creditOrder(transaction, deps, order, credit),
    creditRefund,
    markLatePayment: (transaction, orderId) => updateOrder(transaction, orderId, { hadLatePayment: true }),
    async attachGuestOrders(transaction, owner) {
      const orderIds = await attachGuestOrders(transaction, owner);
      await react(({ attached }) => attached?.(transaction, owner.accountId, orderIds));
    },
    async delete(transaction, orderIds, now) {
      if (orderIds.length === 0) return;
      await allowDeletion(transaction);
      const moved = await lockStockMovedByOrders(transaction, orderIds);
      await react(({ deleting }) => deleting?.(transaction, orderIds));
      await deleteOrderRows(transaction, orderIds);
      await insertStockCorrections(transaction, moved, { kind: 'forgotten', actorId: 'shop', now });
    },
  };
}
