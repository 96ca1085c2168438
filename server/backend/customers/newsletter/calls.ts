import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { NewsletterService } from './service.ts';

/** Creates the handlers of the newsletter. */
export const createNewsletterCalls = (service: NewsletterService): Call[] => [
  createCall('requestNewsletter', (context, input) => service.request(context, input)),
  createCall('confirmNewsletter', (context, { body }) => service.confirm(context, body.token)),
  createCall('endNewsletter', (context, { body }) => service.end(context, body.token)),
];
