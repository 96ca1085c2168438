import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { recordOwnAccountEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import type { PasswordHasher } from '../../core/security/password-hasher.ts';
import { findAccount, lockAccount } from '../../customers/accounts/queries.ts';
import {
  createOwnerPasswordVerifier,
  createPasswordHashing,
  type Passwords,
  signOutCookies,
} from '../../customers/accounts/service.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { closeAccount, findAccountLanguage } from './forget-account.ts';
import { listPersonRows } from './queries.ts';

/** Exports the stored data of an account to its owner, and deletes it when the account is closed. */
export interface PersonalDataService {
  exportAll(context: ContextOf<'exportAccount'>): Promise<CallAnswer<'exportAccount'>>;
  close(context: ContextOf<'deleteAccount'>, input: CallInput<'deleteAccount'>): Promise<undefined>;
}

export const personalDataRateLimits = defineLimits('personal data', {
  exportsPerAccount: { maxAttempts: 5, windowMs: HOUR_MS },
});

/** Creates the service. */
export function createPersonalDataService(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  /** Personal data of all modules, some of which are created after this one. */
  readonly listSources: () => readonly PersonalDataSource[];
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly passwordHasher: PasswordHasher;
  readonly passwords: Passwords;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): PersonalDataService {
  const { database, sites, limiter, clock } = deps;
  const verifyOwner = createOwnerPasswordVerifier({
    database,
    limiter,
    passwordHashing: createPasswordHashing(deps),
  });

  return {
    async exportAll({ account: { accountId }, signal }) {
      await limiter.take(personalDataRateLimits.exportsPerAccount, accountId);
      const now = new Date(clock());
      // One transaction for all tables makes the export consistent.
      return database.transaction(
        'export-account',
        async (transaction) => {
          const person = await findAccount(transaction, accountId);
          if (!person) throw new ProblemError('not_authenticated');
          const tables = await listPersonRows(transaction, deps.listSources(), person);
          await recordOwnAccountEntry(transaction, accountId, 'export', now);
          return { exportedAt: now.toISOString(), tables };
        },
        { signal },
      );
    },

    async close(context, { body: { password } }) {
      const { site, signal } = context;
      const { accountId } = context.account;
      const proven = await verifyOwner(accountId, password);
      const language = (await findAccountLanguage(sites, site, proven)) ?? context.language;
      const now = new Date(clock());
      await database.transaction(
        'close-account',
        async (transaction) => {
          const locked = await lockAccount(transaction, accountId);
          if (!locked) throw new ProblemError('not_authenticated');
          // The password was changed after the comparison.
          if (locked.passwordHash !== proven.passwordHash) throw new ProblemError('invalid_credentials');
          await closeAccount(transaction, deps, locked, { now, site, language });
          await recordOwnAccountEntry(transaction, accountId, 'close', now);
        },
        { signal },
      );
      for (const cookie of signOutCookies) context.setCookie(cookie);
      return undefined;
    },
  };
}
