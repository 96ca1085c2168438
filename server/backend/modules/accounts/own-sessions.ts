import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf, ScopedContext, VisitorContext } from '../../http/call.ts';
import type { Account } from '../../http/caller.ts';
import type { AccountCarts } from '../carts/service.ts';
import { browserIdOf, deleteSession, listSessions, lockAccount, type SessionRecord } from './queries.ts';
import { isSessionOver, sessionEnd } from './sessions.ts';

/** Where a customer is signed in, and how that ends. */
export interface OwnSessionService {
  list(context: ContextOf<'fetchSessions'>): Promise<CallAnswer<'fetchSessions'>>;
  end(context: ContextOf<'endSession'>, input: CallInput<'endSession'>): Promise<undefined>;
  /** Ends the session of the browser; one that is over or unknown is ended, too. */
  signOut(context: ContextOf<'signOut'>): Promise<undefined>;
}

/** Makes the service. */
export function createOwnSessionService(deps: {
  readonly database: Database;
  readonly accountCarts: AccountCarts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): OwnSessionService {
  const { database, accountCarts, clock } = deps;

  /** @param ended.isOwn it is the browser's that asks: it loses the cart of the account as well */
  async function endSession(
    context: ScopedContext & VisitorContext,
    { accountId }: Pick<Account, 'accountId'>,
    ended: { readonly sessionId: string; readonly act: 'sign-out' | 'end-session'; readonly isOwn: boolean },
  ): Promise<void> {
    const { site, cookies, signal } = context;
    const { sessionId, act, isOwn } = ended;
    const now = new Date(clock());
    await database.transaction(
      'sign-out',
      async (transaction) => {
        // A session that is handed over at this moment is copied before or not at all.
        await lockAccount(transaction, accountId);
        if (isOwn) {
          const account = { accountId, siteId: site.site.siteId };
          await accountCarts.leave(transaction, account, { shoppingcartId: cookies.cart, now });
        }
        // Ended already, here or in another browser.
        if (!(await deleteSession(transaction, accountId, sessionId))) return;
        const actor = { kind: 'account', id: accountId } as const;
        await noteAct(transaction, { actor, act, noun: 'account', nounId: accountId, now });
      },
      { signal },
    );
  }

  return {
    async list({ account }) {
      const now = clock();
      const rows = (await listSessions(database, account.accountId)).filter(
        (row) => !isSessionOver(row, now),
      );
      const current = rows.find(({ accountSessionId }) => accountSessionId === account.sessionId);
      // Sessions of one browser in several languages are one to their owner, unless they differ in what the list shows: the session of this
      // host, or else the one seen last.
      const getPlace = (row: SessionRecord) =>
        JSON.stringify([browserIdOf(row), row.browser, row.system, row.network]);
      const currentPlace = current && getPlace(current);
      const byPlace = new Map<string, SessionRecord>();
      for (const row of rows) {
        const place = getPlace(row);
        if (row === current || !byPlace.has(place)) byPlace.set(place, row);
      }
      return [...byPlace].map(
        ([place, { accountSessionId, createdAt, lastSeenAt, isKept, browser, system, network }]) => ({
          sessionId: accountSessionId,
          created: createdAt.toISOString(),
          lastSeen: lastSeenAt.toISOString(),
          isCurrent: place === currentPlace,
          isKept,
          browser,
          system,
          network,
        }),
      );
    },

    async end(context, { params: { sessionId } }) {
      const { account } = context;
      // The list names a session of this browser by its id on this host.
      const isOwn = sessionId === account.sessionId;
      await endSession(context, account, { sessionId, act: 'end-session', isOwn });
      if (isOwn) for (const cookie of sessionEnd) context.setCookie(cookie);
    },

    async signOut(context) {
      const { account, cookies } = context;
      if (account) {
        await endSession(context, account, { sessionId: account.sessionId, act: 'sign-out', isOwn: true });
      }
      // Who was never signed in keeps the cart that they have put together.
      const ended = cookies.session === null ? sessionEnd.filter(({ name }) => name !== 'cart') : sessionEnd;
      for (const cookie of ended) context.setCookie(cookie);
    },
  };
}
