import type { KeyRing } from '../../core/security/key-ring.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createGiftCardAdmin } from './admin.tsx';
import { createCardHasher } from './card-secrets.ts';
import { createGiftCardIssueWorker } from './jobs.ts';
import { giftCardPersonalData } from './personal-data.ts';
import { createGiftCardService, ISSUE_GIFT_CARDS_JOB } from './service.ts';
import type { GiftCardService } from './types.ts';

/** Creates the module of gift cards. */
export function createGiftCardModule(
  deps: ModuleDeps & { readonly giftCardKeys: KeyRing },
): BackendModule & { readonly service: GiftCardService } {
  const hasher = createCardHasher(deps.giftCardKeys);
  return {
    service: createGiftCardService({ ...deps, hasher }),
    admin: createGiftCardAdmin({ ...deps, hasher }),
    personalData: [giftCardPersonalData],
    queueWorkers: { [ISSUE_GIFT_CARDS_JOB]: createGiftCardIssueWorker({ ...deps, hasher }) },
  };
}
