import type { BackendModule } from '../../module.ts';
import {
  createForgetRecipients,
  createLetterTestWorker,
  createSendLetters,
  type LetterJobDeps,
} from './jobs.ts';
import { createLetterKeeper } from './keeper.ts';
import { LETTER_TEST_JOB } from './service.ts';

/** Creates the module of mail campaigns to subscribers of the newsletter or offers. */
export const createLetterModule = (deps: LetterJobDeps): BackendModule => ({
  jobs: [createSendLetters(deps), createForgetRecipients(deps)],
  keeper: createLetterKeeper(deps),
  queuedWorkers: { [LETTER_TEST_JOB]: createLetterTestWorker(deps) },
});
