import { isPossiblePassword } from '../../../../shared/rules/account/password.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import { HasherBusyError, type PasswordHasher } from '../../security/password-hasher.ts';
import type { ChosenPassword, Passwords } from './passwords.ts';

/** Seconds after which a visitor may retry if all hashing workers are busy. */
const BUSY_SECONDS = '2';

/**
 * Hashes and compares passwords for calls. Each method costs one hash, or throws ProblemError
 * `too_many_attempts` if all workers are busy.
 */
export interface PasswordWork {
  /**
   * Returns the stored form of a new password.
   *
   * @throws ProblemError `validation_failed` if the password does not meet the rule
   */
  hashNew(site: SiteRecord, chosen: ChosenPassword): Promise<string>;
  /** @param kept stored hash; null if there is no account or no password, which never matches */
  isRight(password: string, kept: string | null): Promise<boolean>;
}

/** Creates the password hashing for calls. */
export function createPasswordWork({
  passwordHasher,
  passwords,
}: {
  readonly passwordHasher: PasswordHasher;
  readonly passwords: Passwords;
}): PasswordWork {
  const unlessBusy = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof HasherBusyError) {
        throw new ProblemError('too_many_attempts', { headers: { 'retry-after': BUSY_SECONDS } });
      }
      throw error;
    }
  };
  return {
    async hashNew(site, chosen) {
      passwords.assertGood(site, chosen);
      return unlessBusy(passwordHasher.hash(chosen.password));
    },
    async isRight(password, kept) {
      // A password over the maximum length takes as long to check as a wrong one.
      const isPossible = isPossiblePassword(password);
      const { isRight } = await unlessBusy(
        passwordHasher.verify(isPossible ? password : '', isPossible ? kept : null),
      );
      return isRight;
    },
  };
}
