import type { Router } from 'express';
import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import type { Log } from '../platform/logging.ts';
import type { Measure } from '../platform/metrics/measures.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import type { Call } from './http/call.ts';
import type { QueuedJob } from './jobs/job-queue.ts';
import type { Job } from './jobs/job-runner.ts';
import type { KeeperPart } from './keeper/keeper-part.ts';
import type { Limiter } from './limits/limiter.ts';
import type { MailWriter } from './mail/mail-writer.ts';
import type { Passwords, Sessions } from './modules/accounts/service.ts';
import type { ClaimedEvent } from './outbox/queries.ts';
import type { EventKind } from './outbox/tables.ts';
import type { Worker } from './queue/drain-queue.ts';
import type { SiteDirectory } from './scope/site-directory.ts';
import type { KeyRing } from './security/key-ring.ts';
import type { LinkTokens } from './security/link-tokens.ts';
import type { PasswordHasher } from './security/password-hasher.ts';

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
  /** What numbers and pins of gift cards are hashed with, the same in every backend of the shop and after every start. */
  readonly giftCardKeys: KeyRing;
  /** Derives and checks the tokens of mailed links, the same in every backend of the shop and after every start. */
  readonly linkTokens: LinkTokens;
  /** Hashes passwords with the pepper of the shop. */
  readonly passwordHasher: PasswordHasher;
  /** Says which passwords may be chosen. */
  readonly passwords: Passwords;
  /** What the shop signs for itself, the same in every backend: tokens of forms, bot checks, known browsers and previews. */
  readonly signingKeys: SigningKeys;
  readonly sessions: Sessions;
}

/** Keys of 32 bytes, one for each purpose. */
export interface SigningKeys {
  readonly forms: Buffer;
  readonly botChecks: Buffer;
  readonly knownBrowsers: Buffer;
  readonly previews: Buffer;
}

/** What a noun brings: the calls that it answers, and what it does by itself. */
export interface BackendModule {
  readonly calls?: readonly Call[];
  readonly jobs?: readonly Job[];
  /** What its jobs measure. */
  readonly measures?: readonly Measure[];
  /** What does its queued jobs, by their names. */
  readonly queuedWorkers?: Readonly<Record<string, Worker<QueuedJob>>>;
  /** What delivers its events, by their kinds; each kind has one. */
  readonly eventWorkers?: Readonly<Partial<Record<EventKind, Worker<ClaimedEvent>>>>;
  /** Answers that are no calls of the contract. */
  readonly routes?: Router;
  /** What it has for the people who run the shop: pages of the admin port, and operations. */
  readonly keeper?: KeeperPart;
}
