import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createNewsletterCalls } from './calls.ts';
import { createConsentCleanupJob } from './jobs.ts';
import { newsletterPersonalData } from './personal-data.ts';
import { createNewsletterService } from './service.ts';

/** Creates the module of newsletter subscriptions and consents. */
export const createNewsletterModule = (deps: ModuleDeps): BackendModule => ({
  calls: createNewsletterCalls(createNewsletterService(deps)),
  jobs: [createConsentCleanupJob(deps)],
  personalData: [newsletterPersonalData],
});
