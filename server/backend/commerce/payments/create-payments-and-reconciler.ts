import type { MailTexts } from '../../core/mail/mail-texts.ts';
import type { ModuleDeps } from '../../sites/backend-module.ts';
import type { OrderChanger } from '../orders/types.ts';
import { createPayments } from './create-payments.ts';
import { createFindProvider } from './find-provider.ts';
import { createMollieProvider } from './mollie/mollie-provider.ts';
import { findProviderSettings, isTestBankAllowed, type PaymentSettings } from './payment-settings.ts';
import { createReconciler } from './reconcile.ts';
import { createTestBank } from './test-bank/test-bank.ts';

export type PaymentsAndReconcilerDeps = Pick<
  ModuleDeps,
  'database' | 'sites' | 'log' | 'errors' | 'clock' | 'mailWriter' | 'linkTokens'
> & {
  readonly settings: PaymentSettings;
  readonly texts: MailTexts;
  readonly orders: OrderChanger;
};

/** Creates the payments at the configured providers, and their reconciliation. */
export function createPaymentsAndReconciler(deps: PaymentsAndReconcilerDeps) {
  const { sites, settings } = deps;
  const isAllowed = async () => isTestBankAllowed(await sites.listSites(), settings);
  const findProvider = createFindProvider({
    settings,
    testBank: createTestBank({ ...deps, isAllowed }),
    createMollie: (mollieSettings) => createMollieProvider(mollieSettings),
  });
  const payments = createPayments({
    ...deps,
    findProvider,
    findWebhookOrigin: (configurationId) => {
      const providerSettings = findProviderSettings(settings, configurationId);
      return providerSettings?.kind === 'mollie' ? providerSettings.webhookOrigin : undefined;
    },
  });
  return { isAllowed, payments, reconciler: createReconciler({ ...deps, findProvider, payments }) };
}
