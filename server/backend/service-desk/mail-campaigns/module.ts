import type { BackendModule } from '../../sites/backend-module.ts';
import { createCampaignAdmin } from './admin.tsx';
import {
  type CampaignJobDeps,
  createCampaignTestWorker,
  createRecipientCleanupJob,
  createSendCampaignsJob,
} from './jobs.ts';
import { campaignPersonalData } from './personal-data.ts';
import { CAMPAIGN_TEST_JOB } from './service.ts';

/** Creates the module of mail campaigns to subscribers of the newsletter or offers. */
export const createCampaignModule = (deps: CampaignJobDeps): BackendModule => ({
  jobs: [createSendCampaignsJob(deps), createRecipientCleanupJob(deps)],
  admin: createCampaignAdmin(deps),
  queuedWorkers: { [CAMPAIGN_TEST_JOB]: createCampaignTestWorker(deps) },
  personalData: [campaignPersonalData],
});
