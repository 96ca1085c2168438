import type { PasswordHashGate } from '../../core/http/password-hash-gate.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { AddressLookupService } from '../address-lookups/service.ts';
import type { Passwords } from './acceptable-passwords.ts';
import { createAccountMailer } from './account-mailer.ts';
import type { AccountPorts } from './account-ports.ts';
import { createBotChecks } from './bot-checks.ts';
import { createSignInCalls } from './calls.ts';
import { createAccountCleanupJob } from './jobs.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createAccountSessionService } from './list-and-end-sessions.ts';
import { createPasswordHashGate } from './password-hash-gate.ts';
import { accountPersonalData } from './personal-data.ts';
import { createRegistrationAndAccountCalls } from './registration-and-account-calls.ts';
import { createSessionHandoverService } from './session-handover.ts';
import type { Sessions } from './sessions.ts';
import { createSignInService } from './sign-in.ts';
import { createAccountOwnerWarningWorker, WARN_ACCOUNT_OWNER_JOB } from './warn-account-owner.ts';

/** Creates the module of customer accounts: registration, changes, sign-in and sessions. */
export function createAccountModule(
  deps: ModuleDeps &
    AccountPorts & {
      readonly addressLookups: AddressLookupService;
      readonly sessions: Sessions;
      readonly passwords: Passwords;
    },
): BackendModule & { readonly passwordHashGate: PasswordHashGate<SiteRecord> } {
  const botChecks = createBotChecks({ ...deps, key: deps.signingKeys.botChecks });
  const knownBrowsers = createKnownBrowsers({ ...deps, key: deps.signingKeys.knownBrowsers });
  const registration = createRegistrationAndAccountCalls({ ...deps, botChecks });
  return {
    passwordHashGate: createPasswordHashGate({ ...deps, botChecks, knownBrowsers }),
    calls: [
      ...registration.calls,
      ...createSignInCalls({
        signIn: createSignInService({ ...deps, botChecks, knownBrowsers }),
        accountSessions: createAccountSessionService(deps),
        sessionHandover: createSessionHandoverService(deps),
        botChecks,
      }),
    ],
    jobs: [createAccountCleanupJob(deps)],
    personalData: [accountPersonalData],
    queueWorkers: {
      ...registration.queueWorkers,
      [WARN_ACCOUNT_OWNER_JOB]: createAccountOwnerWarningWorker({
        ...deps,
        mailer: createAccountMailer(deps),
      }),
    },
  };
}
