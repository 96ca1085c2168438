import express, { Router } from 'express';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { readVisitorIpAddress } from '../../core/http/visitor-ip-address.ts';
import { defineLimits, tryCountAttempt } from '../../core/limits/limiter.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import type { ModuleDeps } from '../../sites/backend-module.ts';
import { REFRESH_PAYMENT_JOB, WEBHOOK_PATH } from './create-payments.ts';
import { listPaymentIdsByProviderId } from './queries.ts';
import { enqueueReconcile } from './reconcile.ts';

/** Minimum interval in milliseconds between queries for one payment. Notifications within it are merged. */
const MIN_QUERY_INTERVAL_MS = 5000;

const limits = defineLimits('payments', {
  /** All notifications of a provider come from a few IP addresses. */
  notifications: { maxAttempts: 600, windowMs: 10 * MINUTE_MS },
  /** Notifications of one payment that cause an immediate query to the provider. */
  notificationsPerPayment: { maxAttempts: 1, windowMs: MIN_QUERY_INTERVAL_MS },
  /**
   * Notifications about unknown payments, which anyone can send. Beyond the limit, the hourly comparison
   * finds the payments.
   */
  unknownPayments: { maxAttempts: 100, windowMs: 10 * MINUTE_MS },
});

/** Valid provider ids, with a generous maximum length. */
const PROVIDER_ID_PATTERN = /^[\w-]{1,64}$/;

/** Handles a notification that a payment may have changed. Does not reveal whether the payment exists. */
export type HandlePaymentNotification = (providerPaymentId: string) => Promise<void>;

/**
 * Creates the handler of notifications. A job queries the provider, so that the sender does not wait. It runs
 * for the first notification and, a little later, once for all others in between: many notifications do not
 * cause many queries.
 */
export function createPaymentNotificationHandler({
  database,
  clock,
  limiter,
}: Pick<ModuleDeps, 'database' | 'clock' | 'limiter'>): HandlePaymentNotification {
  async function enqueueRefresh(paymentId: string): Promise<void> {
    const now = new Date(clock());
    const isFirst = await tryCountAttempt(() => limiter.take(limits.notificationsPerPayment, paymentId));
    const runAt = isFirst ? now : new Date(now.getTime() + MIN_QUERY_INTERVAL_MS);
    await enqueue(database, [
      { name: REFRESH_PAYMENT_JOB, uniqueKey: paymentId, payload: { paymentId }, runAt, now },
    ]);
  }

  return async (providerPaymentId) => {
    const paymentIds = await listPaymentIdsByProviderId(database, providerPaymentId);
    for (const paymentId of paymentIds) await enqueueRefresh(paymentId);
    if (paymentIds.length > 0) return;
    // The provider's response was lost, or the shop was restored from a back-up.
    if (await tryCountAttempt(() => limiter.take(limits.unknownPayments, 'all'))) {
      await enqueueReconcile({ database, clock }, providerPaymentId);
    }
  };
}

/**
 * Creates `POST /api/payments/webhook` with `id=…`, by which a provider reports that a payment has changed.
 * Anyone can send it, so its only effect is a query to the provider. Known and unknown ids get the same
 * response.
 */
export function createWebhookRoutes({
  limiter,
  handleNotification,
}: Pick<ModuleDeps, 'limiter'> & { readonly handleNotification: HandlePaymentNotification }): Router {
  const router = Router();
  router
    .route(WEBHOOK_PATH)
    .post(express.urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
      if (!request.is('application/x-www-form-urlencoded')) throw new ProblemError('unsupported_media_type');
      const id: unknown = request.body?.id;
      if (typeof id !== 'string' || !PROVIDER_ID_PATTERN.test(id)) {
        throw createValidationFailed([{ field: 'id', code: 'format' }]);
      }
      await limiter.takeForAddress(limits.notifications, readVisitorIpAddress(request));
      await handleNotification(id);
      response.set('cache-control', 'no-store').type('text/plain').send('OK\n');
    })
    .all(() => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'POST' } });
    });
  return router;
}
