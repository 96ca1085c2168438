import express, { Router } from 'express';
import { createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { readVisitorAddress } from '../../http/visitor-address.ts';
import { enqueue, isJobWaiting } from '../../jobs/job-queue.ts';
import { defineLimits, hasRoom } from '../../limits/limiter.ts';
import type { ModuleDeps } from '../../module.ts';
import { REFRESH_PAYMENT_JOB, WEBHOOK_PATH } from './create-payments.ts';
import { findByProviderId } from './queries.ts';
import { enqueueReconcile } from './reconcile.ts';

/** Words about one payment that come closer together are heard as one. */
const SPACING_MS = 5000;

const limits = defineLimits('payments', {
  /** A provider tells of all payments from a few addresses. */
  words: { acts: 600, windowMs: 10 * 60_000 },
  /** Of these the provider is asked at once. */
  wordsPerPayment: { acts: 1, windowMs: SPACING_MS },
  /** About payments that the shop does not know; anybody can send them. Beyond that the hourly comparison finds what they are about. */
  unknownPayments: { acts: 100, windowMs: 10 * 60_000 },
});

/** Ids of providers, with room to spare. */
const PROVIDER_ID = /^[\w-]{1,64}$/;

/** Hears that something may have changed about a payment, and says nothing of whether there is one. */
export type HearOfPayment = (providerPaymentId: string) => Promise<void>;

/**
 * Makes what hears it: the provider is asked by a job, so that whoever tells us never waits for that. It is asked for the first word and,
 * a little later, once for all that came meanwhile: a flood of words is no flood of calls there.
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
    // Its answer to the shop was lost, or the shop was restored from a back-up.
    if (await hasRoom(() => limiter.take(limits.unknownPayments, 'all'))) {
      await enqueueReconcile({ database, clock }, providerPaymentId);
    }
  };
}

/**
 * `POST /api/payments/webhook`, `id=…`: a provider tells that a payment has changed. Anybody can send it, so it is believed nothing but
 * that it is worth asking; known and unknown ids get the same answer.
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
