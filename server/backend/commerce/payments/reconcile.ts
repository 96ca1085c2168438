import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import { PermanentFailureError, type Worker } from '../../core/queue/attempts.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import type { KnownNumber } from '../orders/service.ts';
import { attemptAtProvider } from './attempt-at-provider.ts';
import { type PaymentsDeps, type PaymentsForJobs, paymentMismatches } from './create-payments.ts';
import { closeResolvedDifferences, reportPaymentDifference } from './differences/queries.ts';
import { findPayment } from './find-payment.ts';
import { findOrderNumberInDescription } from './find-referenced-order.ts';
import { createJoinUnknownPayment, type JoinPaymentResult } from './join-unknown-payment.ts';
import { canChangePaymentStatus } from './payment-states.ts';
import { type ListedPayment, type PaymentProvider, ProviderError } from './provider.ts';
import {
  listPaymentIdsByProviderId,
  listProviderConfigurationIds,
  type PaymentRecord,
  readPaymentsByProviderId,
} from './queries.ts';
import type { ListedOrderNumbers, ReconcileReport, Reconciler } from './service.ts';

export const RECONCILE_PAYMENT_JOB = 'reconcile-payment';

const RECONCILE_RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
const RECONCILE_MAX_AGE_MS = DAY_MS;

/** Number of failures after which a provider is not queried again in the same run. */
const MAX_FAILURES = 3;

interface MutableReconcileReport {
  compared: number;
  joined: number;
  reported: number;
  failures: string[];
}

/** Returns whether the stored payment matches an entry of the provider's list. */
const matchesListedPayment = (row: PaymentRecord, { summary }: ListedPayment): boolean =>
  summary !== null &&
  !canChangePaymentStatus(row.status, summary.status) &&
  row.refundedAmount === Math.min(row.amount, summary.refundedAmount) &&
  row.chargedBackAmount === Math.min(row.amount, summary.chargedBackAmount);

/**
 * Creates the comparison of the providers' payments with those of the shop. All of its operations are
 * idempotent and can run concurrently.
 */
