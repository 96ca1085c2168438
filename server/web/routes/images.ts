import { type RequestHandler, Router } from 'express';
import { getCapacityShareKey } from '../../platform/client-network.ts';
import { retryAfterSeconds } from '../middleware/problem.ts';
import { getRequestDetails } from '../middleware/request-details.ts';
import { RequestError } from '../middleware/request-error.ts';
import { type BackendProxy, pickEndToEndHeaders } from '../proxy/backend-proxy.ts';

/**
 * Path of a picture. The hash is that of the content, so a URL never changes its picture. Only widths of the
 * breakpoints exist.
 */
const picturePathPattern = /^\/images\/[0-9a-f]{16,64}\/(96|260|480|768|1088|1472)\.(avif|webp|png)$/;
const immutable = 'public, max-age=31536000, immutable';

/** Request headers that the answer may depend on. */
const passedHeaders = new Set(['accept', 'if-none-match', 'if-modified-since', 'range', 'if-range']);

const emptyBody = Buffer.alloc(0);

/**
 * Creates the route `/images/{hash}/{width}.{avif|webp|png}`, served by the backend. It comes before the
 * scope: pictures are the same on every site.
 */
export function createImageRoutes({ proxy }: { proxy: BackendProxy }): Router {
  const handle: RequestHandler = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      throw new RequestError(405, 'method_not_allowed');
    }
    const { requestId, trace, log } = getRequestDetails(request);
    const path = request.originalUrl.split('?')[0] ?? '';
    if (!picturePathPattern.test(path)) throw new RequestError(404, 'not_found');
    const headers = Object.entries(pickEndToEndHeaders(request.headers)).filter(([name]) =>
      passedHeaders.has(name),
    );
    proxy(response, {
      lane: 'picture',
      address: getCapacityShareKey(request.ip ?? ''),
      method: request.method,
      // Without the query, which would create many URLs of one picture.
      path,
      headers: { ...Object.fromEntries(headers), 'x-request-id': requestId, ...trace.headers },
      body: emptyBody,
      prepareAnswer: (answer) => {
        const isPicture = answer.statusCode !== undefined && answer.statusCode < 400;
        delete answer.headers['set-cookie'];
        delete answer.headers['x-powered-by'];
        answer.headers['cache-control'] = isPicture ? immutable : 'no-store';
      },
      onFailure: (failure) => {
        log.warn({ failure }, 'picture_failed');
        response
          .status(503)
          .set({ 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) })
          .end();
      },
    });
  };
  return Router({ caseSensitive: true, strict: true }).all('/images/{*path}', handle);
}
