import {
  ACCOUNT_FEED_ADVICE_PATH,
  ACCOUNT_SUBSCRIPTIONS_PATH,
} from '../../../../../shared/rules/account/account-paths.ts';
import { MINUTE_MS } from '../../../../../shared/rules/durations.ts';
import type { FeedModel } from '../../../../../shared/rules/feed-advice/feed-model.ts';
import type { Log } from '../../../../platform/logging.ts';
import type { ProductService } from '../../../catalogue/products/service.ts';
import type { Database } from '../../../core/database/database.ts';
import type { MailWriter } from '../../../core/mail/mail-writer.ts';
import type { Worker } from '../../../core/queue/attempts.ts';
import { findAccount, lockAccount } from '../../../customers/accounts/queries.ts';
import type { AccountRecord } from '../../../customers/accounts/types.ts';
import type { ScopedContext } from '../../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../../sites/site-directory.ts';
import { listBatchSamples } from '../../lab-results/queries.ts';
import { findFeedModel } from '../queries.ts';
import { type ChangedRation, composeRationsChangedMail } from './mails.ts';
import { listAccountIdsOfSamples, updateAdvice } from './queries.ts';
import { adjustRation, readSavedRations, type SavedRation } from './rations.ts';

export interface RecalculateOptions {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  readonly sites: SiteDirectory;
  readonly products: Pick<ProductService, 'fetchCartVariants'>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Lists the samples affected by a result: its own nutrition scan, or those of its batch for a hygiene scan.
 */
async function listChangedSamples(handle: Database, sampleId: string): Promise<string[]> {
  const batch = await listBatchSamples(handle, sampleId);
  const changed = batch.find((sample) => sample.sampleId === sampleId);
  const isChanged = (sample: (typeof batch)[number]) =>
    changed?.testKind === 'qs' ? sample.testKind === 'rqs' : sample === changed;
  return batch.filter(isChanged).map((sample) => sample.sampleId);
}

/**
 * Returns the pack price at the last calculation of a ration, as precisely as the stored values allow.
 *
 * @returns euro cents
 */
const getEarlierPrice = ({ netWeightGrams, advice: { figures } }: SavedRation): number =>
  Math.round(((netWeightGrams ?? 1) * figures.costPerDay) / figures.gramsPerDay);

/**
 * Creates the worker that recalculates saved rations after a laboratory result. Changed rations become
 * unread, and their owner gets a mail if they subscribed to results; the mail also lists rations that the
 * model no longer gives. The worker is idempotent.
 */
export function createRecalculationWorker(options: RecalculateOptions): Worker {
  const { database, mailWriter, sites, products, log, clock } = options;

  /**
   * Recalculates the rations of one account with these samples, each together with the other feeds of its
   * horse.
   */
  async function recalculate(
    transaction: Database,
    context: ScopedContext,
    model: FeedModel,
    { accountId, sampleIds }: { readonly accountId: string; readonly sampleIds: readonly string[] },
  ): Promise<ChangedRation[]> {
    const rations = await readSavedRations(transaction, model, {
      accountId,
      languageId: context.language.languageId,
      now: context.now,
    });
    const isAffected = ({ advice }: SavedRation) =>
      advice.sampleId !== null && sampleIds.includes(advice.sampleId);
    const affected = rations.filter(isAffected);
    const ids = [...new Set(affected.map(({ advice }) => advice.productVariantId))];
    const goods = await products.fetchCartVariants(context, ids, transaction);
    const prices = new Map(
      goods.map(({ summary }) => [summary.productVariantId, summary.price.amountInclVat]),
    );
    const fed = rations.filter((ration) => !isAffected(ration) && ration.refusal === null);
    const changed: ChangedRation[] = [];
    for (const ration of affected) {
      const { advice, horseKey, roughage } = ration;
      const { horseType, weightKg, workLevel, horseName } = advice;
      const fitted = adjustRation(
        model,
        {
          variant: ration,
          additives: ration.additives,
          amountInclVat: prices.get(advice.productVariantId) ?? getEarlierPrice(ration),
        },
        { horseType, weightKg, workLevel, roughage: roughage.input },
        fed.filter((other) => other.horseKey === horseKey),
      );
      const previousGrams = advice.figures.gramsPerDay;
      const told = { horseName, product: ration.productName, previousGrams };
      if (fitted.advice === null) {
        if (advice.refusal === fitted.refusal) continue;
        const { refusal } = fitted;
        await updateAdvice(transaction, advice.adviceId, { refusal, isRead: false, changedAt: context.now });
        if (advice.refusal === null) changed.push({ ...told, grams: null });
        continue;
      }
      fed.push({ ...ration, advice: { ...advice, figures: fitted.advice }, refusal: null });
      const { gramsPerDay } = fitted.advice;
      const isNews = gramsPerDay !== previousGrams || advice.refusal !== null;
      await updateAdvice(transaction, advice.adviceId, {
        figures: fitted.advice,
        refusal: null,
        ...(isNews && { isRead: false, changedAt: context.now }),
        ...(gramsPerDay !== previousGrams && { previousGramsPerDay: previousGrams }),
      });
      if (isNews) changed.push({ ...told, grams: gramsPerDay });
    }
    return changed;
  }

  async function createContext(
    account: AccountRecord,
    now: Date,
    signal: AbortSignal,
  ): Promise<ScopedContext | undefined> {
    const [site, language] = await Promise.all([
      sites.findSiteOfMail(account.siteId),
      sites.findLanguage(account.languageId),
    ]);
    return site && language && { now, log, visitorAddress: null, signal, site, language };
  }

  return {
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS],
    async run({ payload }, signal) {
      const now = new Date(clock());
      const model = await findFeedModel(database);
      if (!model) return;
      const sampleIds = await listChangedSamples(database, String(payload.sampleId));
      for (const accountId of await listAccountIdsOfSamples(database, sampleIds)) {
        const account = await findAccount(database, accountId);
        // Read before the transaction: during a transaction the embedded database has no second connection
        // for reading.
        const context = account && (await createContext(account, now, signal));
        if (!context) continue;
        await database.transaction('recalculate-advice', async (transaction) => {
          const owner = await lockAccount(transaction, accountId);
          if (!owner) return;
          const rations = await recalculate(transaction, context, model, { accountId, sampleIds });
          if (rations.length === 0 || !owner.labResults) return;
          const { site, language } = context;
          await mailWriter.putMail(transaction, {
            kind: 'advice-changed',
            site,
            language,
            recipient: owner.emailAddress,
            now,
            compose: (t, origin) =>
              composeRationsChangedMail(t, {
                rations,
                culture: language.culture,
                url: origin + ACCOUNT_FEED_ADVICE_PATH,
                subscriptionsUrl: origin + ACCOUNT_SUBSCRIPTIONS_PATH,
              }),
          });
        });
      }
    },
  };
}
