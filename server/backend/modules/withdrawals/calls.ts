import { type Call, createCall } from '../../http/call.ts';
import type { WithdrawalService } from './service.ts';

/** The calls of withdrawals. */
export const createWithdrawalCalls = (service: WithdrawalService): Call[] => [
  createCall('createWithdrawal', (context, input) => service.create(context, input)),
];
