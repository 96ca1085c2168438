import type { CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { DatabaseError } from '../../core/database/database-error.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { moveSubscriptions, subscribeConfirmedAddress } from '../newsletter/queries.ts';
import { type AccountMailer, type MailScope, readMailScope } from './account-mailer.ts';
import type { AccountOrders } from './account-ports.ts';
import type { PasswordHashing } from './password-hashing.ts';
import {
  deleteAccount,
  deleteSessions,
  findAccountByEmailAddress,
  lockAccount,
  updateAccount,
} from './queries.ts';
import { endLaterUndoTokens, endTokens, markTokenUsed, type TokenRecord } from './token-queries.ts';
import { type TokenValidator, tokenKindsByPurpose } from './token-validator.ts';
import type { AccountRecord } from './types.ts';

type ConfirmMailedLink = (
  context: ContextOf<'confirmAccount'>,
  input: CallInput<'confirmAccount'>,
) => Promise<undefined>;

/**
 * Limits how often the token of a link may be tried with a password: a wrong password does not use up the
 * token.
 */
export const confirmationRateLimits = defineLimits('account confirmations', {
  perToken: { maxAttempts: 10, windowMs: HOUR_MS },
});

const UNIQUE_VIOLATION = '23505';

/** Results that are computed before the transaction, because hashing is slow. */
interface PasswordHashResults {
  /** Whether the password of the registration is correct. */
  readonly isPasswordCorrect: boolean;
  /** Hash of the password that replaces the first one. */
  readonly newPasswordHash: string | null;
}

/** Creates the function that performs the action of a mailed link, once. */
export function createConfirm(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailer: AccountMailer;
  readonly passwordHashing: PasswordHashing;
  readonly tokenValidator: TokenValidator;
  readonly accountOrders: AccountOrders;
  readonly limiter: Limiter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): ConfirmMailedLink {
  const { database, sites, mailer, passwordHashing, tokenValidator, accountOrders, limiter, clock } = deps;

  /**
   * Gives an account its confirmed address. Following the link proves access to the mailbox. An unactivated
   * account with the same address is therefore removed: anyone could have registered it to block the owner.
   *
   * @throws ProblemError `email_address_taken` if another account of the site has the address
   */
  async function assignAddress(
    transaction: Database,
    former: AccountRecord,
    { emailAddress }: TokenRecord,
    changes: { readonly passwordHash?: null } = {},
  ): Promise<string> {
    const { accountId, siteId } = former;
    if (emailAddress === null) throw new Error('The token has no e-mail address');
    const owner = await findAccountByEmailAddress(transaction, siteId, emailAddress);
    const other = owner && owner.accountId !== accountId && (await lockAccount(transaction, owner.accountId));
    if (other && other.activatedAt !== null) throw new ProblemError('email_address_taken');
    if (other) await deleteAccount(transaction, other);
    await updateAccount(transaction, accountId, { emailAddress, ...changes });
    await moveSubscriptions(transaction, former, emailAddress);
    return emailAddress;
  }

  async function activate(
    transaction: Database,
    scope: MailScope,
    account: AccountRecord,
    { isPasswordCorrect, newPasswordHash }: PasswordHashResults,
    now: Date,
  ): Promise<void> {
    const { accountId } = account;
    await endTokens(transaction, accountId, ['confirm', 'reset'], now);
    if (newPasswordHash !== null) await deleteSessions(transaction, accountId, null);
    await updateAccount(transaction, accountId, {
      activatedAt: account.activatedAt ?? now,
      newsletterConsent: null,
      ...(newPasswordHash !== null && { passwordHash: newPasswordHash }),
    });
    // A person who registers someone else's address knows the password but has no access to the mailbox; the
    // owner has the mailbox but does not know the password. Both proofs are required.
    if (isPasswordCorrect || newPasswordHash !== null)
      await accountOrders.attachGuestOrders(transaction, account);
    const { newsletter, newsletterConsent } = account;
    // An opt-in ticked by someone else is not the mailbox owner's consent.
    if (isPasswordCorrect && newsletter && newsletterConsent) {
      const { at, ...consent } = newsletterConsent;
      await subscribeConfirmedAddress(transaction, account, 'newsletter', {
        ...consent,
        source: 'registration',
        now: new Date(at),
      });
    }
    await mailer.putWelcome(transaction, scope, account, now);
  }

  async function changeAddress(
    transaction: Database,
    scope: MailScope,
    account: AccountRecord,
    token: TokenRecord,
    { now, currentSessionId }: { readonly now: Date; readonly currentSessionId: string | null },
  ): Promise<void> {
    const { accountId } = account;
    await assignAddress(transaction, account, token);
    await deleteSessions(transaction, accountId, currentSessionId);
    // Links in the former mailbox no longer give access to the account.
    await endTokens(transaction, accountId, ['reset', 'confirm', 'email-change'], now);
    await mailer.putEmailChanged(transaction, scope, account, now);
  }

  async function undoChange(
    transaction: Database,
    scope: MailScope,
    account: AccountRecord,
    token: TokenRecord,
    now: Date,
  ): Promise<void> {
    const { accountId } = account;
    const emailAddress = await assignAddress(transaction, account, token, { passwordHash: null });
    await deleteSessions(transaction, accountId, null);
    await endTokens(transaction, accountId, ['reset', 'confirm', 'email-change'], now);
    // If the address was changed twice, the second change has an undo link as well, which would restore the
    // intermediate address.
    await endLaterUndoTokens(transaction, token, now);
    await mailer.putReset(transaction, scope, { ...account, emailAddress }, { now });
  }

  /**
   * Returns whether the link was followed before with the same result: pressing the button twice is not an
   * error.
   *
   * @param typed password that was sent; undefined if there is none
   */
  async function isRepeat(
    { usedAt, expiresAt, kind, emailAddress }: TokenRecord,
    account: AccountRecord,
    typed: string | undefined,
    now: Date,
  ): Promise<boolean> {
    if (usedAt === null || expiresAt <= now) return false;
    if (kind !== 'confirm') return emailAddress === account.emailAddress;
    if (account.activatedAt === null) return false;
    return typed === undefined || passwordHashing.verify(typed, account.passwordHash);
  }

  return async (context, { params: { userId }, query: { token: presentedToken, password, newPassword } }) => {
    const { site, signal } = context;
    if (password !== undefined && newPassword !== undefined) {
      throw createValidationFailed([{ field: 'newPassword', code: 'unexpected' }]);
    }
    const now = new Date(clock());
    const { token, account } = await tokenValidator.find(context, {
      userId,
      token: presentedToken,
      kinds: tokenKindsByPurpose.confirm,
    });
    const typed = password ?? newPassword;
    if (typed !== undefined) await limiter.take(confirmationRateLimits.perToken, token.tokenHash);
    if (await isRepeat(token, account, typed, now)) return undefined;
    tokenValidator.assertOpen(token, now);
    const currentSessionId = context.account?.accountId === userId ? context.account.sessionId : null;
    // A person who requests someone else's address cannot read its mailbox, and the mailbox owner did not
    // request the change. With the button alone, the mailbox owner would attach their address to a third
    // party's account.
    const requiresOwner = token.kind === 'email-change' && currentSessionId === null;
    const requiresPassword = token.kind === 'confirm' || requiresOwner;
    const passwordResults: PasswordHashResults = {
      isPasswordCorrect:
        requiresPassword &&
        password !== undefined &&
        (await passwordHashing.verify(password, account.passwordHash)),
      newPasswordHash:
        token.kind === 'confirm' && newPassword !== undefined
          ? await passwordHashing.hashNew(site, {
              password: newPassword,
              field: 'newPassword',
              emailAddress: account.emailAddress,
            })
          : null,
    };
    if (
      (requiresOwner || (requiresPassword && password !== undefined)) &&
      !passwordResults.isPasswordCorrect
    ) {
      throw new ProblemError('invalid_credentials');
    }
    const scope = await readMailScope(sites, site);

    async function confirm(transaction: Database): Promise<boolean> {
      const locked = await lockAccount(transaction, account.accountId);
      const current = await tokenValidator.reload(transaction, token.tokenHash);
      if (!locked || !current) throw new ProblemError('token_invalid');
      // The button was pressed twice and the other request was processed first.
      if (current.usedAt !== null) return false;
      tokenValidator.assertOpen(current, now);
      // The account was registered again after the password was compared.
      if (locked.passwordHash !== account.passwordHash) throw new ProblemError('token_expired');
      await markTokenUsed(transaction, current.tokenHash, now);
      if (current.kind === 'confirm') await activate(transaction, scope, locked, passwordResults, now);
      else if (current.kind === 'email-undo') await undoChange(transaction, scope, locked, current, now);
      else await changeAddress(transaction, scope, locked, current, { now, currentSessionId });
      await recordAuditEntry(transaction, {
        actor: { kind: 'account', id: locked.accountId },
        act: current.kind === 'confirm' ? 'activate' : `confirm-${current.kind}`,
        resource: 'account',
        resourceId: locked.accountId,
        now,
      });
      return true;
    }

    const isDone = await database
      .transaction('confirm-account', confirm, { signal })
      .catch((error: unknown) => {
        const isTaken = error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
        throw isTaken ? new ProblemError('email_address_taken') : error;
      });
    if (isDone) return undefined;
    const reloaded = await tokenValidator.find(context, {
      userId,
      token: presentedToken,
      kinds: [token.kind],
    });
    if (await isRepeat(reloaded.token, reloaded.account, typed, now)) return undefined;
    throw new ProblemError('token_expired');
  };
}
