import { createHmac, randomUUID } from 'node:crypto';
import {
  REAUTHENTICATION_VALIDITY_MS,
  sessionLifetimes,
} from '../../../../shared/rules/account/session-lifetimes.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { isSameSecret } from '../../../platform/bearer-token.ts';
import type { Database } from '../../core/database/database.ts';
import type { SessionLookup } from '../../core/http/session-routes.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import {
  deleteSessionsOfSameBrowser,
  findSession,
  getSessionBrowserId,
  insertSession,
  type SessionRecord,
  updateSession,
} from './queries.ts';

/** Precision of the last-seen time in milliseconds: not every request writes it. */
const LAST_SEEN_PRECISION_MS = MINUTE_MS;

/** Where a session is started. */
export interface SessionOrigin {
  readonly userAgent: string | null;
  /** First part of the visitor's IP address. */
  readonly network: string | null;
}

/** Customer sessions. */
export interface Sessions extends SessionLookup {
  /**
   * Starts a session, in the transaction that verified the customer.
   *
   * @returns the session cookies for the response
   */
  begin(
    transaction: Database,
    session: {
      readonly accountId: string;
      readonly isKept: boolean;
      readonly origin: SessionOrigin;
      readonly now: Date;
    },
  ): Promise<readonly ResponseCookie[]>;
  /**
   * Starts a session on the host of another language, in the browser that has the session `source`. The copy
   * expires when `source` does, and the last authentication is that of `source`.
   */
  beginCopy(
    transaction: Database,
    source: SessionRecord,
    copied: { readonly origin: SessionOrigin; readonly now: Date },
  ): Promise<readonly ResponseCookie[]>;
  /** Gives a session a new token after its rights or its user changed. The former token becomes invalid. */
  renew(
    transaction: Database,
    session: { readonly sessionId: string; readonly isKept: boolean; readonly now: Date },
  ): Promise<readonly ResponseCookie[]>;
  /** Returns the anti-forgery token of forms on private pages of the session. */
  createFormToken(sessionId: string): string;
}

/** Cookies that remove a session from a browser. */
export const sessionRemovalCookies: readonly ResponseCookie[] = [
  { name: 'session', value: '', maxAgeSeconds: 0 },
  { name: 'signedIn', value: '', maxAgeSeconds: 0 },
];

/** The same cookies, and those of its cart and its latest order. */
export const signOutCookies: readonly ResponseCookie[] = [
  ...sessionRemovalCookies,
  { name: 'cart', value: '', maxAgeSeconds: 0 },
  { name: 'order', value: '', maxAgeSeconds: 0 },
  { name: 'openOrder', value: '', maxAgeSeconds: 0 },
];

/**
 * Returns whether a session has expired: it was unused for too long or started too long ago.
 *
 * @param now milliseconds since 1970
 */
export function isSessionOver(
  { createdAt, lastSeenAt, isKept }: Pick<SessionRecord, 'createdAt' | 'lastSeenAt' | 'isKept'>,
  now: number,
): boolean {
  const { idleMs, totalMs } = isKept ? sessionLifetimes.kept : sessionLifetimes.browser;
  return now - lastSeenAt.getTime() >= idleMs || now - createdAt.getTime() >= totalMs;
}

function createSessionCookies(token: string, isKept: boolean): readonly ResponseCookie[] {
  const maxAgeSeconds = isKept ? sessionLifetimes.kept.totalMs / 1000 : null;
  return [
    { name: 'session', value: token, maxAgeSeconds },
    { name: 'signedIn', value: '1', maxAgeSeconds },
  ];
}

/**
 * Creates the session service.
 *
 * @param deps.formKey key of 32 bytes, the same in all backends
 */
export function createSessions(deps: {
  readonly database: Database;
  readonly formKey: Buffer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Sessions {
  const { database, formKey, clock } = deps;
  const createFormToken = (sessionId: string): string =>
    createHmac('sha256', formKey).update(sessionId).digest('base64url');

  /** Stores a session with a new id and token. */
  async function insert(
    transaction: Database,
    session: Pick<SessionRecord, 'accountId' | 'isKept' | 'createdAt' | 'authenticatedAt'> & {
      readonly browserId?: string;
    },
    { origin, now }: { readonly origin: SessionOrigin; readonly now: Date },
  ): Promise<readonly ResponseCookie[]> {
    const { accountId, isKept, createdAt, authenticatedAt } = session;
    const token = createToken();
    const accountSessionId = randomUUID();
    await insertSession(transaction, {
      accountSessionId,
      accountId,
      tokenHash: hashToken(token),
      createdAt,
      lastSeenAt: now,
      authenticatedAt,
      isKept,
      ...describeUserAgent(origin.userAgent),
      network: origin.network,
      browserId: session.browserId ?? accountSessionId,
    });
    return createSessionCookies(token, isKept);
  }

  return {
    async find(sessionToken, siteId) {
      const found = await findSession(database, { tokenHash: hashToken(sessionToken), siteId });
      if (!found) return null;
      const { accountId, accountSessionId: sessionId, lastSeenAt, authenticatedAt } = found;
      const now = clock();
      if (isSessionOver(found, now)) return null;
      if (now - lastSeenAt.getTime() >= LAST_SEEN_PRECISION_MS) {
        await updateSession(database, sessionId, { lastSeenAt: new Date(now) });
      }
      return {
        accountId,
        sessionId,
        isFresh: now - authenticatedAt.getTime() < REAUTHENTICATION_VALIDITY_MS,
      };
    },

    begin: (transaction, { accountId, isKept, origin, now }) =>
      insert(transaction, { accountId, isKept, createdAt: now, authenticatedAt: now }, { origin, now }),

    beginCopy: (transaction, source, { origin, now }) =>
      insert(transaction, { ...source, browserId: getSessionBrowserId(source) }, { origin, now }),

    async renew(transaction, { sessionId, isKept, now }) {
      const token = createToken();
      await updateSession(transaction, sessionId, {
        tokenHash: hashToken(token),
        lastSeenAt: now,
        authenticatedAt: now,
        handoverHash: null,
        handoverAt: null,
      });
      // Copies were created without the password.
      await deleteSessionsOfSameBrowser(transaction, sessionId);
      return createSessionCookies(token, isKept);
    },

    createFormToken,
    isFormToken: (account, formToken) =>
      account !== null && isSameSecret(formToken, createFormToken(account.sessionId)),
  };
}
