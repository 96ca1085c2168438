import { createHmac, randomUUID } from 'node:crypto';
import { FRESH_MS, sessionLives } from '../../../../shared/rules/account/session-lives.ts';
import { isSameSecret } from '../../../platform/bearer-token.ts';
import type { Database } from '../../database/database.ts';
import type { Account } from '../../http/caller.ts';
import type { AnswerCookie } from '../../http/visitor-cookies.ts';
import { createToken, hashToken } from '../../security/token.ts';
import {
  browserIdOf,
  deleteCopies,
  findSession,
  insertSession,
  type SessionRecord,
  updateSession,
} from './queries.ts';
import { describeUserAgent } from './user-agent.ts';

/** How exactly it is known when somebody was seen last, in milliseconds: not every request writes. */
const SEEN_STEP_MS = 60_000;

/** Where a session begins. */
export interface SessionOrigin {
  readonly userAgent: string | null;
  /** First part of the visitor's address. */
  readonly network: string | null;
}

/** Who is signed in, and where. */
export interface Sessions {
  /** The account of a session of the site; null where the session is unknown or over. */
  find(sessionToken: string, siteId: number): Promise<Account | null>;
  /**
   * Begins a session, in the transaction of what proved who it is for.
   *
   * @returns the cookies that say so, for the answer
   */
  begin(
    transaction: Database,
    session: {
      readonly accountId: string;
      readonly isKept: boolean;
      readonly origin: SessionOrigin;
      readonly now: Date;
    },
  ): Promise<readonly AnswerCookie[]>;
  /**
   * Begins a session on the host of another language, in the browser that already has the session `source`. It ends when `source` would, and
   * the password counts as given when it was given for `source`.
   */
  beginCopy(
    transaction: Database,
    source: SessionRecord,
    copied: { readonly origin: SessionOrigin; readonly now: Date },
  ): Promise<readonly AnswerCookie[]>;
  /** Gives a session a new token, since what it may do or who is behind it has changed: the one before opens nothing any more. */
  renew(
    transaction: Database,
    session: { readonly sessionId: string; readonly isKept: boolean; readonly now: Date },
  ): Promise<readonly AnswerCookie[]>;
  /** What a form of a private page of the session carries along. */
  createFormToken(sessionId: string): string;
  isFormToken(account: Account | null, formToken: string): boolean;
}

/** Cookies that take a session out of a browser. */
export const staleSessionEnd: readonly AnswerCookie[] = [
  { name: 'session', value: '', maxAgeSeconds: 0 },
  { name: 'signedIn', value: '', maxAgeSeconds: 0 },
];

/** The same, with its cart and the order that it placed last. */
export const sessionEnd: readonly AnswerCookie[] = [
  ...staleSessionEnd,
  { name: 'cart', value: '', maxAgeSeconds: 0 },
  { name: 'order', value: '', maxAgeSeconds: 0 },
  { name: 'openOrder', value: '', maxAgeSeconds: 0 },
];

/**
 * Whether a session is over: it was not seen for long, or it was begun too long ago.
 *
 * @param now milliseconds since 1970
 */
export function isSessionOver(
  { createdAt, lastSeenAt, isKept }: Pick<SessionRecord, 'createdAt' | 'lastSeenAt' | 'isKept'>,
  now: number,
): boolean {
  const { idleMs, totalMs } = isKept ? sessionLives.kept : sessionLives.browser;
  return now - lastSeenAt.getTime() >= idleMs || now - createdAt.getTime() >= totalMs;
}

function createCookies(token: string, isKept: boolean): readonly AnswerCookie[] {
  const maxAgeSeconds = isKept ? sessionLives.kept.totalMs / 1000 : null;
  return [
    { name: 'session', value: token, maxAgeSeconds },
    { name: 'signedIn', value: '1', maxAgeSeconds },
  ];
}

/**
 * Makes the sessions of a shop.
 *
 * @param deps.formKey of 32 bytes, the same in all backends
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

  /** Stores a session under a new id and token. */
  async function insert(
    transaction: Database,
    session: Pick<SessionRecord, 'accountId' | 'isKept' | 'createdAt' | 'authenticatedAt'> & {
      readonly browserId?: string;
    },
    { origin, now }: { readonly origin: SessionOrigin; readonly now: Date },
  ): Promise<readonly AnswerCookie[]> {
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
    return createCookies(token, isKept);
  }

  return {
    async find(sessionToken, siteId) {
      const found = await findSession(database, { tokenHash: hashToken(sessionToken), siteId });
      if (!found) return null;
      const { accountId, accountSessionId: sessionId, lastSeenAt, authenticatedAt } = found;
      const now = clock();
      if (isSessionOver(found, now)) return null;
      if (now - lastSeenAt.getTime() >= SEEN_STEP_MS) {
        await updateSession(database, sessionId, { lastSeenAt: new Date(now) });
      }
      return { accountId, sessionId, isFresh: now - authenticatedAt.getTime() < FRESH_MS };
    },

    begin: (transaction, { accountId, isKept, origin, now }) =>
      insert(transaction, { accountId, isKept, createdAt: now, authenticatedAt: now }, { origin, now }),

    beginCopy: (transaction, source, { origin, now }) =>
      insert(transaction, { ...source, browserId: browserIdOf(source) }, { origin, now }),

    async renew(transaction, { sessionId, isKept, now }) {
      const token = createToken();
      await updateSession(transaction, sessionId, {
        tokenHash: hashToken(token),
        lastSeenAt: now,
        authenticatedAt: now,
        handoverHash: null,
        handoverAt: null,
      });
      // Copies were made without the password.
      await deleteCopies(transaction, sessionId);
      return createCookies(token, isKept);
    },

    createFormToken,
    isFormToken: (account, formToken) =>
      account !== null && isSameSecret(formToken, createFormToken(account.sessionId)),
  };
}
