import type { Router } from 'express';
import type { Log } from '../../../platform/logging.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { PasswordHasher } from '../security/password-hasher.ts';
import type { AdminModule } from './admin-module.ts';
import { createApprovalRequestPages } from './approval-request-pages.tsx';
import { createHomeAndLogPages } from './home-and-log-pages.tsx';
import { type AdminOperations, createAdminOperations } from './operation-runner.ts';
import { createAdminRoutes } from './routes.ts';
import type { SecondFactors } from './second-factor.ts';
import { createStaffAccounts } from './staff-accounts.ts';
import type { AdminTexts } from './texts.ts';

/** Admin of the shop: the tools of its staff. */
export interface Admin {
  readonly operations: AdminOperations;
  /** Routes for the admin port only. */
  readonly routes: Router;
}

/** Creates the admin from the parts of all modules. Starts nothing. */
export function createAdmin(options: {
  readonly database: Database;
  readonly parts: readonly AdminModule[];
  readonly passwordHasher: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly formKey: Buffer;
  readonly limiter: Limiter;
  readonly texts: AdminTexts;
  /** `ADMIN_HOST` */
  readonly host: string;
  readonly log: Log;
  readonly errors: ErrorReporter;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Maximum that one person may refund or put on gift cards alone, in euro cents; null if unlimited. */
  readonly secondPersonAboveCents: number | null;
}): Admin {
  const { database } = options;
  const requests = createApprovalRequestPages(database);
  const tasks = [requests, ...options.parts].flatMap((part) => part.tasks ?? []);
  const parts = [createHomeAndLogPages(database, tasks), requests, ...options.parts];
  const operations = createAdminOperations(
    database,
    parts.flatMap((part) => part.operations ?? []),
    options,
  );
  return {
    operations,
    routes: createAdminRoutes({
      ...options,
      operations,
      pages: parts.flatMap((part) => part.pages ?? []),
      files: parts.flatMap((part) => part.files ?? []),
      people: createStaffAccounts(options),
    }),
  };
}