export function createReconciler(
  deps: Pick<PaymentsDeps, 'database' | 'sites' | 'clock' | 'log' | 'findProvider' | 'orders'> & {
    readonly payments: PaymentsForJobs;
  },
): Reconciler & { readonly worker: Worker } {
  const { database, sites, clock, log, findProvider, payments } = deps;
  const join = createJoinUnknownPayment(deps);

  /** Lists each provider once, with one of the configurations that name it. */
  async function listProviders(): Promise<ReadonlyMap<PaymentProvider, string>> {
    const providers = new Map<PaymentProvider, string>();
    for (const configurationId of await listProviderConfigurationIds(database)) {
      const provider = findProvider(configurationId);
      if (provider && !providers.has(provider)) providers.set(provider, configurationId);
    }
    return providers;
  }

  /** @throws ProviderError */
  async function refresh(paymentId: string, providerPaymentId: string): Promise<JoinPaymentResult> {
    try {
      await payments.tryRefresh(paymentId);
      await closeResolvedDifferences(
        database,
        { kind: 'payment-mismatch', providerObjectId: providerPaymentId },
        new Date(clock()),
      );
      return 'known';
    } catch (error) {
      const isMismatch =
        error instanceof ProviderError && paymentMismatches.some((code) => code === error.message);
      const found = isMismatch ? await findPayment(database, paymentId) : undefined;
      if (!found) throw error;
      const isNew = await reportPaymentDifference(database, {
        kind: 'payment-mismatch',
        providerObjectId: providerPaymentId,
        providerPaymentId,
        orderId: found.order.orderId,
        orderNumber: found.order.orderNumber,
        amount: found.payment.amount,
        foundAt: new Date(clock()),
      });
      return isNew ? 'reported' : 'known';
    }
  }

  /** @throws ProviderError */
  async function comparePayment(
    provider: PaymentProvider,
    configurationId: string,
    providerPaymentId: string,
  ): Promise<JoinPaymentResult> {
    const [paymentId] = await listPaymentIdsByProviderId(database, providerPaymentId);
    if (paymentId !== undefined) return refresh(paymentId, providerPaymentId);
    const known = await provider.fetch(providerPaymentId);
    return known ? join(configurationId, known) : 'foreign';
  }

  /** @throws ProviderError if the list fails, or too many payments fail */
  async function reconcileProvider(
    provider: PaymentProvider,
    configurationId: string,
    { since, signal }: { readonly since: Date; readonly signal: AbortSignal | undefined },
    report: MutableReconcileReport,
  ): Promise<void> {
    let failed = 0;
    for await (const page of provider.list(since)) {
      const rows = await readPaymentsByProviderId(
        database,
        page.map(({ providerPaymentId }) => providerPaymentId),
      );
      for (const listed of page) {
        if (signal?.aborted) return;
        const row = rows.get(listed.providerPaymentId);
        report.compared += 1;
        if (row && matchesListedPayment(row, listed)) continue;
        try {
          const outcome = await comparePayment(provider, configurationId, listed.providerPaymentId);
          if (outcome === 'joined') report.joined += 1;
          if (outcome === 'reported') report.reported += 1;
        } catch (error) {
          // A failed payment does not stop the others.
          report.failures.push(
            `${listed.providerPaymentId}: ${error instanceof Error ? error.message : String(error)}`,
          );
          if (!(error instanceof ProviderError && error.isPermanent)) failed += 1;
          if (failed >= MAX_FAILURES) return;
        }
      }
    }
  }

  async function reconcile(since: Date, signal?: AbortSignal): Promise<ReconcileReport> {
    const report: MutableReconcileReport = { compared: 0, joined: 0, reported: 0, failures: [] };
    for (const [provider, configurationId] of await listProviders()) {
      try {
        await reconcileProvider(provider, configurationId, { since, signal }, report);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        report.failures.push(`${configurationId}: ${error.message}`);
      }
    }
    if (report.failures.length > 0) log.warn({ failures: report.failures }, 'reconcile_failed');
    return report;
  }

  async function listNumbers(since: Date): Promise<ListedOrderNumbers> {
    let refunds = 0;
    const numbers = new Map<string, KnownNumber>();
    const known = await sites.listSites();
    for (const [provider, configurationId] of await listProviders()) {
      for await (const page of provider.list(since)) {
        for (const { summary } of page) {
          if (!summary) refunds += 1;
          // Only payments that this shop started contain its numbers.
          const isOurs = summary !== null && (isUuid(summary.paymentId) || isUuid(summary.orderId));
          const orderNumber = isOurs ? findOrderNumberInDescription(summary.description) : null;
          if (summary === null || orderNumber === null) continue;
          // Older payments, which have no site id at the provider, only name the brand.
          const siteIds =
            summary.siteId === null
              ? known
                  .filter(
                    (site) =>
                      site.site.paymentProviderConfigurationId !== null &&
                      findProvider(site.site.paymentProviderConfigurationId) === provider &&
                      summary.description === `${getBrandName(site.site.type)} ${orderNumber}`,
                  )
                  .map(({ site }) => site.siteId)
              : [summary.siteId];
          numbers.set(`${configurationId} ${siteIds.join()} ${orderNumber}`, {
            siteIds,
            number: orderNumber,
          });
        }
      }
    }
    return { numbers: [...numbers.values()], refunds };
  }

  return {
    reconcile,
    listNumbers,
    // A notification about an unknown payment does not name the provider, so each provider is queried.
    worker: {
      retryDelaysMs: RECONCILE_RETRY_DELAYS_MS,
      giveUpAfterMs: RECONCILE_MAX_AGE_MS,
      run: ({ payload: { providerPaymentId } }) =>
        attemptAtProvider(async () => {
          if (typeof providerPaymentId !== 'string') throw new PermanentFailureError('no_payment');
          for (const [provider, configurationId] of await listProviders()) {
            const outcome = await comparePayment(provider, configurationId, providerPaymentId).catch(
              (error: unknown): JoinPaymentResult => {
                // Anyone can send ids that a provider refuses, and these must not leave dead letters. The
                // hourly comparison finds real payments.
                if (!(error instanceof ProviderError) || !error.isPermanent) throw error;
                log.warn({ failure: error.message }, 'payment_not_compared');
                return 'foreign';
              },
            );
            if (outcome !== 'foreign') return;
          }
        }),
    },
  };
}

/**
 * Enqueues the comparison of a payment that the shop does not know; once for all notifications that arrive
 * before it runs.
 */
export async function enqueueReconcile(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  providerPaymentId: string,
): Promise<void> {
  await enqueue(database, [
    {
      name: RECONCILE_PAYMENT_JOB,
      uniqueKey: providerPaymentId,
      payload: { providerPaymentId },
      now: new Date(clock()),
    },
  ]);
}
