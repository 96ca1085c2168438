import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createCardHasher, GIFT_CARD_KEY } from './card-secrets.ts';
import { createIssueWorker } from './jobs.ts';
import { createGiftCardService, type GiftCardService, ISSUE_GIFT_CARDS_JOB } from './service.ts';

/** Gift cards. */
export function createGiftCardModule(
  deps: ModuleDeps,
): BackendModule & { readonly service: GiftCardService } {
  const hasher = createCardHasher(deps.getKey(GIFT_CARD_KEY));
  return {
    service: createGiftCardService({ ...deps, hasher }),
    queuedWorkers: { [ISSUE_GIFT_CARDS_JOB]: createIssueWorker({ ...deps, hasher }) },
  };
}
