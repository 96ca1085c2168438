import { isPossiblePassword } from '../../../../shared/rules/account/password.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import { HasherBusyError, type PasswordHasher } from '../../security/password-hasher.ts';
import type { ChosenPassword, Passwords } from './passwords.ts';

/** Seconds after which whoever came while all hash were busy may try again. */
const BUSY_SECONDS = '2';

/** Hashes and compares passwords for calls. Each of its ways costs one hash, or throws ProblemError `too_many_attempts` where all are busy. */
export interface PasswordWork {
  /**
   * What is kept of a new password.
   *
   * @throws ProblemError `validation_failed` for one that the shop does not take
   */
  hashNew(site: SiteRecord, chosen: ChosenPassword): Promise<string>;
  /** @param kept null where there is nobody, or who has no password: never right */
  isRight(password: string, kept: string | null): Promise<boolean>;
}

/** Makes it. */
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
      // Longer than any can be: it takes as long as one that is wrong.
      const isPossible = isPossiblePassword(password);
      const { isRight } = await unlessBusy(
        passwordHasher.verify(isPossible ? password : '', isPossible ? kept : null),
      );
      return isRight;
    },
  };
}
