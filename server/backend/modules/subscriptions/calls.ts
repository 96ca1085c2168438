import { type Call, createCall } from '../../http/call.ts';
import type { SubscriptionService } from './service.ts';

/** The calls of what mails an account gets. */
export const createSubscriptionCalls = (service: SubscriptionService): Call[] => [
  createCall('fetchSubscriptions', (context) => service.fetch(context)),
  createCall('updateSubscriptions', (context, input) => service.update(context, input)),
];
