import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { SubscriptionService } from './service.ts';

/** Creates the handlers of mail subscriptions. */
export const createSubscriptionCalls = (service: SubscriptionService): Call[] => [
  createCall('fetchSubscriptions', (context) => service.fetch(context)),
  createCall('updateSubscriptions', (context, input) => service.update(context, input)),
];
