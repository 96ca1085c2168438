import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { PermanentFailureError, type Worker } from '../../core/queue/attempts.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { type AccountMailer, readMailScope } from './account-mailer.ts';
import { findAccount } from './queries.ts';

/**
 * Name of the job that warns the owner of an account. It is also enqueued, without an id, for an address that
 * has no account.
 */
export const WARN_ACCOUNT_OWNER_JOB = 'warn-account-owner';

/** Creates the worker that mails the owner of `accountId` about many failed sign-ins. */
export function createAccountOwnerWarningWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailer: AccountMailer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker {
  const { database, sites, mailer, clock } = deps;
  return {
    retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
    async run({ payload: { accountId } }) {
      if (typeof accountId !== 'string') throw new PermanentFailureError('no_account');
      const account = accountId === '' ? undefined : await findAccount(database, accountId);
      const site = account && (await sites.findSiteOfMail(account.siteId));
      if (!account?.activatedAt || !site) return;
      const scope = await readMailScope(sites, site);
      await database.transaction('change-account', (transaction) =>
        mailer.putSignInsFailed(transaction, scope, account, new Date(clock())),
      );
    },
  };
}
