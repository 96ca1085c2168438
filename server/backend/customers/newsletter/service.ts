import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox, isEmailAddress, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import type { Database } from '../../core/database/database.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { hashToken } from '../../core/security/token.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { CONFIRMATION_VALIDITY_HOURS, writeOptInMail } from './opt-in-mail.ts';
import {
  confirmSubscriptionRequest,
  endSubscriptions,
  findSubscriberByToken,
  lockSubscriptionRequest,
  subscriptionKinds,
} from './queries.ts';

export { type ConsentScope, createConsentRecord, writeOptInMail } from './opt-in-mail.ts';

/** Handles newsletter subscriptions and unsubscriptions from all mail kinds. */
export interface NewsletterService {
  request(
    context: ScopedContext,
    input: CallInput<'requestNewsletter'>,
  ): Promise<CallAnswer<'requestNewsletter'>>;
  confirm(context: ScopedContext, token: string): Promise<CallAnswer<'confirmNewsletter'>>;
  end(context: ScopedContext, token: string): Promise<CallAnswer<'endNewsletter'>>;
}

/** How many opt-in mails one visitor and one address may have: enough after typing errors, not enough for abuse. */
export const newsletterRateLimits = defineLimits('newsletter', {
  perVisitor: { maxAttempts: 20, windowMs: HOUR_MS },
  perAddress: { maxAttempts: 3, windowMs: HOUR_MS },
  perAddressAndDay: { maxAttempts: 5, windowMs: 24 * HOUR_MS },
});

/** Creates the service. */
export function createNewsletterService(options: {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): NewsletterService {
  const { database, mailWriter, limiter, clock } = options;
  return {
    async request({ site, language, visitorAddress, signal }, { body }) {
      const emailAddress = normaliseEmailAddress(body.emailAddress);
      if (!isEmailAddress(emailAddress)) {
        throw createValidationFailed([{ field: 'emailAddress', code: 'format' }]);
      }
      const mailbox = getMailbox(emailAddress);
      await limiter.takeForAddress(newsletterRateLimits.perVisitor, visitorAddress);
      await limiter.take(newsletterRateLimits.perAddress, mailbox);
      await limiter.take(newsletterRateLimits.perAddressAndDay, mailbox);
      const scope = { site, language, visitorAddress, now: new Date(clock()) };
      await database.transaction(
        'request-newsletter',
        (transaction) => writeOptInMail(transaction, mailWriter, scope, { emailAddress, source: 'footer' }),
        { signal },
      );
    },

    async confirm({ site, signal }, token) {
      const now = new Date(clock());
      await database.transaction(
        'confirm-newsletter',
        async (transaction) => {
          const request = await lockSubscriptionRequest(transaction, site.site.siteId, hashToken(token));
          if (!request) throw new ProblemError('token_invalid');
          const { confirmedAt, endedAt, createdAt } = request;
          const isOver = now.getTime() - createdAt.getTime() > CONFIRMATION_VALIDITY_HOURS * HOUR_MS;
          // The subscription was ended since: the link of an old mail does not restore it.
          if (endedAt !== null || (confirmedAt === null && isOver)) throw new ProblemError('token_expired');
          if (confirmedAt === null) await confirmSubscriptionRequest(transaction, request, now);
        },
        { signal },
      );
    },

    async end({ site, signal }, token) {
      const now = new Date(clock());
      await database.transaction(
        'end-newsletter',
        async (transaction) => {
          const reader = await findSubscriberByToken(transaction, site.site.siteId, {
            token,
            tokenHash: hashToken(token),
          });
          // The response is the same if the subscription has already ended.
          if (reader) await endSubscriptions(transaction, reader, subscriptionKinds, now);
        },
        { signal },
      );
    },
  };
}
