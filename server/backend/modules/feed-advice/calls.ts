import { type Call, createCall } from '../../http/call.ts';
import type { FeedAdviceService } from './service.ts';

/** The calls below `/api/feedadvice`. */
export function createFeedAdviceCalls(service: FeedAdviceService): Call[] {
  return [
    createCall('fetchAdvisedHorseTypes', () => service.listHorseTypes()),
    createCall('calculateFeedAdvice', (context, { body }) => service.calculate(context, body)),
  ];
}
