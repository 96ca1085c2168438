import { Router } from 'express';
import type { MailTexts } from '../../mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../module.ts';
import { findProviderSettings, isTestBankAllowed, type PaymentSettings } from '../../payment-settings.ts';
import type { OrderChanger } from '../orders/service.ts';
import { createPayments } from './create-payments.ts';
import { createMollieProvider } from './mollie/mollie-provider.ts';
import { createFindProvider } from './providers.ts';
import type { Payments } from './service.ts';
import { createTestBankRoutes } from './test-bank/routes.ts';
import { createTestBank } from './test-bank/test-bank.ts';
import { createHearOfPayment, createWebhookRoutes } from './webhook.ts';
import { createPaymentWorkers } from './workers.ts';

/** Payments of orders, at the providers of their sites. */
export function createPaymentModule(
  deps: ModuleDeps & {
    readonly settings: PaymentSettings;
    readonly texts: MailTexts;
    /** Orders need payments as well: asked for when one is to be changed. */
    readonly getOrders: () => OrderChanger;
  },
): BackendModule & { readonly service: Payments } {
  const { sites, settings } = deps;
  const isAllowed = async () => isTestBankAllowed(await sites.listSites(), settings);
  const hear = createHearOfPayment(deps);
  const payments = createPayments({
    ...deps,
    findProvider: createFindProvider({
      settings,
      testBank: createTestBank({ ...deps, isAllowed }),
      createMollie: (own) => createMollieProvider(own),
    }),
    findWebhookOrigin: (configurationId) => {
      const own = findProviderSettings(settings, configurationId);
      return own?.kind === 'mollie' ? own.webhookOrigin : undefined;
    },
  });
  const workers = createPaymentWorkers({ ...deps, payments });
  return {
    service: payments,
    routes: Router().use(
      createWebhookRoutes({ ...deps, hear }),
      createTestBankRoutes({ ...deps, isAllowed, hear }),
    ),
    eventWorkers: { payment: workers.event },
    queuedWorkers: workers.queued,
  };
}
