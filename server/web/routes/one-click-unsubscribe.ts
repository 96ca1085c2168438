import { Router } from 'express';
import type { Api, CallOptions } from '../../../shared/api/client.ts';
import { isToken } from '../../../shared/rules/link-token.ts';
import {
  NEWSLETTER_UNSUBSCRIBE_PATH,
  STOCK_REMINDER_UNSUBSCRIBE_PATH,
} from '../../../shared/rules/path-constants.ts';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { getRequestDetails } from '../middleware/request-details.ts';
import { RequestError } from '../middleware/request-error.ts';

type UnsubscribeCall = (api: Api, token: string, options: CallOptions) => Promise<unknown>;

/** Functions that unsubscribe from mails, by the path in their `List-Unsubscribe` header. */
const unsubscribeByPath: Readonly<Record<string, UnsubscribeCall>> = {
  [STOCK_REMINDER_UNSUBSCRIBE_PATH]: (api, token, options) =>
    api.endStockReminder({ body: { token } }, options),
  [NEWSLETTER_UNSUBSCRIBE_PATH]: (api, token, options) => api.endNewsletter({ body: { token } }, options),
};

/** Maximum size of the body; the standard one has a few dozen bytes. */
export const oneClickUnsubscribeLimitBytes = 4096;

export function isOneClickUnsubscribePath(path: string): boolean {
  return Object.hasOwn(unsubscribeByPath, path);
}

/**
 * Creates the route for one-click unsubscribe (RFC 8058). Mail providers send a POST on behalf of the reader:
 * from a server, without cookies, from any origin. The token in the URL is sufficient, since only the
 * recipient of the mail has it. The answer is short and never a redirect. All other requests, in particular
 * every GET, are passed on to the page with its button.
 */
export function createOneClickUnsubscribeRoutes(createVisitor: CreateVisitorContext): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, end] of Object.entries(unsubscribeByPath)) {
    router.post(path, async (request, response, next) => {
      // The body of RFC 8058, either multipart or URL-encoded.
      if (getRequestDetails(request).form?.get('List-Unsubscribe') !== 'One-Click') {
        next();
        return;
      }
      const token = new URLSearchParams(request.originalUrl.split('?', 2)[1]).get('token') ?? '';
      if (!isToken(token)) throw new RequestError(400, 'token_invalid');
      await end(createVisitor(request).api, token, {});
      response.set('cache-control', 'private, no-store').type('text/plain').send('OK\n');
    });
  }
  return router;
}
