import { createLog } from '../../platform/logging.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import type { BackendConfig } from '../config.ts';
import type { Database } from '../database/database.ts';
import { readMailTexts } from '../mail/mail-texts.ts';
import { createMailWriter } from '../mail/mail-writer.ts';
import { giftCardOperationsOfOrders } from '../modules/gift-cards/service.ts';
import { createOrderChanger } from '../modules/orders/change-order.ts';
import { createPaymentsAndReconciler } from '../modules/payments/create-payments-and-reconciler.ts';
import { orderPaymentOperations, type Reconciler } from '../modules/payments/service.ts';
import { createSiteDirectory } from '../scope/site-directory.ts';
import type { LinkTokens } from '../security/link-tokens.ts';
import { findLocalesFolder } from '../shipped-folders.ts';

/**
 * Creates the reconciler of payment providers and shop in a process without a backend, for use after a
 * restore and before a backend starts.
 *
 * @param options.onError receives unexpected errors
 */
export function createStandalonePaymentReconciler(
  database: Database,
  config: Pick<BackendConfig, 'siteDomains' | 'publicAddress' | 'payments'>,
  { linkTokens, onError }: { readonly linkTokens: LinkTokens; readonly onError: (error: unknown) => void },
): Reconciler {
  const clock = Date.now;
  const texts = readMailTexts(findLocalesFolder());
  const errors: ErrorReporter = { reportError: onError, flush: () => Promise.resolve() };
  const orders = createOrderChanger({
    payments: orderPaymentOperations,
    giftCards: giftCardOperationsOfOrders,
  });
  return createPaymentsAndReconciler({
    database,
    sites: createSiteDirectory({ database, clock, siteDomains: config.siteDomains }),
    log: createLog({ name: 'command', level: 'silent' }),
    errors,
    clock,
    linkTokens,
    mailWriter: createMailWriter({ texts, publicAddress: config.publicAddress }),
    texts,
    settings: config.payments,
    getOrders: () => orders,
  }).reconciler;
}
