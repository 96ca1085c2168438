import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { WithdrawalService } from './service.ts';

/** Creates the handlers of withdrawals. */
export const createWithdrawalCalls = (service: WithdrawalService): Call[] => [
  createCall('createWithdrawal', (context, input) => service.create(context, input)),
];
