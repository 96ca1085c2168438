import { isPossiblePassword } from '../../../../shared/rules/account/password.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { HasherBusyError, type PasswordHasher } from '../../core/security/password-hasher.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { ChosenPassword, Passwords } from './acceptable-passwords.ts';

/** Seconds after which a visitor may retry if all hashing workers are busy. */
const BUSY_RETRY_SECONDS = '2';

/**
 * Hashes and compares passwords for calls. Each method costs one hash, or throws ProblemError
 * `too_many_attempts` if all workers are busy.
 */
export interface PasswordHashing {
  /**
   * Returns the stored form of a new password.
   *
   * @throws ProblemError `validation_failed` if the password does not meet the rule
   */
  hashNew(site: SiteRecord, chosen: ChosenPassword): Promise<string>;
  /** @param storedHash stored hash; null if there is no account or no password, which never matches */
  verify(password: string, storedHash: string | null): Promise<boolean>;
}

/** Creates the password hashing for calls. */
export function createPasswordHashing({
  passwordHasher,
  passwords,
}: {
  readonly passwordHasher: PasswordHasher;
  readonly passwords: Passwords;
}): PasswordHashing {
  const mapBusyError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof HasherBusyError) {
        throw new ProblemError('too_many_attempts', { headers: { 'retry-after': BUSY_RETRY_SECONDS } });
      }
      throw error;
    }
  };
  return {
    async hashNew(site, chosen) {
      passwords.assertAcceptablePassword(site, chosen);
      return mapBusyError(passwordHasher.hash(chosen.password));
    },
    async verify(password, storedHash) {
      // A password over the maximum length takes as long to check as a wrong one.
      const isWithinLimits = isPossiblePassword(password);
      const { isRight } = await mapBusyError(
        passwordHasher.verify(isWithinLimits ? password : '', isWithinLimits ? storedHash : null),
      );
      return isRight;
    },
  };
}
