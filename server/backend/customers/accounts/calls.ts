import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { BotChecks } from './bot-checks.ts';
import type { AccountSessionService } from './list-and-end-sessions.ts';
import type { SessionHandoverService } from './session-handover.ts';
import { sessionRemovalCookies } from './sessions.ts';
import type { SignInService } from './sign-in.ts';

/** Creates the handlers for signing in and out. */
export function createSignInCalls(services: {
  readonly signIn: SignInService;
  readonly accountSessions: AccountSessionService;
  readonly sessionHandover: SessionHandoverService;
  readonly botChecks: BotChecks;
}): Call[] {
  const { signIn, accountSessions, sessionHandover, botChecks } = services;
  return [
    createCall('signIn', (context, input) => signIn.signIn(context, input)),
    createCall('signOut', (context) => accountSessions.signOut(context)),
    createCall('isAuthenticated', async ({ account, cookies, setCookie }) => {
      // Expired session cookies are removed: while a browser has one, its pages are not served from caches.
      if (!account && cookies.session !== null) for (const cookie of sessionRemovalCookies) setCookie(cookie);
      return account !== null;
    }),
    createCall('fetchSessions', (context) => accountSessions.list(context)),
    createCall('endSession', (context, input) => accountSessions.end(context, input)),
    createCall('handOverSession', (context) => sessionHandover.handOver(context)),
    createCall('receiveSession', (context, input) => sessionHandover.receive(context, input)),
    createCall('fetchBotCheck', async (context) => {
      assertSiteSells(context);
      return botChecks.issueChallenge(context);
    }),
  ];
}
