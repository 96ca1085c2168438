import { Router } from 'express';
import type { OutboxSection } from '../../core/queue/admin.tsx';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createPaymentDifferenceAdmin } from './admin.tsx';
import {
  createPaymentsAndReconciler,
  type PaymentsAndReconcilerDeps,
} from './create-payments-and-reconciler.ts';
import { createFailedPaymentSection } from './failed-payment-section.tsx';
import { paymentPersonalData } from './personal-data.ts';
import { RECONCILE_PAYMENT_JOB } from './reconcile.ts';
import { createReconcileJob } from './reconcile-job.ts';
import type { Reconciler } from './service.ts';
import { createTestBankRoutes } from './test-bank/routes.ts';
import type { Payments } from './types.ts';
import { createPaymentNotificationHandler, createWebhookRoutes } from './webhook.ts';
import { createPaymentWorkers } from './workers.ts';

/** Creates the module of payments at the providers of the sites. */
export function createPaymentModule(deps: ModuleDeps & PaymentsAndReconcilerDeps): BackendModule & {
  readonly service: Payments;
  readonly reconciler: Reconciler;
  readonly failedPaymentSection: OutboxSection;
} {
  const handleNotification = createPaymentNotificationHandler(deps);
  const { isAllowed, payments, reconciler } = createPaymentsAndReconciler(deps);
  const workers = createPaymentWorkers({ ...deps, payments });
  const { job, measure } = createReconcileJob({ ...deps, reconciler });
  return {
    service: payments,
    reconciler,
    failedPaymentSection: createFailedPaymentSection(deps.database),
    routes: Router().use(
      createWebhookRoutes({ ...deps, handleNotification }),
      createTestBankRoutes({ ...deps, isAllowed, handleNotification }),
    ),
    queueWorkers: { ...workers, [RECONCILE_PAYMENT_JOB]: reconciler.worker },
    jobs: [job],
    metrics: [measure],
    admin: createPaymentDifferenceAdmin(deps),
    personalData: [paymentPersonalData],
  };
}
