import { randomUUID } from 'node:crypto';
import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { findPaymentProviderConfigurationId } from '../../sites/sites/queries.ts';
import type { OrderRecord } from '../orders/types.ts';
import { type PaymentsDeps, type PaymentsForJobs, REFRESH_PAYMENT_JOB } from './create-payments.ts';
import { closeResolvedDifferences, reportPaymentDifference } from './differences/queries.ts';
import { findPayment } from './find-payment.ts';
import { findOrderNumberInDescription, findReferencedOrder } from './find-referenced-order.ts';
import { isSecured } from './payment-states.ts';
import { enqueuePaymentWork } from './payment-work.ts';
import type { ProviderPayment } from './provider.ts';
import { insertPayment, lockPayments, type PaymentRecord, updateStartedPayment } from './queries.ts';

/**
 * Result of handling an unknown payment: it was joined to an order, newly reported to staff, or reported
 * before (`known`). `foreign`: it was not started by this shop, or nothing was paid.
 */
export type JoinPaymentResult = 'joined' | 'reported' | 'known' | 'foreign';

/**
 * Creates the function that joins payments, which the provider knows and the shop does not, to the orders
 * that they name.
 */
export function createJoinUnknownPayment(
  deps: Pick<PaymentsDeps, 'database' | 'clock' | 'findProvider' | 'orders'> & {
    readonly payments: Pick<PaymentsForJobs, 'tryRefresh'>;
  },
): (configurationId: string, known: ProviderPayment) => Promise<JoinPaymentResult> {
  const { database, clock, findProvider, orders, payments } = deps;

  async function report(
    kind: 'unknown-order' | 'payment-mismatch',
    known: ProviderPayment,
    order: OrderRecord | undefined,
  ): Promise<JoinPaymentResult> {
    const { providerPaymentId, amount, refundedAmount, chargedBackAmount, description, status } = known;
    const now = new Date(clock());
    // The shop has none of this money, or no longer has it.
    if (!isSecured(status) || refundedAmount + chargedBackAmount >= amount) {
      await closeResolvedDifferences(database, { kind, providerObjectId: providerPaymentId }, now);
      return 'foreign';
    }
    const isNew = await reportPaymentDifference(database, {
      kind,
      providerObjectId: providerPaymentId,
      providerPaymentId,
      orderId: order?.orderId ?? null,
      orderNumber: findOrderNumberInDescription(description),
      amount: amount - refundedAmount - chargedBackAmount,
      foundAt: now,
    });
    return isNew ? 'reported' : 'known';
  }

  /**
   * Returns whether the configuration of the order's site knows a payment. Two configurations may use the
   * same provider account; then both know it.
   */
  async function isKnownToConfiguration(
    siteConfigurationId: string,
    configurationId: string,
    { providerPaymentId }: ProviderPayment,
  ): Promise<boolean> {
    if (siteConfigurationId === configurationId) return true;
    return ((await findProvider(siteConfigurationId)?.fetch(providerPaymentId)) ?? null) !== null;
  }

  /** @returns id of the row; null if the payment does not match the amount due */
  async function joinToOrder(
    orderId: string,
    providerConfigurationId: string,
    known: ProviderPayment,
    startedPayment: PaymentRecord | undefined,
  ): Promise<string | null> {
    const now = new Date(clock());
    return database.transaction('join-payment', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      const rows = await lockPayments(transaction, orderId);
      const { providerPaymentId, amount, currency } = known;
      // A concurrent backend joined it first.
      const joined = rows.find((row) => row.providerPaymentId === providerPaymentId);
      if (!order || joined) return joined?.paymentId ?? null;
      const waiting = rows.find((row) => row.paymentId === known.paymentId && row.providerPaymentId === null);
      const expected = waiting?.amount ?? order.totalAmount - order.giftCardAmount;
      const paymentMethodId =
        waiting?.paymentMethodId ?? startedPayment?.paymentMethodId ?? order.paymentMethodId;
      if (amount !== expected || currency !== 'EUR' || paymentMethodId === null) return null;
      // Uses the id from the provider unless another payment of the provider has it.
      const isFree = startedPayment === undefined && isUuid(known.paymentId);
      const paymentId = waiting?.paymentId ?? (isFree ? known.paymentId : randomUUID());
      if (!waiting) {
        await insertPayment(transaction, {
          paymentId,
          orderId,
          providerConfigurationId,
          paymentMethodId,
          issuer: startedPayment?.issuer ?? order.issuer,
          amount,
          createdAt: now,
        });
      }
      await updateStartedPayment(transaction, paymentId, known, now);
      const isOver = (waiting && waiting.status !== 'pending') || !awaitsPayment(order.status);
      if (isSecured(known.status)) return paymentId;
      if (isOver) await enqueuePaymentWork(transaction, orderId, [{ act: 'cancel', paymentId }], now);
      else {
        const since = now.toISOString();
        await enqueue(transaction, [{ name: REFRESH_PAYMENT_JOB, payload: { paymentId, since }, now }]);
      }
      return paymentId;
    });
  }

  return async (configurationId, known) => {
    const referenced = await findReferencedOrder(database, known);
    if (referenced === null) return 'foreign';
    const { order, payment } = referenced;
    if (!order) return report('unknown-order', known, undefined);
    const siteConfigurationId =
      payment?.providerConfigurationId ??
      (await findPaymentProviderConfigurationId(database, order.siteId)) ??
      '';
    const paymentId = (await isKnownToConfiguration(siteConfigurationId, configurationId, known))
      ? await joinToOrder(order.orderId, siteConfigurationId, known, payment)
      : null;
    if (paymentId === null || !(await findPayment(database, paymentId))) {
      return report('payment-mismatch', known, order);
    }
    await payments.tryRefresh(paymentId);
    await closeResolvedDifferences(
      database,
      { kind: 'payment-mismatch', providerObjectId: known.providerPaymentId },
      new Date(clock()),
    );
    return 'joined';
  };
}
