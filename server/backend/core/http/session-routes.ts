import cookieParser from 'cookie-parser';
import type { Request, RequestHandler, Response } from 'express';
import { FORM_TOKEN_HEADER } from '../../../../shared/contract/request-headers.ts';
import { isCrossSiteRequest } from '../../../platform/cross-site-request.ts';
import type { Log } from '../../../platform/logging.ts';
import type { ScopedContext } from './call.ts';
import { type Account, authenticateCaller } from './caller.ts';
import { ProblemError } from './problem-error.ts';
import { createDisconnectSignal, createScopeReader, readRequestTime } from './read-scope.ts';
import type { ScopeDirectory, ScopeLanguage, ScopeSite } from './scope.ts';
import { readVisitorCookies } from './visitor-cookies.ts';
import { readVisitorIpAddress } from './visitor-ip-address.ts';

/** Context of a request by a signed-in customer, as of a call. */
export interface SessionContext<Site, Language> extends ScopedContext<Site, Language> {
  readonly account: Account;
}

/**
 * Creates a route from its handler. The handler runs only for customers signed in on the site of the request.
 */
export type SessionRouteFactory<Site, Language> = (
  answer: (context: SessionContext<Site, Language>, request: Request, response: Response) => Promise<void>,
) => RequestHandler;

/** Looks up sessions and checks their forms. */
export interface SessionLookup {
  /** Returns the account of a session of the site; null if the session is unknown or expired. */
  find(sessionToken: string, siteId: number): Promise<Account | null>;
  /** Returns true if a form token belongs to the session of the account. */
  isFormToken(account: Account | null, formToken: string): boolean;
}

const parseCookies = cookieParser();

/**
 * Creates the authorisation of downloads and uploads, which are not calls of the contract. Refuses for the
 * same reasons as a call that needs a session: 401 `not_authenticated` without a session of this site, 403
 * `foreign_request` from a page of another site or with a form of another session, 400 without a site. Does
 * not read the body.
 */
export function createSessionRoute<Site extends ScopeSite, Language extends ScopeLanguage>(deps: {
  readonly sites: ScopeDirectory<Site, Language>;
  readonly sessions: SessionLookup;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): SessionRouteFactory<Site, Language> {
  const { sessions, log, clock } = deps;
  const readScope = createScopeReader(deps.sites);

  async function authenticate(request: Request, response: Response): Promise<SessionContext<Site, Language>> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isCrossSiteRequest(request.headers)) throw new ProblemError('foreign_request');
    parseCookies(request, response, () => undefined);
    const signal = createDisconnectSignal(response);
    const scope = await readScope(request, false);
    const { account } = await authenticateCaller(
      'session',
      {
        siteId: scope.site.site.siteId,
        sessionToken: readVisitorCookies(request).session,
        shoppingcartId: null,
        adminToken: null,
      },
      {
        findAccount: (sessionToken, siteId) => sessions.find(sessionToken, siteId),
        findCart: async () => null,
        findStaffMember: async () => null,
      },
    );
    if (account === null) throw new ProblemError('not_authenticated');
    const formToken = request.get(FORM_TOKEN_HEADER);
    if (formToken !== undefined && !sessions.isFormToken(account, formToken)) {
      throw new ProblemError('foreign_request');
    }
    const visitorAddress = readVisitorIpAddress(request);
    return { ...scope, now: readRequestTime(request, clock), log, visitorAddress, signal, account };
  }

  return (answer) => async (request, response) => {
    await answer(await authenticate(request, response), request, response);
  };
}

/**
 * Returns the headers of a file for one customer: it is downloaded, never displayed as a page of the shop's
 * origin, and never cached.
 */
export const createPrivateFileHeaders = (file: {
  readonly mediaType: string;
  readonly fileName: string;
  readonly length: number;
}): Readonly<Record<string, string>> => ({
  'content-type': file.mediaType,
  'content-length': String(file.length),
  'content-disposition': `attachment; filename="${file.fileName}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "sandbox; default-src 'none'",
});
