import { randomUUID } from 'node:crypto';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { getOrderPath } from '../../../../shared/rules/checkout/checkout-paths.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import { isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import type { MailTexts } from '../../core/mail/mail-texts.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import type { ModuleDeps } from '../../sites/backend-module.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { findPaymentProviderConfigurationId } from '../../sites/sites/queries.ts';
import { listOrderLines } from '../orders/queries.ts';
import { enqueueOrderMessage } from '../orders/service.ts';
import type { OrderChanger } from '../orders/types.ts';
import { findPayment, type PaymentWithOrder } from './find-payment.ts';
import { isForOrder } from './find-referenced-order.ts';
import { orderPaymentOperations } from './order-payment-operations.ts';
import { createPaymentLines } from './payment-lines.ts';
import { enqueuePaymentWork } from './payment-work.ts';
import { type PaymentProvider, ProviderError, type ProviderPayment } from './provider.ts';
import {
  insertPayment,
  lockPayments,
  type PaymentRecord,
  updatePayment,
  updateStartedPayment,
} from './queries.ts';
import { recordPaymentStatus } from './record-payment-status.ts';
import { recordRefunds } from './record-refunds.ts';
import type { Payments } from './types.ts';

export const BEGIN_PAYMENT_JOB = 'begin-payment';
export const REFRESH_PAYMENT_JOB = 'refresh-payment';

export const WEBHOOK_PATH = '/api/payments/webhook';

/**
 * Delay in milliseconds of the job that starts a payment. The request that wrote the payment starts it
 * immediately; the job only acts if that failed.
 */
const START_RETRY_DELAY_MS = 30_000;
const FIRST_POLL_DELAY_MS = 15_000;
const DEFAULT_PAYMENT_PERIOD_MS = DAY_MS;

/** Finds the payment provider of a configuration; returns undefined if none is configured. */
export type FindProvider = (configurationId: string) => PaymentProvider | undefined;

export type PaymentsDeps = Pick<
  ModuleDeps,
  'database' | 'sites' | 'log' | 'errors' | 'clock' | 'mailWriter' | 'linkTokens'
> & {
  readonly texts: MailTexts;
  readonly findProvider: FindProvider;
  /**
   * Returns the public origin at which the provider of a configuration reaches the webhook; undefined: that
   * of the site.
   */
  readonly findWebhookOrigin: (configurationId: string) => string | undefined;
  readonly orders: OrderChanger;
};

/** Codes of mismatches between the provider's payment and the stored one. */
export const paymentMismatches = [
  'payment_of_another_order',
  'payment_of_another_amount',
  'payment_in_another_currency',
] as const;

/** Payments with the operations for its own jobs, which throw if the provider fails. */
export interface PaymentsForJobs extends Payments {
  /** @throws ProviderError if a retry may succeed */
  tryBegin(paymentId: string): Promise<string | null>;
  /** @throws ProviderError */
  tryRefresh(paymentId: string): Promise<void>;
  /** @throws ProviderError if no provider is configured */
  getProvider(payment: PaymentRecord): PaymentProvider;
}

