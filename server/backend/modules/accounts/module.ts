import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createBotChecks } from './bot-checks.ts';
import { createRegistration } from './registration.ts';

/** Accounts of customers. */
export function createAccountModule(deps: ModuleDeps): BackendModule {
  const botChecks = createBotChecks({ ...deps, key: deps.signingKeys.botChecks });
  const { calls, queuedWorkers } = createRegistration({ ...deps, botChecks });
  return { calls, queuedWorkers };
}
