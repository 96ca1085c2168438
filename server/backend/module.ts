import type { Router } from 'express';
import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import type { Log } from '../platform/logging.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import type { Call } from './http/call.ts';
import type { Job } from './jobs/job-runner.ts';
import type { Limiter } from './limits/limiter.ts';
import type { MailWriter } from './mail/mail-writer.ts';
import type { SiteDirectory } from './scope/site-directory.ts';

/** What every noun of the shop may use. */
export interface ModuleDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly log: Log;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly publicAddress: PublicAddress;
  /** Absolute folder where drawn pictures are kept. */
  readonly picturesDir: string;
}

/** What a noun brings: the calls that it answers, and what it does by itself. */
export interface BackendModule {
  readonly calls?: readonly Call[];
  readonly jobs?: readonly Job[];
  /** Answers that are no calls of the contract. */
  readonly routes?: Router;
}
