import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createGiftCardAdmin } from './admin.tsx';
import { createCardHasher } from './card-secrets.ts';
import { createGiftCardIssueWorker } from './jobs.ts';
import { giftCardPersonalData } from './personal-data.ts';
import { createGiftCardService, type GiftCardService, ISSUE_GIFT_CARDS_JOB } from './service.ts';

/** Creates the module of gift cards. */
export function createGiftCardModule(
  deps: ModuleDeps,
): BackendModule & { readonly service: GiftCardService } {
  const hasher = createCardHasher(deps.giftCardKeys);
  return {
    service: createGiftCardService({ ...deps, hasher }),
    admin: createGiftCardAdmin({ ...deps, hasher }),
    personalData: [giftCardPersonalData],
    queuedWorkers: { [ISSUE_GIFT_CARDS_JOB]: createGiftCardIssueWorker({ ...deps, hasher }) },
  };
}