/** Creates the payment service. */
export function createPayments(deps: PaymentsDeps): PaymentsForJobs {
  const { database, sites, log, errors, clock, mailWriter, linkTokens, findProvider, orders } = deps;

  function getProvider({ providerConfigurationId }: PaymentRecord): PaymentProvider {
    const provider = findProvider(providerConfigurationId);
    if (!provider) throw new ProviderError('provider_not_configured', { isPermanent: false });
    return provider;
  }

  /**
   * @throws ProviderError if the provider returns another payment than the stored one; its data must then be
   * ignored
   */
  async function assertSamePayment(
    { payment, order }: PaymentWithOrder,
    known: ProviderPayment,
  ): Promise<void> {
    const isOurs =
      known.paymentId === payment.paymentId || (await isForOrder(database, order.orderId, known));
    if (!isOurs) throw new ProviderError(paymentMismatches[0], { isPermanent: true });
    if (known.amount !== payment.amount) throw new ProviderError(paymentMismatches[1], { isPermanent: true });
    if (known.currency !== 'EUR') throw new ProviderError(paymentMismatches[2], { isPermanent: true });
  }

  async function startAtProvider(found: PaymentWithOrder): Promise<ProviderPayment> {
    const { payment, order, methodKey } = found;
    const [site, language] = await Promise.all([
      sites.findSiteOfMail(order.siteId),
      sites.findLanguage(order.languageId),
    ]);
    const locale = language && resolveLocale(language.code);
    if (!site || !locale) throw new Error(`The site or language of order ${order.orderId} does not exist`);
    const origin = mailWriter.getOrigin(site, language.languageId);
    const { orderId } = order;
    const token = linkTokens.derive({ purpose: 'order', id: orderId });
    const t = deps.texts.getTranslate(language.code, getBrandName(site.site.type));
    const started = await getProvider(payment).begin({
      paymentId: payment.paymentId,
      amount: payment.amount,
      methodKey,
      issuer: payment.issuer,
      description: `${getBrandName(site.site.type)} ${order.orderNumber}`,
      orderNumber: order.orderNumber,
      orderId,
      siteId: order.siteId,
      billing: order.billing,
      lines: createPaymentLines(order, await listOrderLines(database, orderId), payment.amount, {
        delivery: t('order.delivery'),
        paymentCosts: t('order.paymentCosts'),
        giftCard: t('order.method.giftCard'),
      }),
      regionCode: await findRegionCode(database, order.billing.address.countryId),
      culture: language.culture,
      redirectUrl: origin + getOrderPath(locale, { orderId, token }),
      webhookUrl: `${deps.findWebhookOrigin(payment.providerConfigurationId) ?? origin}${WEBHOOK_PATH}`,
      expiresAt: order.paymentDueAt ?? new Date(clock() + DEFAULT_PAYMENT_PERIOD_MS),
    });
    await assertSamePayment(found, started);
    return started;
  }

  /** Records a permanent refusal. The order waits for another attempt. */
  async function recordRefusal({ payment, order }: PaymentWithOrder): Promise<void> {
    const now = new Date(clock());
    await database.transaction('begin-payment', async (transaction) => {
      const locked = await orders.lock(transaction, order.orderId);
      const payments = await lockPayments(transaction, order.orderId);
      const row = payments.find(({ paymentId }) => paymentId === payment.paymentId);
      if (!locked || row?.status !== 'pending' || row.providerPaymentId !== null) return;
      await updatePayment(transaction, row.paymentId, { status: 'failed' }, now);
      if (locked.status === 'created') await orders.change(transaction, locked, 'open', { now });
    });
  }

  /** @returns the page on which the customer pays */
  async function recordPaymentStart(
    found: PaymentWithOrder,
    started: ProviderPayment,
  ): Promise<string | null> {
    const { paymentId, orderId, createdAt } = found.payment;
    const now = new Date(clock());
    return database.transaction('begin-payment', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      const payments = await lockPayments(transaction, orderId);
      const row = payments.find((candidate) => candidate.paymentId === paymentId);
      if (!order || !row) throw new Error(`Payment ${paymentId} no longer exists`);
      // Two requests started it concurrently; the provider treated both as one.
      if (row.providerPaymentId !== null) return row.status === 'pending' ? row.paymentUrl : null;
      await updateStartedPayment(transaction, paymentId, started, now);
      const refreshAt = new Date(now.getTime() + FIRST_POLL_DELAY_MS);
      await enqueue(transaction, [
        {
          name: REFRESH_PAYMENT_JOB,
          payload: { paymentId, since: createdAt.toISOString() },
          runAt: refreshAt,
          now,
        },
      ]);
      // In the meantime the order was cancelled or paid otherwise, or another attempt was started.
      if (row.status !== 'pending' || !awaitsPayment(order.status)) {
        await enqueuePaymentWork(transaction, orderId, [{ act: 'cancel', paymentId }], now);
        return null;
      }
      let current = order;
      if (order.status === 'created' && (await orders.change(transaction, order, 'open', { now }))) {
        current = { ...order, status: 'open' };
      }
      if (isSlowPaymentMethod(found.methodKey))
        await enqueueOrderMessage(transaction, { orderId, kind: 'received' }, now);
      await recordPaymentStatus(transaction, {
        orders,
        order: current,
        payments,
        paymentId,
        known: started,
        now,
      });
      return started.paymentUrl;
    });
  }

  async function tryBegin(paymentId: string): Promise<string | null> {
    const found = await findPayment(database, paymentId);
    if (!found) throw new Error(`Payment ${paymentId} does not exist`);
    const { payment, order } = found;
    if (payment.status !== 'pending') return null;
    if (payment.providerPaymentId !== null) return payment.paymentUrl;
    if (!awaitsPayment(order.status)) return null;
    let started: ProviderPayment;
    try {
      started = await startAtProvider(found);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isPermanent) throw error;
      errors.reportError(error, { paymentId });
      await recordRefusal(found);
      return null;
    }
    return recordPaymentStart(found, started);
  }

  async function tryRefresh(paymentId: string): Promise<void> {
    const found = await findPayment(database, paymentId);
    if (!found || found.payment.providerPaymentId === null) return;
    const { payment } = found;
    const known = await getProvider(payment).fetch(found.payment.providerPaymentId);
    if (!known) throw new ProviderError('payment_unknown', { isPermanent: true });
    await assertSamePayment(found, known);
    const now = new Date(clock());
    const isConsistent = await database.transaction('refresh-payment', async (transaction) => {
      const order = await orders.lock(transaction, payment.orderId);
      if (!order) throw new Error(`Order ${payment.orderId} no longer exists`);
      const payments = await lockPayments(transaction, payment.orderId);
      const isRecorded = await recordPaymentStatus(transaction, {
        orders,
        order,
        payments,
        paymentId,
        known,
        now,
      });
      // Recording the payment may have changed both.
      const current = await orders.lock(transaction, payment.orderId);
      const row = (await lockPayments(transaction, payment.orderId)).find(
        (candidate) => candidate.paymentId === paymentId,
      );
      if (current && row?.status === 'paid')
        await recordRefunds(transaction, { orders, order: current, row, known, now });
      return isRecorded;
    });
    if (!isConsistent) {
      errors.reportError(new ProviderError('authorization_lost', { isPermanent: true }), { paymentId });
    }
  }

  /**
   * Runs work at a provider. If the provider fails, returns a default value; a job retries, and the visitor
   * sees no error.
   */
  async function runOrDefault<T>(paymentId: string, work: () => Promise<T>, defaultValue: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.isPermanent) errors.reportError(error, { paymentId });
      else log.warn({ paymentId, failure: error.message }, 'provider_failed');
      return defaultValue;
    }
  }

  return {
    tryBegin,
    tryRefresh,
    getProvider,
    isOffered: ({ site }, methodKey) => {
      if (site.paymentProviderConfigurationId === null) return false;
      return (
        methodKey === 'gift-card' ||
        (findProvider(site.paymentProviderConfigurationId)?.supports(methodKey) ?? false)
      );
    },
    async listIssuers({ site }, methodKey) {
      const provider = findProvider(site.paymentProviderConfigurationId ?? '');
      try {
        return (await provider?.listIssuers(methodKey)) ?? [];
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        log.warn({ methodKey, failure: error.message }, 'issuers_unknown');
        return [];
      }
    },
    async prepare(transaction, order, { paymentMethodId, issuer, amount, now }) {
      const { orderId, siteId } = order;
      const providerConfigurationId = await findPaymentProviderConfigurationId(transaction, siteId);
      if (providerConfigurationId === null)
        throw new Error(`Site ${siteId} has no payment provider configuration`);
      const waiting = (await lockPayments(transaction, orderId)).filter(({ status }) => status === 'pending');
      await enqueuePaymentWork(
        transaction,
        orderId,
        waiting.map(({ paymentId }) => ({ act: 'cancel', paymentId })),
        now,
      );
      const paymentId = randomUUID();
      await insertPayment(transaction, {
        paymentId,
        orderId,
        providerConfigurationId,
        paymentMethodId,
        issuer,
        amount,
        createdAt: now,
      });
      const runAt = new Date(now.getTime() + START_RETRY_DELAY_MS);
      await enqueue(transaction, [{ name: BEGIN_PAYMENT_JOB, payload: { paymentId }, runAt, now }]);
      return { paymentId };
    },
    begin: (paymentId) => runOrDefault(paymentId, () => tryBegin(paymentId), null),
    refresh: (paymentId) => runOrDefault(paymentId, () => tryRefresh(paymentId).then(() => true), false),
    ...orderPaymentOperations,
  };
}
