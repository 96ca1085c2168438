import type { Router } from 'express';
import type { Log } from '../../platform/logging.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { PasswordHasher } from '../security/password-hasher.ts';
import type { KeeperPart } from './keeper-part.ts';
import { createKeeperOperations, type KeeperOperations } from './operations.ts';
import { createOwnPart } from './own-part.ts';
import { createKeeperPeople } from './people.ts';
import { createRequestPart } from './request-part.ts';
import { createKeeperRoutes } from './routes.ts';
import type { SecondFactors } from './second-factor.ts';
import type { KeeperTexts } from './texts.ts';

/** Admin of the shop: the tools of its staff. */
export interface Keeper {
  readonly operations: KeeperOperations;
  /** Routes for the admin port only. */
  readonly routes: Router;
}

/** Creates the admin from the parts of all modules. Starts nothing. */
export function createKeeper(options: {
  readonly database: Database;
  readonly parts: readonly KeeperPart[];
  readonly passwordHasher: PasswordHasher;
  readonly secondFactors: SecondFactors;
  readonly formKey: Buffer;
  readonly limiter: Limiter;
  readonly texts: KeeperTexts;
  /** `ADMIN_HOST` */
  readonly host: string;
  readonly log: Log;
  readonly errors: ErrorReporter;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Maximum that one person may refund or put on gift cards alone, in euro cents; null if unlimited. */
  readonly secondPersonAboveCents: number | null;
}): Keeper {
  const { database } = options;
  const requests = createRequestPart(database);
  const tasks = [requests, ...options.parts].flatMap((part) => part.tasks ?? []);
  const parts = [createOwnPart(database, tasks), requests, ...options.parts];
  const operations = createKeeperOperations(
    database,
    parts.flatMap((part) => part.operations ?? []),
    options,
  );
  return {
    operations,
    routes: createKeeperRoutes({
      ...options,
      operations,
      pages: parts.flatMap((part) => part.pages ?? []),
      files: parts.flatMap((part) => part.files ?? []),
      people: createKeeperPeople(options),
    }),
  };
}
