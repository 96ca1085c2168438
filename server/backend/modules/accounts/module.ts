import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { AccountCarts } from '../carts/service.ts';
import { createAccountMailer } from './account-mailer.ts';
import { createBotChecks } from './bot-checks.ts';
import { createSignInCalls } from './calls.ts';
import { createForgetAccounts } from './jobs.ts';
import { createOwnSessionService } from './own-sessions.ts';
import { createRegistration } from './registration.ts';
import { createSessionHandoverService } from './session-handover.ts';
import { createSignInService } from './sign-in.ts';
import { createWarnOwnerWorker, WARN_OWNER_JOB } from './warn-owner.ts';

/** Accounts of customers: how they come about and change, who is signed in, and where. */
export function createAccountModule(
  deps: ModuleDeps & { readonly accountCarts: AccountCarts },
): BackendModule {
  const botChecks = createBotChecks({ ...deps, key: deps.signingKeys.botChecks });
  const registration = createRegistration({ ...deps, botChecks });
  return {
    calls: [
      ...registration.calls,
      ...createSignInCalls({
        signIn: createSignInService({ ...deps, botChecks }),
        ownSessions: createOwnSessionService(deps),
        sessionHandover: createSessionHandoverService(deps),
        botChecks,
      }),
    ],
    jobs: [createForgetAccounts(deps)],
    queuedWorkers: {
      ...registration.queuedWorkers,
      [WARN_OWNER_JOB]: createWarnOwnerWorker({ ...deps, mailer: createAccountMailer(deps) }),
    },
  };
}
