import { createLog } from '../../platform/logging.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import { createPaymentsAndReconciler } from '../commerce/payments/create-payments-and-reconciler.ts';
import type { Reconciler } from '../commerce/payments/service.ts';
import { readPageLinks } from '../content/content/queries.ts';
import type { Database } from '../core/database/database.ts';
import { readMailTexts } from '../core/mail/mail-texts.ts';
import { createMailWriter } from '../core/mail/mail-writer.ts';
import type { LinkTokens } from '../core/security/link-tokens.ts';
import { findLocalesFolder } from '../core/shipped-folders.ts';
import { readImportVersion } from '../shop-store/import-version.ts';
import { createSiteDirectory } from '../sites/site-directory.ts';
import type { BackendConfig } from './config.ts';
import { createShopOrderChanger } from './order-changer.ts';

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
  return createPaymentsAndReconciler({
    database,
    sites: createSiteDirectory({
      database,
      clock,
      siteDomains: config.siteDomains,
      readPageLinks,
      readShopVersion: readImportVersion,
    }),
    log: createLog({ name: 'command', level: 'silent' }),
    errors,
    clock,
    linkTokens,
    mailWriter: createMailWriter({ texts, publicAddress: config.publicAddress }),
    texts,
    settings: config.payments,
    orders: createShopOrderChanger(),
  }).reconciler;
}
