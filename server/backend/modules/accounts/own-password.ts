import type { Database } from '../../database/database.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import type { PasswordWork } from './password-work.ts';
import { type AccountRecord, findAccount } from './queries.ts';

export const ownPasswordFlood = defineLimits('own password', {
  /** Of who is signed in and does not know the password: only failures count, whatever it is asked for. */
  wrongPasswords: { acts: 10, windowMs: 3_600_000 },
});

/**
 * The account of who is signed in, for whom the password was given.
 *
 * @throws ProblemError `invalid_credentials` for a wrong one, `too_many_attempts` after ten of them, `not_authenticated` where the account
 * was closed since the session was looked up
 */
export type ProveOwner = (accountId: string, password: string) => Promise<AccountRecord>;

/** Makes the check that comes before whatever only an owner may do. */
export function createProveOwner(deps: {
  readonly database: Database;
  readonly passwordWork: PasswordWork;
  readonly limiter: Limiter;
}): ProveOwner {
  const { database, passwordWork, limiter } = deps;
  return async (accountId, password) => {
    const account = await findAccount(database, accountId);
    if (!account) throw new ProblemError('not_authenticated');
    await limiter.take(ownPasswordFlood.wrongPasswords, accountId);
    if (!(await passwordWork.isRight(password, account.passwordHash))) {
      throw new ProblemError('invalid_credentials');
    }
    await limiter.giveBack(ownPasswordFlood.wrongPasswords, accountId);
    return account;
  };
}
