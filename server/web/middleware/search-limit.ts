import type { Request, RequestHandler } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getStaticRouteOfSegment } from '../../../shared/rules/localised-segments.ts';
import { getCapacityShareKey } from '../../platform/client-network.ts';
import { CallNotSentError, createBackendSlots } from '../backend-client/backend-slots.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import { getRequestDetails } from './request-details.ts';
import { RequestError } from './request-error.ts';

export interface SearchLimits {
  /** Maximum number of concurrent searches. */
  readonly maxConcurrent: number;
  /** Maximum number of concurrent searches per address. */
  readonly perAddress: number;
}

/** Queue length per concurrent search. Callers beyond it would wait longer than they stay connected. */
const waitingPerSearch = 10;

const searchCalls = /^\/api\/(products\/(search|suggestions)|feedadvice\/calculate)\/?$/i;

/**
 * Returns true for calls and pages that search, and for those that calculate rations of all feeds. They are
 * the most expensive requests for the backend that visitors can repeat at will. The calculator page without
 * answers is the same for all visitors.
 */
export function isSearch({ originalUrl }: Request): boolean {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  if (searchCalls.test(path)) return true;
  const screen = getStaticRouteOfSegment(path.split('/', 2)[1] ?? '');
  return screen === 'search' || (screen === 'feedAdvice' && query !== '');
}

/**
 * Creates the middleware that limits concurrent searches, in total and per address, so that the backend
 * retains capacity for other requests. Further searches wait in a bounded queue. If it is full, the answer is
 * 429 for an address that fills it, and 503 if many addresses do.
 */
export function createSearchLimit(options: {
  limits: SearchLimits;
  metrics: Pick<WebMetrics, 'requestShed'>;
}): RequestHandler {
  const { limits, metrics } = options;
  const maxWaiting = limits.maxConcurrent * waitingPerSearch;
  const slots = createBackendSlots({
    capacity: limits.maxConcurrent,
    perAddress: limits.perAddress,
    maxWaiting,
    onFull: () => metrics.requestShed('search'),
  });
  return async (request, response, next) => {
    if (!isSearch(request)) {
      next();
      return;
    }
    const { signal } = getRequestDetails(request);
    let leave: () => void;
    try {
      leave = await slots.take(signal, getCapacityShareKey(request.ip ?? ''));
    } catch (error) {
      if (!(error instanceof ApiError && error.cause instanceof CallNotSentError)) throw error;
      if (error.failure === 'aborted') throw error;
      throw slots.waiting < maxWaiting
        ? new RequestError(429, 'too_many_attempts')
        : new RequestError(503, 'overloaded');
    }
    response.once('prefinish', leave).once('close', leave);
    next();
  };
}
