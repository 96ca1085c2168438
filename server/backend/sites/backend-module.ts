import type { Router } from 'express';
import type { PublicAddress } from '../../../shared/rules/public-origin.ts';
import type { Log } from '../../platform/logging.ts';
import type { Metric } from '../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import type { AdminModule } from '../core/admin/admin-module.ts';
import type { Database } from '../core/database/database.ts';
import type { Limiter } from '../core/limits/limiter.ts';
import type { MailWriter } from '../core/mail/mail-writer.ts';
import type { SelectDocumentReferences } from '../core/mail/stored-documents.ts';
import type { PersonalDataSource } from '../core/privacy/personal-data-source.ts';
import type { QueueWorkers } from '../core/queue/attempts.ts';
import type { Job } from '../core/queue/scheduler.ts';
import type { LinkTokens } from '../core/security/link-tokens.ts';
import type { PasswordHasher } from '../core/security/password-hasher.ts';
import type { FindStaticPage } from './routed-pages.ts';
import type { Call } from './scoped-call.ts';
import type { SiteDirectory } from './site-directory.ts';

/** Dependencies of all modules. */
export interface ModuleDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly log: Log;
  readonly errors: ErrorReporter;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly publicAddress: PublicAddress;
  /**
   * Derives and verifies the tokens of mailed links, the same in all backends of the shop and after every
   * start.
   */
  readonly linkTokens: LinkTokens;
  /** Hashes passwords with the pepper of the shop. */
  readonly passwordHasher: PasswordHasher;
  /**
   * Keys for data that the shop signs, the same in all backends: form tokens, bot checks, known browsers and
   * previews.
   */
  readonly signingKeys: SigningKeys;
}

/** Keys of 32 bytes, one for each purpose. */
export interface SigningKeys {
  readonly forms: Buffer;
  readonly botChecks: Buffer;
  readonly knownBrowsers: Buffer;
  readonly previews: Buffer;
}

/** Parts of a module: its API handlers, jobs, admin pages and personal data. */
export interface BackendModule {
  readonly calls?: readonly Call[];
  readonly jobs?: readonly Job[];
  /** Metrics of its jobs. */
  readonly metrics?: readonly Metric[];
  /** Workers for its items of the queue. Each name has one worker in all modules. */
  readonly queueWorkers?: QueueWorkers;
  /** Its rows that refer to stored documents. A document is not deleted while one does. */
  readonly documentReferences?: readonly SelectDocumentReferences[];
  /** Routes that are not calls of the contract. */
  readonly routes?: Router;
  /** Its part of the admin: pages and operations. */
  readonly admin?: AdminModule;
  /** Its pages at fixed paths, which have no row in the routing table, for the sitemap. */
  readonly staticPages?: readonly FindStaticPage[];
  /** Its tables with personal data, for export and erasure. */
  readonly personalData?: readonly PersonalDataSource[];
}
