import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { SavedAdviceService } from './saved/service.ts';
import type { FeedAdviceService } from './service.ts';

/** Creates the handlers below `/api/feedadvice`. */
export function createFeedAdviceCalls({
  advice,
  saved,
}: {
  readonly advice: FeedAdviceService;
  readonly saved: SavedAdviceService;
}): Call[] {
  return [
    createCall('fetchAdvisedHorseTypes', () => advice.listHorseTypes()),
    createCall('calculateFeedAdvice', (context, { body }) => advice.calculate(context, body)),
    createCall('fetchSavedAdvice', (context) => saved.list(context)),
    createCall('saveFeedAdvice', (context, { body }) => saved.save(context, body)),
    createCall('changeFeedAdvice', (context, { params, body }) => saved.save(context, body, params.id)),
    createCall('deleteFeedAdvice', (context, { params }) => saved.delete(context, params.id)),
    createCall('readFeedAdvice', (context, { params }) => saved.read(context, params.id)),
  ];
}
