import express, { Router } from 'express';
import { createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { readVisitorAddress } from '../../http/visitor-address.ts';
import { enqueue, isJobWaiting } from '../../jobs/job-queue.ts';
import { defineLimits, hasRoom } from '../../limits/limiter.ts';
import type { ModuleDeps } from '../../module.ts';
import { REFRESH_PAYMENT_JOB, WEBHOOK_PATH } from './create-payments.ts';
import { findByProviderId } from './queries.ts';
import { enqueueReconcile } from './reconcile.ts';

/** Minimum interval in milliseconds between queries for one payment. Notifications within it are merged. */
const SPACING_MS = 5000;

const limits = defineLimits('payments', {
  /** All notifications of a provider come from a few IP addresses. */
  words: { acts: 600, windowMs: 10 * 60_000 },
  /** Notifications of one payment that cause an immediate query to the provider. */
  wordsPerPayment: { acts: 1, windowMs: SPACING_MS },
  /**
   * Notifications about unknown payments, which anyone can send. Beyond the limit, the hourly comparison
   * finds the payments.
   */
  unknownPayments: { acts: 100, windowMs: 10 * 60_000 },
});

/** Valid provider ids, with a generous maximum length. */
const PROVIDER_ID = /^[\w-]{1,64}$/;

/** Handles a notification that a payment may have changed. Does not reveal whether the payment exists. */
export type HearOfPayment = (providerPaymentId: string) => Promise<void>;

/**
 * Creates the handler of notifications. A job queries the provider, so that the sender does not wait. It runs
 * for the first notification and, a little later, once for all others in between: many notifications do not
 * cause many queries.
 */
export function createHearOfPayment({
  database,
  clock,
  limiter,
}: Pick<ModuleDeps, 'database' | 'clock' | 'limiter'>): HearOfPayment {
  async function hear(paymentId: string): Promise<void> {
    const now = new Date(clock());
    const isFirst = await hasRoom(() => limiter.take(limits.wordsPerPayment, paymentId));
    const runAt = isFirst ? now : new Date(now.getTime() + SPACING_MS);
    if (await isJobWaiting(database, REFRESH_PAYMENT_JOB, { paymentId }, runAt)) return;
    await enqueue(database, REFRESH_PAYMENT_JOB, { paymentId }, { runAt, now });
  }

  return async (providerPaymentId) => {
    const paymentIds = await findByProviderId(database, providerPaymentId);
    for (const paymentId of paymentIds) await hear(paymentId);
    if (paymentIds.length > 0) return;
    // The provider's response was lost, or the shop was restored from a back-up.
    if (await hasRoom(() => limiter.take(limits.unknownPayments, 'all'))) {
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
  hear,
}: Pick<ModuleDeps, 'limiter'> & { readonly hear: HearOfPayment }): Router {
  const router = Router();
  router
    .route(WEBHOOK_PATH)
    .post(express.urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
      if (!request.is('application/x-www-form-urlencoded')) throw new ProblemError('unsupported_media_type');
      const id: unknown = request.body?.id;
      if (typeof id !== 'string' || !PROVIDER_ID.test(id)) {
        throw createValidationFailed([{ field: 'id', code: 'format' }]);
      }
      await limiter.takeOfVisitor(limits.words, readVisitorAddress(request));
      await hear(id);
      response.set('cache-control', 'no-store').type('text/plain').send('OK\n');
    })
    .all(() => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'POST' } });
    });
  return router;
}
