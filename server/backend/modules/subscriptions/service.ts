import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf } from '../../http/call.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import { type AccountRecord, findAccount, lockAccount, updateAccount } from '../accounts/queries.ts';
import type { ProductService } from '../products/service.ts';
import { deleteRemindersOf, listWaitingReminders } from '../stock-reminders/queries.ts';
import { getRemindedName } from '../stock-reminders/service.ts';

/** What mails the account gets that is signed in. */
export interface SubscriptionService {
  fetch(context: ContextOf<'fetchSubscriptions'>): Promise<CallAnswer<'fetchSubscriptions'>>;
  update(
    context: ContextOf<'updateSubscriptions'>,
    input: CallInput<'updateSubscriptions'>,
  ): Promise<undefined>;
}

export const subscriptionFlood = defineLimits('subscriptions', {
  changesPerAccount: { acts: 120, windowMs: 3_600_000 },
});

/** Closed since its session was proven. */
function assertOpen(found: AccountRecord | undefined): AccountRecord {
  if (!found) throw new ProblemError('not_authenticated');
  return found;
}

/** Makes the service. */
export function createSubscriptionService({
  database,
  limiter,
  products,
}: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly products: Pick<ProductService, 'fetchSummaries'>;
}): SubscriptionService {
  return {
    async fetch(context) {
      const { language, account } = context;
      const owner = assertOpen(await findAccount(database, account.accountId));
      const waiting = await listWaitingReminders(database, owner, language.languageId);
      const ids = [...new Set(waiting.map(({ productVariantId }) => productVariantId))];
      const summaries = new Map(
        (await products.fetchSummaries(context, ids)).map((summary) => [summary.productVariantId, summary]),
      );
      const { newsletter, offers, labResults } = owner;
      return {
        newsletter,
        offers,
        labResults,
        stockReminders: waiting.map(({ stockReminderId, productVariantId, ...named }) => ({
          stockReminderId,
          title: getRemindedName(named, language.culture),
          product: summaries.get(productVariantId) ?? null,
        })),
      };
    },

    async update({ account: { accountId }, signal }, { body }) {
      const { newsletter, offers, labResults, endedStockReminderIds = [] } = body;
      const choices = {
        ...(newsletter !== undefined && { newsletter }),
        ...(offers !== undefined && { offers }),
        ...(labResults !== undefined && { labResults }),
      };
      await limiter.take(subscriptionFlood.changesPerAccount, accountId);
      await database.transaction(
        'change-subscriptions',
        async (transaction) => {
          const owner = assertOpen(await lockAccount(transaction, accountId));
          if (Object.keys(choices).length > 0) await updateAccount(transaction, accountId, choices);
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
