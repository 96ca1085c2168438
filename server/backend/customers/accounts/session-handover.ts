import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { UUID_PATTERN } from '../../../../shared/rules/uuid.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { VisitorContext } from '../../core/http/call.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import type { AccountCarts } from './account-ports.ts';
import {
  consumeSessionHandover,
  deleteSession,
  findSessionAccountId,
  getSessionBrowserId,
  isSessionOfBrowser,
  lockAccount,
  updateSession,
} from './queries.ts';
import { isSessionOver, type Sessions } from './sessions.ts';

/**
 * Copies a session to the host of another language of its site. Each language has its own host and cookies.
 */
export interface SessionHandoverService {
  handOver(context: ContextOf<'handOverSession'>): Promise<CallAnswer<'handOverSession'>>;
  /**
   * @throws ProblemError `token_invalid` if the token is unknown, used, older than 60 s, of another site or
   * presented by another browser
   */
  receive(
    context: ContextOf<'receiveSession'>,
    input: CallInput<'receiveSession'>,
  ): Promise<CallAnswer<'receiveSession'>>;
}

const HANDOVER_VALIDITY_MS = MINUTE_MS;

export const sessionHandoverRateLimits = defineLimits('session hand-overs', {
  perSession: { maxAttempts: 60, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 120, windowMs: HOUR_MS },
});

const handoverTokenPattern = new RegExp(`^(${UUID_PATTERN})\\.([\\w-]{22,128})$`);

/**
 * Returns the hash of a secret together with the browser that may present it: its name and its network.
 * Without these, a link with the token of one browser would sign in another browser to the same account.
 */
function hashHandoverSecret(
  secret: string,
  { userAgent, visitorAddress }: Pick<ScopedContext & VisitorContext, 'userAgent' | 'visitorAddress'>,
): string {
  const network = visitorAddress === null ? '' : (getNetwork(visitorAddress) ?? visitorAddress);
  return hashToken(JSON.stringify([secret, userAgent, network]));
}

/** Creates the service. */
export function createSessionHandoverService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly sessions: Sessions;
  readonly accountCarts: AccountCarts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): SessionHandoverService {
  const { database, limiter, sessions, accountCarts, clock } = deps;

  return {
    async handOver(context) {
      const { sessionId } = context.account;
      await limiter.take(sessionHandoverRateLimits.perSession, sessionId);
      const secret = createToken();
      await updateSession(database, sessionId, {
        handoverHash: hashHandoverSecret(secret, context),
        handoverAt: new Date(clock()),
      });
      return { token: `${sessionId}.${secret}` };
    },

    async receive(context, { body }) {
      assertSiteSells(context);
      const { site, cookies, userAgent, visitorAddress, signal } = context;
      await limiter.takeForAddress(sessionHandoverRateLimits.perVisitor, visitorAddress);
      const [, accountSessionId, secret] = handoverTokenPattern.exec(body.token) ?? [];
      if (accountSessionId === undefined || secret === undefined) throw new ProblemError('token_invalid');
      const now = new Date(clock());
      const started = await database.transaction(
        'sign-in',
        async (transaction) => {
          const accountId = await findSessionAccountId(transaction, accountSessionId);
          const account = accountId === undefined ? undefined : await lockAccount(transaction, accountId);
          const source =
            account?.siteId === site.site.siteId
              ? await consumeSessionHandover(transaction, {
                  accountSessionId,
                  handoverHash: hashHandoverSecret(secret, context),
                  since: new Date(now.getTime() - HANDOVER_VALIDITY_MS),
                })
              : undefined;
          if (!account || !source || isSessionOver(source, now.getTime())) {
            throw new ProblemError('token_invalid');
          }
          const former = context.account;
          const hasCopy =
            former !== null &&
            (await isSessionOfBrowser(transaction, former.sessionId, getSessionBrowserId(source)));
          // A browser has one session per host.
          if (!hasCopy && former && (await deleteSession(transaction, former.accountId, former.sessionId))) {
            const actor = { kind: 'account', id: former.accountId } as const;
            await recordAuditEntry(transaction, {
              actor,
              act: 'end-session',
              resource: 'account',
              resourceId: former.accountId,
              now,
            });
          }
          const origin = { userAgent, network: visitorAddress === null ? null : getNetwork(visitorAddress) };
          const copied = hasCopy ? [] : await sessions.beginCopy(transaction, source, { origin, now });
          // A cart that remained on this host may be outdated, so the cart of the account wins.
          const mergeOptions = { shoppingcartId: cookies.cart, now, preferred: 'account' } as const;
          const cart = await accountCarts.merge(transaction, account, mergeOptions);
          return cart === null ? copied : [...copied, cart];
        },
        { signal },
      );
      for (const cookie of started) context.setCookie(cookie);
      return { isChanged: started.length > 0 };
    },
  };
}
