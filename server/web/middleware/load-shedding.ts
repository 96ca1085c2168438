import type { Request, RequestHandler } from 'express';
import { getStaticRouteOfSegment } from '../../../shared/rules/localised-segments.ts';
import { toUnpooledBuffer } from '../../platform/unpooled-buffer.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { LoadMonitor, Precedence } from '../load/load-monitor.ts';
import type { WebMetrics } from '../metrics/web-metrics.ts';
import type { PlainPages } from './plain-page.ts';
import { retryAfterSeconds, sendProblem } from './problem.ts';
import { getRequestContext } from './request-details.ts';
import { isSearch } from './search-limit.ts';

export interface LoadSheddingOptions {
  readonly load: LoadMonitor;
  readonly metrics: Pick<WebMetrics, 'requestShed'>;
  readonly plainPages: PlainPages;
}

/** API calls that are part of an order. */
const orderCallsPattern = /^\/api\/(cart|cartcalculation|payments|orders)(\/|$)/i;

function getPrecedence(request: Request): Precedence {
  const { originalUrl } = request;
  if (orderCallsPattern.test(originalUrl)) return 'last';
  const [, segment = ''] = originalUrl.split(/[/?]/, 2);
  if (getStaticRouteOfSegment(segment) === 'checkout') return 'last';
  return isSearch(request) ? 'search' : 'first';
}

/**
 * Creates the middleware that counts requests and sheds excess load. It answers 503 with `Retry-After` and a
 * precomputed page in the language of the site, or a problem document. A quick refusal lets visitors retry
 * later; queueing all of them would bring down the process.
 */
export function createLoadShedding({ load, metrics, plainPages }: LoadSheddingOptions): RequestHandler {
  const pages = new Map<string, Buffer>();
  const getPage = ({ site, language }: RequestContext): Buffer => {
    const key = `${language.code} ${site.siteId}`;
    const page = pages.get(key) ?? toUnpooledBuffer(plainPages({ status: 503, site, language }));
    pages.set(key, page);
    return page;
  };

  return (request, response, next) => {
    const overload = load.findOverload(getPrecedence(request));
    if (overload !== null) {
      metrics.requestShed(overload);
      if (request.baseUrl === '/api') {
        sendProblem(response, 503, 'overloaded');
        return;
      }
      const page = getPage(getRequestContext(request));
      // Written through Node directly: Express would hash the page for an ETag each time.
      response.writeHead(503, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': page.length,
        'cache-control': 'no-store',
        'retry-after': String(retryAfterSeconds),
      });
      response.end(request.method === 'HEAD' ? undefined : page);
      return;
    }
    const leave = load.enter();
    // Once the answer is written it counts as done, however slowly the client reads it.
    response.once('prefinish', leave).once('close', leave);
    next();
  };
}
