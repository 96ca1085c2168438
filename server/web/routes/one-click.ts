import { Router } from 'express';
import type { Api, CallOptions } from '../../../shared/api/client.ts';
import { NEWSLETTER_UNSUBSCRIBE_PATH, STOCK_REMINDER_UNSUBSCRIBE_PATH } from '../../../shared/rules/urls.ts';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { RequestError } from '../middleware/request-error.ts';
import { getRequestFacts } from '../middleware/request-facts.ts';

type EndMails = (api: Api, token: string, options: CallOptions) => Promise<unknown>;

/** What ends the mails that name an address in `List-Unsubscribe`, by the path of that address. */
const endings: Readonly<Record<string, EndMails>> = {
  [STOCK_REMINDER_UNSUBSCRIBE_PATH]: (api, token, options) =>
    api.endStockReminder({ body: { token } }, options),
  [NEWSLETTER_UNSUBSCRIBE_PATH]: (api, token, options) => api.endNewsletter({ body: { token } }, options),
};

/** The order is a few dozen bytes. */
export const oneClickLimitBytes = 4096;

export function isOneClickPath(path: string): boolean {
  return Object.hasOwn(endings, path);
}

/**
 * Ends mails by one POST, as mail providers send it for a reader who has pressed their own button (RFC 8058): from a server, without
 * cookies, and from whichever origin. The token in the address is all the right that is needed: who has it has the mail. The
 * answer is short and never a redirect. What is no such order, above all every GET, goes on to the page with its button.
 */
export function createOneClickRoutes(createVisitor: CreateVisitorContext): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, end] of Object.entries(endings)) {
    router.post(path, async (request, response, next) => {
      // The order of RFC 8058: it may come with parts or without.
      if (getRequestFacts(request).form?.get('List-Unsubscribe') !== 'One-Click') {
        next();
        return;
      }
      const token = new URLSearchParams(request.originalUrl.split('?', 2)[1]).get('token') ?? '';
      if (!/^[\w-]{43}$/.test(token)) throw new RequestError(400, 'token_invalid');
      await end(createVisitor(request).api, token, {});
      response.set('cache-control', 'private, no-store').type('text/plain').send('OK\n');
    });
  }
  return router;
}
