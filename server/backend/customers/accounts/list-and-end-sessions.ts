import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { VisitorContext } from '../../core/http/call.ts';
import type { Account } from '../../core/http/caller.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import type { AccountCarts } from './account-ports.ts';
import {
  deleteSession,
  getSessionBrowserId,
  listSessions,
  lockAccount,
  type SessionRecord,
} from './queries.ts';
import { isSessionOver, signOutCookies } from './sessions.ts';

/** Lists and ends the sessions of a customer. */
export interface AccountSessionService {
  list(context: ContextOf<'fetchSessions'>): Promise<CallAnswer<'fetchSessions'>>;
  end(context: ContextOf<'endSession'>, input: CallInput<'endSession'>): Promise<undefined>;
  /** Ends the session of the browser. Succeeds also if the session has expired or is unknown. */
  signOut(context: ContextOf<'signOut'>): Promise<undefined>;
}

/** Creates the service. */
export function createAccountSessionService(deps: {
  readonly database: Database;
  readonly accountCarts: AccountCarts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): AccountSessionService {
  const { database, accountCarts, clock } = deps;

  /**
   * @param ended.isOwn whether it is the session of the requesting browser, which then also loses the cart of
   * the account
   */
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
        // A concurrent hand-over copies the session before this lock or not at all.
        await lockAccount(transaction, accountId);
        if (isOwn) {
          const account = { accountId, siteId: site.site.siteId };
          await accountCarts.detachBrowser(transaction, account, { shoppingcartId: cookies.cart, now });
        }
        // The session was already ended, here or in another browser.
        if (!(await deleteSession(transaction, accountId, sessionId))) return;
        const actor = { kind: 'account', id: accountId } as const;
        await recordAuditEntry(transaction, { actor, act, resource: 'account', resourceId: accountId, now });
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
      // The sessions of one browser in several languages are listed as one, unless they differ in what the
      // list shows. Prefers the session of this host, then the one last seen.
      const getDeviceKey = (row: SessionRecord) =>
        JSON.stringify([getSessionBrowserId(row), row.browser, row.system, row.network]);
      const currentDevice = current && getDeviceKey(current);
      const sessionsByDevice = new Map<string, SessionRecord>();
      for (const row of rows) {
        const deviceKey = getDeviceKey(row);
        if (row === current || !sessionsByDevice.has(deviceKey)) sessionsByDevice.set(deviceKey, row);
      }
      return [...sessionsByDevice].map(
        ([deviceKey, { accountSessionId, createdAt, lastSeenAt, isKept, browser, system, network }]) => ({
          sessionId: accountSessionId,
          created: createdAt.toISOString(),
          lastSeen: lastSeenAt.toISOString(),
          isCurrent: deviceKey === currentDevice,
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
      if (isOwn) for (const cookie of signOutCookies) context.setCookie(cookie);
    },

    async signOut(context) {
      const { account, cookies } = context;
      if (account) {
        await endSession(context, account, { sessionId: account.sessionId, act: 'sign-out', isOwn: true });
      }
      // A visitor who was never signed in keeps their cart.
      const ended =
        cookies.session === null ? signOutCookies.filter(({ name }) => name !== 'cart') : signOutCookies;
      for (const cookie of ended) context.setCookie(cookie);
    },
  };
}
