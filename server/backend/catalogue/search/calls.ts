import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { SearchService } from './service.ts';

/** Creates the handlers of lists and searches below `/api/products`. */
export function createSearchCalls(service: SearchService): Call[] {
  return [
    createCall('searchProducts', (context, { body }) => service.search(context, body)),
    createCall('suggestProducts', (context, { query }) => service.suggest(context, query.term)),
  ];
}
