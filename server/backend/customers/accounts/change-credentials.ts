import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox } from '../../../../shared/rules/email-address.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { recordOwnAccountEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { type AccountMailer, readMailScope } from './account-mailer.ts';
import type { AccountOrders } from './account-ports.ts';
import { readAddress } from './account-requests.ts';
import { readCallbackPath } from './callback-path.ts';
import type { PasswordHashing } from './password-hashing.ts';
import {
  deleteSessions,
  findAccountByEmailAddress,
  listSessions,
  lockAccount,
  updateAccount,
} from './queries.ts';
import type { Sessions } from './sessions.ts';
import { endTokens, markTokenUsed } from './token-queries.ts';
import { type TokenValidator, tokenKindsByPurpose } from './token-validator.ts';
import type { AccountRecord } from './types.ts';
import { createOwnerPasswordVerifier } from './verify-owner-password.ts';

/** Changes the sign-in credentials of an account: its password and its email address. */
export interface CredentialService {
  reset(context: ContextOf<'resetPassword'>, input: CallInput<'resetPassword'>): Promise<undefined>;
  changePassword(
    context: ContextOf<'changePassword'>,
    input: CallInput<'changePassword'>,
  ): Promise<undefined>;
  /** Marks the session as recently authenticated, for calls that require it. */
  confirmPassword(
    context: ContextOf<'confirmPassword'>,
    input: CallInput<'confirmPassword'>,
  ): Promise<undefined>;
  changeAddress(
    context: ContextOf<'changeEmailAddress'>,
    input: CallInput<'changeEmailAddress'>,
  ): Promise<undefined>;
}

export const credentialRateLimits = defineLimits('account credentials', {
  resetsPerToken: { maxAttempts: 10, windowMs: HOUR_MS },
  addressesPerAccount: { maxAttempts: 10, windowMs: HOUR_MS },
  mailsPerMailbox: { maxAttempts: 5, windowMs: HOUR_MS },
});

