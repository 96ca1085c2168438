import type { MailTexts } from '../../core/mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { OrderChanger } from '../orders/types.ts';
import { createWithdrawalAdmin } from './admin.tsx';
import { createWithdrawalCalls } from './calls.ts';
import { createForgetWithdrawalsJob } from './jobs.ts';
import { withdrawalPersonalData } from './personal-data.ts';
import { selectWithdrawalsOfDocument } from './queries.ts';
import { createWithdrawalReceiptRoutes } from './routes.ts';
import { createWithdrawalService } from './service.ts';

/** Creates the module of withdrawals from contracts, for customers and guests. */
export function createWithdrawalModule(
  deps: ModuleDeps & {
    readonly texts: MailTexts;
    readonly orders: OrderChanger;
  },
): BackendModule {
  const service = createWithdrawalService(deps);
  return {
    calls: createWithdrawalCalls(service),
    routes: createWithdrawalReceiptRoutes(service),
    admin: createWithdrawalAdmin(deps),
    jobs: [createForgetWithdrawalsJob(deps)],
    documentReferences: [selectWithdrawalsOfDocument],
    personalData: [withdrawalPersonalData],
  };
}
