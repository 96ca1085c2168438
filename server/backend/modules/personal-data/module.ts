import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPersonalDataCalls } from './calls.ts';
import { createPersonKeeper } from './keeper.ts';
import { createPersonalDataService } from './service.ts';

/** What the shop keeps of an account: given to its owner, and forgotten when they leave. */
export const createPersonalDataModule = (deps: ModuleDeps): BackendModule => ({
  calls: createPersonalDataCalls(createPersonalDataService(deps)),
  keeper: createPersonKeeper({ ...deps, secret: deps.signingKeys.forms }),
});