/** Creates the service. */
export function createCredentialService(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailer: AccountMailer;
  readonly passwordHashing: PasswordHashing;
  readonly tokenValidator: TokenValidator;
  readonly accountOrders: AccountOrders;
  readonly sessions: Sessions;
  readonly publicAddress: PublicAddress;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CredentialService {
  const { database, sites, mailer, passwordHashing, tokenValidator, sessions, publicAddress, limiter } = deps;
  const { accountOrders } = deps;
  const verifyOwner = createOwnerPasswordVerifier(deps);
  const getNow = () => new Date(deps.clock());

  /** @throws ProblemError if the account was closed or its password changed after the comparison */
  async function lockVerifiedAccount(
    transaction: Database,
    verifiedAccount: AccountRecord,
  ): Promise<AccountRecord> {
    const locked = await lockAccount(transaction, verifiedAccount.accountId);
    if (!locked) throw new ProblemError('not_authenticated');
    if (locked.passwordHash !== verifiedAccount.passwordHash) throw new ProblemError('invalid_credentials');
    return locked;
  }

  /** @throws ProblemError if the session was ended in another tab */
  async function findCurrentSession(transaction: Database, accountId: string, sessionId: string) {
    const all = await listSessions(transaction, accountId);
    const own = all.find(({ accountSessionId }) => accountSessionId === sessionId);
    if (!own) throw new ProblemError('not_authenticated');
    return own;
  }

  return {
    async reset(context, { params: { userId }, query: { token: presentedToken, newPassword } }) {
      const now = getNow();
      const { token, account } = await tokenValidator.find(context, {
        userId,
        token: presentedToken,
        kinds: tokenKindsByPurpose.reset,
      });
      tokenValidator.assertOpen(token, now);
      await limiter.take(credentialRateLimits.resetsPerToken, token.tokenHash);
      const { accountId, emailAddress } = account;
      const passwordHash = await passwordHashing.hashNew(context.site, {
        password: newPassword,
        field: 'newPassword',
        emailAddress,
      });
      const scope = await readMailScope(sites, context.site);
      await database.transaction(
        'change-account',
        async (transaction) => {
          const locked = await lockAccount(transaction, accountId);
          const current = await tokenValidator.reload(transaction, token.tokenHash);
          if (!locked || !current) throw new ProblemError('token_invalid');
          tokenValidator.assertOpen(current, now);
          await markTokenUsed(transaction, token.tokenHash, now);
          await updateAccount(transaction, accountId, {
            passwordHash,
            activatedAt: locked.activatedAt ?? now,
          });
          // The link proves access to the mailbox, and its reader has chosen the password.
          if (locked.activatedAt === null) await accountOrders.attachGuestOrders(transaction, locked);
          await deleteSessions(transaction, accountId, null);
          // A previous user of the account may have requested another address.
          await endTokens(transaction, accountId, ['confirm', 'reset', 'email-change'], now);
          await mailer.putPasswordChanged(transaction, scope, locked, now);
          await recordOwnAccountEntry(transaction, accountId, 'reset-password', now);
        },
        { signal: context.signal },
      );
      return undefined;
    },

    async changePassword(context, { body: { currentPassword, newPassword } }) {
      const now = getNow();
      const { accountId, sessionId } = context.account;
      const proven = await verifyOwner(accountId, currentPassword);
      const passwordHash = await passwordHashing.hashNew(context.site, {
        password: newPassword,
        field: 'newPassword',
        emailAddress: proven.emailAddress,
      });
      const scope = await readMailScope(sites, context.site);
      const cookies = await database.transaction(
        'change-account',
        async (transaction): Promise<readonly ResponseCookie[]> => {
          const locked = await lockVerifiedAccount(transaction, proven);
          const own = await findCurrentSession(transaction, accountId, sessionId);
          await updateAccount(transaction, accountId, { passwordHash });
          await deleteSessions(transaction, accountId, sessionId);
          await endTokens(transaction, accountId, ['reset', 'email-change'], now);
          await mailer.putPasswordChanged(transaction, scope, locked, now);
          await recordOwnAccountEntry(transaction, accountId, 'change-password', now);
          return sessions.renew(transaction, { sessionId, isKept: own.isKept, now });
        },
        { signal: context.signal },
      );
      for (const cookie of cookies) context.setCookie(cookie);
      return undefined;
    },

    async confirmPassword(context, { body: { password } }) {
      const now = getNow();
      const { accountId, sessionId } = context.account;
      const proven = await verifyOwner(accountId, password);
      const cookies = await database.transaction(
        'change-account',
        async (transaction): Promise<readonly ResponseCookie[]> => {
          await lockVerifiedAccount(transaction, proven);
          const own = await findCurrentSession(transaction, accountId, sessionId);
          await recordOwnAccountEntry(transaction, accountId, 'confirm-password', now);
          return sessions.renew(transaction, { sessionId, isKept: own.isKept, now });
        },
        { signal: context.signal },
      );
      for (const cookie of cookies) context.setCookie(cookie);
      return undefined;
    },

    async changeAddress(context, { query, body: { emailAddress: typed, password } }) {
      const { site } = context;
      const now = getNow();
      const { accountId } = context.account;
      const path = readCallbackPath(site, query.callbackUrl, { field: 'callbackUrl', publicAddress });
      const newEmailAddress = readAddress(typed);
      const proven = await verifyOwner(accountId, password);
      if (newEmailAddress === proven.emailAddress) {
        throw createValidationFailed([{ field: 'emailAddress', code: 'unchanged' }]);
      }
      await limiter.take(credentialRateLimits.addressesPerAccount, accountId);
      await limiter.take(credentialRateLimits.mailsPerMailbox, getMailbox(newEmailAddress));
      const scope = await readMailScope(sites, site);
      await database.transaction(
        'change-account',
        async (transaction) => {
          const locked = await lockVerifiedAccount(transaction, proven);
          const owner = await findAccountByEmailAddress(transaction, locked.siteId, newEmailAddress);
          await mailer.putEmailChange(transaction, scope, locked, {
            path,
            now,
            newEmailAddress,
            // The mailbox of an account that was never activated is unproven.
            isTaken: owner !== undefined && owner.activatedAt !== null,
          });
          await recordOwnAccountEntry(transaction, accountId, 'ask-for-address', now);
        },
        { signal: context.signal },
      );
      return undefined;
    },
  };
}
