import type { BackendModule } from '../../module.ts';
import { createLetterAdmin } from './admin.ts';
import {
  createForgetRecipients,
  createLetterTestWorker,
  createSendLetters,
  type LetterJobDeps,
} from './jobs.ts';
import { LETTER_TEST_JOB } from './service.ts';

/** Creates the module of mail campaigns to subscribers of the newsletter or offers. */
export const createLetterModule = (deps: LetterJobDeps): BackendModule => ({
  jobs: [createSendLetters(deps), createForgetRecipients(deps)],
  admin: createLetterAdmin(deps),
  queuedWorkers: { [LETTER_TEST_JOB]: createLetterTestWorker(deps) },
});
