import type { RequestHandler, Response } from 'express';
import type { FormReport } from '../../../client/forms/form-report.ts';
import { isOwnAddress } from '../context/own-address.ts';
import { chooseEncoding } from '../middleware/accept-encoding.ts';
import { compressOnce } from '../middleware/compression.ts';
import { isForm, runForm } from '../middleware/page-form.ts';
import { retryAfterSeconds } from '../middleware/problem.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestContext, getRequestFacts } from '../middleware/request-facts.ts';
import { formatServerTiming } from '../middleware/server-timing.ts';
import { hasSession } from '../middleware/session-cookie.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';
import type { PageCacheControls } from './page-cache-control.ts';

function getCacheControl(page: RenderedPage, cacheControls: PageCacheControls): string {
  if (page.kind === 'redirect') return page.status === 301 ? cacheControls.whole : 'no-store';
  if (page.status !== 200) return 'no-store';
  if (page.cachePolicy === 'private') return 'private, no-store';
  return page.isComplete ? cacheControls.whole : cacheControls.incomplete;
}

function sendWhole(response: Response, html: Buffer, accepted: string | undefined): void {
  const { encoding, bytes } = compressOnce(html, chooseEncoding(accepted));
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}

/** The catch-all: asks the renderer and sends what it made. What the page cache could have answered does not come here. */
export function createPageRoute(options: {
  renderPage: PageRenderer;
  cacheControls: PageCacheControls;
  /** Milliseconds that only go forward. */
  now: () => number;
}): RequestHandler {
  const { renderPage, cacheControls, now } = options;
  return async (request, response) => {
    const context = getRequestContext(request);
    const facts = getRequestFacts(request);
    let form: FormReport | undefined;
    if (isForm(request)) {
      const result = await runForm(request, context);
      if ('path' in result) {
        if (!isOwnAddress(result.path, context))
          throw new Error('A form leads to a host that is none of ours');
        response.set('cache-control', 'private, no-store').redirect(303, result.path);
        return;
      }
      form = result;
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      throw new RequestError(405, 'method_not_allowed');
    }
    const page = await renderPage({
      context,
      url: request.originalUrl,
      signal: facts.signal,
      ...(form ? { form } : {}),
    });
    facts.kind = page.kind === 'redirect' ? 'redirect' : page.pageKind;
    if (response.destroyed) return;

    if (page.kind === 'redirect') {
      if (!isOwnAddress(page.location, context)) {
        throw new Error('A route redirects to a host that is none of ours');
      }
      response.location(page.location);
    }
    const isAnonymous = !hasSession(request.headers.cookie);
    response.status(page.status === 200 && form?.status === 'refused' ? 422 : page.status);
    // A token in an address is for its reader alone: no page and no picture that is opened from here hears of it.
    if (/[?&]token=/.test(request.originalUrl)) response.set('referrer-policy', 'no-referrer');
    response.set('cache-control', isAnonymous ? getCacheControl(page, cacheControls) : 'private, no-store');
    if (page.status === 503) response.set('retry-after', String(retryAfterSeconds));
    if (page.kind === 'redirect') {
      response.end();
      return;
    }
    if (isAnonymous && page.status === 200 && page.cachePolicy === 'public') {
      response
        .set('surrogate-key', page.surrogateKeys.join(' '))
        .set('cache-tag', page.surrogateKeys.join(','));
    }
    Object.assign(facts.timings, page.timings);
    response.set('server-timing', formatServerTiming(facts.timings, now() - facts.startedAt));
    response.type('html').vary('Accept-Encoding');
    if (request.method === 'HEAD') response.end();
    else if (page.bytes) sendWhole(response, page.bytes, request.headers['accept-encoding']);
    else page.pipe(response);
  };
}
