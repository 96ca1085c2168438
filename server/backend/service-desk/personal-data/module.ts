import type { PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import type { Passwords } from '../../customers/accounts/service.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createPersonalDataAdmin } from './admin.tsx';
import { createPersonalDataCalls } from './calls.ts';
import { createPersonalDataService } from './service.ts';

/**
 * Creates the module of an account's personal data: export for its owner, and deletion when the account is
 * closed.
 */
export const createPersonalDataModule = (
  deps: ModuleDeps & {
    readonly passwords: Passwords;
    readonly listSources: () => readonly PersonalDataSource[];
  },
): BackendModule => ({
  calls: createPersonalDataCalls(createPersonalDataService(deps)),
  admin: createPersonalDataAdmin({ ...deps, secret: deps.signingKeys.forms }),
});
