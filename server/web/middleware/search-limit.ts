import type { Request, RequestHandler } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getScreenOfSegment } from '../../../shared/rules/localised-segments.ts';
import { getShareKey } from '../../platform/client-network.ts';
import { CallRefusal, createBackendSlots } from '../backend-client/backend-slots.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import { RequestError } from './request-error.ts';
import { getRequestFacts } from './request-facts.ts';

export interface SearchLimits {
  /** Searches under way at once. */
  readonly atOnce: number;
  /** Of them, those of one address. */
  readonly perAddress: number;
}

/** Searches that may wait for each one that may run: whoever comes then would wait too long to be still there. */
const waitingPerSearch = 10;

const searchCalls = /^\/api\/(products\/(search|suggestions)|feedadvice\/calculate)\/?$/i;

/**
 * True for the calls and pages that search, and for those that count rations of every feed: they cost the backend more than anything else
 * a visitor can ask for at will. The calculator without answers is one page for all.
 */
export function isSearch({ originalUrl }: Request): boolean {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  if (searchCalls.test(path)) return true;
  const screen = getScreenOfSegment(path.split('/', 2)[1] ?? '');
  return screen === 'search' || (screen === 'feedAdvice' && query !== '');
}

/**
 * Lets so many searches run at once, and few of one address: the backend then has room for all else, however many search. The others
 * wait in a bounded line; beyond it 429 for an address that fills it, 503 where there are many.
 */
export function createSearchLimit(options: {
  limits: SearchLimits;
  metrics: Pick<WebMetrics, 'requestShed'>;
}): RequestHandler {
  const { limits, metrics } = options;
  const maxWaiting = limits.atOnce * waitingPerSearch;
  const slots = createBackendSlots({
    capacity: limits.atOnce,
    perAddress: limits.perAddress,
    maxWaiting,
    onFull: () => metrics.requestShed('search'),
  });
  return async (request, response, next) => {
    if (!isSearch(request)) {
      next();
      return;
    }
    const { signal } = getRequestFacts(request);
    let leave: () => void;
    try {
      leave = await slots.take(signal, getShareKey(request.ip ?? ''));
    } catch (error) {
      if (!(error instanceof ApiError && error.cause instanceof CallRefusal)) throw error;
      if (error.failure === 'aborted') throw error;
      throw slots.waiting < maxWaiting
        ? new RequestError(429, 'too_many_attempts')
        : new RequestError(503, 'overloaded');
    }
    response.once('prefinish', leave).once('close', leave);
    next();
  };
}
