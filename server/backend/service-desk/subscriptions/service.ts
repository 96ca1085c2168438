import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import { deleteRemindersOf, listPendingReminders } from '../../commerce/stock-reminders/queries.ts';
import { getVariantName } from '../../commerce/stock-reminders/service.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { findAccount, lockAccount, updateAccount } from '../../customers/accounts/queries.ts';
import type { AccountRecord } from '../../customers/accounts/types.ts';
import {
  endSubscriptions,
  findSubscriptions,
  subscribeConfirmedAddress,
  subscriptionKinds,
} from '../../customers/newsletter/queries.ts';
import { createConsentRecord } from '../../customers/newsletter/service.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';

/** The mail subscriptions of the signed-in account. */
export interface SubscriptionService {
  fetch(context: ContextOf<'fetchSubscriptions'>): Promise<CallAnswer<'fetchSubscriptions'>>;
  update(
    context: ContextOf<'updateSubscriptions'>,
    input: CallInput<'updateSubscriptions'>,
  ): Promise<undefined>;
}

export const subscriptionRateLimits = defineLimits('subscriptions', {
  changesPerAccount: { maxAttempts: 120, windowMs: HOUR_MS },
});

/** Returns the account. @throws ProblemError if it was closed after the session was verified */
function assertAccountOpen(found: AccountRecord | undefined): AccountRecord {
  if (!found) throw new ProblemError('not_authenticated');
  return found;
}

/** Creates the service. */
export function createSubscriptionService({
  database,
  limiter,
  mailWriter,
  clock,
  products,
}: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly mailWriter: Pick<MailWriter, 'getTranslate'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly products: Pick<ProductService, 'fetchSummaries'>;
}): SubscriptionService {
  return {
    async fetch(context) {
      const { language, account } = context;
      const owner = assertAccountOpen(await findAccount(database, account.accountId));
      const waiting = await listPendingReminders(database, owner, language.languageId);
      const ids = [...new Set(waiting.map(({ productVariantId }) => productVariantId))];
      const summaries = new Map(
        (await products.fetchSummaries(context, ids)).map((summary) => [summary.productVariantId, summary]),
      );
      const { newsletter, offers } = await findSubscriptions(database, owner);
      const { labResults } = owner;
      return {
        newsletter,
        offers,
        labResults,
        stockReminders: waiting.map(({ stockReminderId, productVariantId, ...named }) => ({
          stockReminderId,
          title: getVariantName(named, language.culture),
          product: summaries.get(productVariantId) ?? null,
        })),
      };
    },

    async update(context, { body }) {
      const { site, language, visitorAddress, signal } = context;
      const { accountId } = context.account;
      const { labResults, endedStockReminderIds = [] } = body;
      const now = new Date(clock());
      const scope = { site, language, visitorAddress, now };
      await limiter.take(subscriptionRateLimits.changesPerAccount, accountId);
      await database.transaction(
        'change-subscriptions',
        async (transaction) => {
          const owner = assertAccountOpen(await lockAccount(transaction, accountId));
          if (labResults !== undefined) await updateAccount(transaction, accountId, { labResults });
          for (const kind of subscriptionKinds.filter((known) => body[known] === true)) {
            const consent = createConsentRecord(mailWriter, scope, 'account', kind);
            await subscribeConfirmedAddress(transaction, owner, kind, {
              ...consent,
              languageId: owner.languageId,
            });
          }
          const ended = subscriptionKinds.filter((kind) => body[kind] === false);
          if (ended.length > 0) await endSubscriptions(transaction, owner, ended, now);
          if (endedStockReminderIds.length > 0) {
            await deleteRemindersOf(transaction, owner, endedStockReminderIds);
          }
        },
        { signal },
      );
      return undefined;
    },
  };
}
