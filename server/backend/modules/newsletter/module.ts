import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createNewsletterCalls } from './calls.ts';
import { createForgetConsents } from './jobs.ts';
import { createNewsletterService } from './service.ts';

/** Who gets letters, and what they have agreed to. */
export const createNewsletterModule = (deps: ModuleDeps): BackendModule => ({
  calls: createNewsletterCalls(createNewsletterService(deps)),
  jobs: [createForgetConsents(deps)],
});
