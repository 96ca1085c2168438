import { randomInt } from 'node:crypto';
import type { CallInput } from '../../../../shared/contract/calls.ts';
import { isPossiblePassword } from '../../../../shared/rules/account/password.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { getNetwork } from '../../../platform/client-network.ts';
import { getVisitorAddressKey } from '../../../platform/visitor-address-key.ts';
import { recordAuditEntry, recordAuditEntryIf } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { defineLimits, type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import {
  HasherBusyError,
  type PasswordHasher,
  type PasswordMatch,
  rehash,
} from '../../core/security/password-hasher.ts';
import { assertSiteSells } from '../../sites/assert-site-sells.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { AccountCarts, AccountOrders } from './account-ports.ts';
import type { BotChecks, CountedAttempt } from './bot-checks.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { deleteSession, findAccountByEmailAddress, lockAccount, updateAccount } from './queries.ts';
import type { Sessions } from './sessions.ts';
import type { AccountRecord } from './types.ts';
import { WARN_ACCOUNT_OWNER_JOB } from './warn-account-owner.ts';

/** Signs customers in. */
export interface SignInService {
  /**
   * Starts a session if the address and password match. An address without an account gets the same response
   * after the same work.
   *
   * @throws ProblemError `invalid_credentials`, `account_not_activated` (only with the right password),
   * `bot_check_required`, `too_many_attempts`, and `not_found` if the site has no customers
   */
  signIn(context: ContextOf<'signIn'>, input: CallInput<'signIn'>): Promise<undefined>;
}

type SignInContext = ContextOf<'signIn'>;

/** Failed sign-ins at one address in a day after which its owner is warned by mail. */
export const SIGN_IN_FAILURES_BEFORE_WARNING = 20;

/**
 * Failures of one visitor before they have to wait: with any address, and with one address. They never count
 * for another visitor, so that an owner cannot be locked out. The bot check slows down many visitors at one
 * address.
 */
export const signInRateLimits = defineLimits('sign-ins', {
  perVisitor: { maxAttempts: 60, windowMs: 15 * MINUTE_MS },
  perVisitorAndAddress: { maxAttempts: 20, windowMs: 15 * MINUTE_MS },
  /** Warning mails to the owner of an address. */
  warnings: { maxAttempts: 1, windowMs: DAY_MS },
});

/**
 * Returns the error for busy hashing workers. The retry delay varies, so that visitors do not all return at
 * once.
 */
function createBusyError(): ProblemError {
  return new ProblemError('too_many_attempts', { headers: { 'retry-after': String(randomInt(1, 3)) } });
}

/** Creates the service. */
export function createSignInService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  readonly passwordHasher: PasswordHasher;
  readonly botChecks: BotChecks;
  readonly sessions: Sessions;
  readonly knownBrowsers: KnownBrowsers;
  readonly accountCarts: AccountCarts;
  readonly accountOrders: AccountOrders;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): SignInService {
  const { database, limiter, passwordHasher, botChecks, sessions, knownBrowsers, clock } = deps;
  const { accountCarts, accountOrders } = deps;

  /**
   * Counts an attempt before it is made, so that concurrent attempts count like sequential ones.
   *
   * @returns the number of failures today, and a function that takes the count back if the attempt did not
   * fail
   */
  async function countAttempt(
    context: SignInContext,
    emailAddress: string,
    botCheckToken: string | undefined,
  ): Promise<CountedAttempt> {
    const { site, visitorAddress } = context;
    const { perVisitor, perVisitorAndAddress } = signInRateLimits;
    const subject =
      visitorAddress === null
        ? null
        : JSON.stringify([getVisitorAddressKey(visitorAddress), site.site.siteId, emailAddress]);
    await limiter.takeForAddress(perVisitor, visitorAddress);
    if (subject !== null) await limiter.take(perVisitorAndAddress, subject);
    const attempt = await botChecks.countAttempt(context, { act: 'signIn', emailAddress, botCheckToken });
    return {
      failuresToday: attempt.failuresToday,
      async release() {
        await attempt.release();
        if (subject !== null) await limiter.release(perVisitorAndAddress, subject);
        await limiter.releaseForAddress(perVisitor, visitorAddress);
      },
    };
  }

  /**
   * Compares a password at the cost of exactly one hash, even if the address has no account or the password
   * is too long.
   */
  async function compare(password: string, account: AccountRecord | undefined): Promise<PasswordMatch> {
    const isWithinLimits = isPossiblePassword(password);
    return isWithinLimits
      ? passwordHasher.verify(password, account?.passwordHash ?? null)
      : passwordHasher.verify('', null);
  }

  /**
   * Records a failure. After many failures in a day a job warns the owner. The job is enqueued for every
   * address, so that the response takes the same time without an account.
   */
  async function recordFailure(
    account: AccountRecord | undefined,
    { signal }: SignInContext,
    isWarning: boolean,
  ): Promise<void> {
    const id = account?.accountId ?? '';
    const now = new Date(clock());
    await database.transaction(
      'sign-in',
      async (transaction) => {
        await recordAuditEntryIf(
          transaction,
          { actor: { kind: 'account', id }, act: 'sign-in-failed', resource: 'account', resourceId: id, now },
          account !== undefined,
        );
        if (isWarning) {
          await enqueue(transaction, [{ name: WARN_ACCOUNT_OWNER_JOB, payload: { accountId: id }, now }]);
        }
      },
      { signal },
    );
  }

  /** Starts the session and merges the carts in one transaction. */
  async function begin(
    context: SignInContext,
    account: AccountRecord,
    { isKept, newHash }: { readonly isKept: boolean; readonly newHash: string | null },
  ): Promise<readonly ResponseCookie[]> {
    const { accountId, passwordHash } = account;
    const { visitorAddress, userAgent, cookies, signal } = context;
    const now = new Date(clock());
    return database.transaction(
      'sign-in',
      async (transaction) => {
        const locked = await lockAccount(transaction, accountId);
        // The stored hash changed after the comparison; a retry compares with the new one.
        if (locked?.passwordHash !== passwordHash || locked.activatedAt === null) throw createBusyError();
        if (newHash !== null) await updateAccount(transaction, accountId, { passwordHash: newHash });
        const actor = { kind: 'account', id: accountId } as const;
        // A browser has one session: its former session ends, even if it belonged to another account.
        const former = context.account;
        if (former && (await deleteSession(transaction, former.accountId, former.sessionId))) {
          await recordAuditEntry(transaction, {
            actor: { kind: 'account', id: former.accountId },
            act: 'end-session',
            resource: 'account',
            resourceId: former.accountId,
            now,
          });
        }
        const origin = { userAgent, network: visitorAddress === null ? null : getNetwork(visitorAddress) };
        const started = await sessions.begin(transaction, { accountId, isKept, origin, now });
        // Attaches the orders placed as a guest since the last sign-in.
        await accountOrders.attachGuestOrders(transaction, locked);
        const cart = await accountCarts.merge(transaction, locked, { shoppingcartId: cookies.cart, now });
        await recordAuditEntry(transaction, {
          actor,
          act: 'sign-in',
          resource: 'account',
          resourceId: accountId,
          now,
        });
        return cart === null ? started : [...started, cart];
      },
      { signal },
    );
  }

  return {
    async signIn(context, { body, botCheckToken }) {
      assertSiteSells(context);
      const { password, keepSignedIn = false } = body;
      const emailAddress = normaliseEmailAddress(body.emailAddress);
      const attempt = await countAttempt(context, emailAddress, botCheckToken);
      const account = await findAccountByEmailAddress(database, context.site.site.siteId, emailAddress);
      let match: PasswordMatch;
      try {
        match = await compare(password, account);
      } catch (error) {
        if (!(error instanceof HasherBusyError)) throw error;
        await attempt.release();
        throw createBusyError();
      }
      if (!account || !match.isRight) {
        const isWarning =
          attempt.failuresToday >= SIGN_IN_FAILURES_BEFORE_WARNING &&
          (await tryCountAttempt(() =>
            limiter.take(signInRateLimits.warnings, JSON.stringify([context.site.site.siteId, emailAddress])),
          ));
        await recordFailure(account, context, isWarning);
        throw new ProblemError('invalid_credentials');
      }
      await attempt.release();
      if (account.activatedAt === null) throw new ProblemError('account_not_activated');
      const newHash = match.isOutdated ? await rehash(passwordHasher, password) : null;
      const cookies = await begin(context, account, { isKept: keepSignedIn, newHash });
      for (const cookie of cookies) context.setCookie(cookie);
      context.setCookie(knownBrowsers.createCookie(context.cookies.known));
    },
  };
}
