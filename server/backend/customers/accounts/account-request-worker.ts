import { randomUUID } from 'node:crypto';
import { ACCOUNT_CONFIRM_PATH } from '../../../../shared/rules/account/account-paths.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetryDelays, PermanentFailureError, type Worker } from '../../core/queue/attempts.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { type AccountMailer, type MailScope, readMailScope } from './account-mailer.ts';
import { deleteAccountRequest, findRequest, type RequestRecord } from './account-request-queries.ts';
import {
  findAccount,
  findAccountByEmailAddress,
  insertAccount,
  lockAccount,
  updateAccount,
} from './queries.ts';
import type { RequestedAccount } from './tables.ts';

/**
 * Creates the worker that processes requests made without a session: each request once, in the transaction
 * that deletes it.
 */
export function createAccountRequestWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailer: AccountMailer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker {
  const { database, sites, mailer, clock } = deps;

  /** @returns the locked account; undefined if the site has no account for the subject */
  async function lockSubjectAccount(transaction: Database, { subject, siteId }: RequestRecord) {
    const found = subject.includes('@')
      ? await findAccountByEmailAddress(transaction, siteId, subject)
      : await findAccount(transaction, subject);
    const account = found && (await lockAccount(transaction, found.accountId));
    return account?.siteId === siteId ? account : undefined;
  }

  async function register(
    transaction: Database,
    scope: MailScope,
    request: RequestRecord,
    requested: RequestedAccount,
    now: Date,
  ): Promise<void> {
    const { siteId, languageId, subject: emailAddress, callbackPath: path } = request;
    const values = { languageId, ...requested };
    const created = { accountId: randomUUID(), siteId, emailAddress, createdAt: now, ...values };
    if (await insertAccount(transaction, created)) {
      await mailer.putActivation(transaction, scope, created, { path, now });
      return;
    }
    const account = await lockSubjectAccount(transaction, request);
    // The account was removed between the two statements. The retry finds the address free.
    if (!account) throw new Error('The conflicting account was deleted concurrently');
    if (account.activatedAt !== null) {
      await mailer.putAlreadyRegistered(transaction, scope, account, now);
      return;
    }
    // The mailbox is not proven yet, so the latest registration counts; earlier links end.
    await updateAccount(transaction, account.accountId, values);
    await mailer.putActivation(transaction, scope, { ...account, languageId }, { path, now });
  }

  async function processRequest(
    transaction: Database,
    scope: MailScope,
    request: RequestRecord,
    now: Date,
  ): Promise<void> {
    const { kind, registration, callbackPath: path } = request;
    if (kind === 'register') {
      if (registration) await register(transaction, scope, request, registration, now);
      return;
    }
    const account = await lockSubjectAccount(transaction, request);
    if (!account) return;
    if (account.activatedAt === null) {
      // The page that sets a new password cannot activate an account.
      const confirmPath = kind === 'resend' ? path : ACCOUNT_CONFIRM_PATH;
      await mailer.putActivation(transaction, scope, account, { path: confirmPath, now });
    } else if (kind === 'forgot') await mailer.putReset(transaction, scope, account, { path, now });
    else await mailer.putAlreadyRegistered(transaction, scope, account, now);
  }

  return {
    retryDelaysMs: getRetryDelays(5),
    async run({ payload: { accountRequestId } }) {
      if (typeof accountRequestId !== 'number') throw new PermanentFailureError('no_request');
      const request = await findRequest(database, accountRequestId);
      // The request was processed before, or is too old.
      if (!request) return;
      const site = await sites.findSiteOfMail(request.siteId);
      if (!site) throw new PermanentFailureError('no_site');
      const scope = await readMailScope(sites, site);
      await database.transaction('serve-account-request', async (transaction) => {
        // The deletion comes first: of two concurrent processes the second waits here and then finds no
        // request.
        if (!(await deleteAccountRequest(transaction, accountRequestId))) return;
        await processRequest(transaction, scope, request, new Date(clock()));
      });
    },
  };
}
