import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { findAccount } from './queries.ts';
import type { AccountRecord } from './types.ts';

export const ownerPasswordRateLimits = defineLimits('own password', {
  /** For a signed-in visitor who does not know the password. Only failures count, for all calls together. */
  wrongPasswords: { maxAttempts: 10, windowMs: HOUR_MS },
});

/**
 * Returns the account of the signed-in customer if the password is correct.
 *
 * @throws ProblemError `invalid_credentials` for a wrong password, `too_many_attempts` after ten of them,
 * `not_authenticated` if the account was closed after the session was looked up
 */
export type VerifyOwnerPassword = (accountId: string, password: string) => Promise<AccountRecord>;

/** Creates the password check for actions that are reserved to the owner. */
export function createOwnerPasswordVerifier(deps: {
  readonly database: Database;
  readonly passwordHashing: PasswordHashing;
  readonly limiter: Limiter;
}): VerifyOwnerPassword {
  const { database, passwordHashing, limiter } = deps;
  return async (accountId, password) => {
    const account = await findAccount(database, accountId);
    if (!account) throw new ProblemError('not_authenticated');
    await limiter.take(ownerPasswordRateLimits.wrongPasswords, accountId);
    if (!(await passwordHashing.verify(password, account.passwordHash))) {
      throw new ProblemError('invalid_credentials');
    }
    await limiter.release(ownerPasswordRateLimits.wrongPasswords, accountId);
    return account;
  };
}
