import { randomInt } from 'node:crypto';
import { NO_BOT_CHECK } from '../../../../shared/contract/request-headers.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createRefusal, ProblemError } from '../../http/problem-error.ts';
import { defineLimits, hasRoom, type Limiter } from '../../limits/limiter.ts';
import type { PasswordHasher } from '../../security/password-hasher.ts';
import type { BotChecks } from './bot-checks.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** Who asks for a hash of a password. */
export interface HashVisitor extends Pick<ScopedContext, 'site'> {
  /** The cookie of a known browser, not verified yet. */
  readonly knownCookie: string | null;
  /** Of the header; undefined where there is none. */
  readonly botCheckToken: string | undefined;
}

/** Decides who may join the queue of those whose password is hashed, while it is half full. */
export interface HashGate {
  /** Whether the queue of the hasher itself is half full. */
  isCrowded(): boolean;
  /**
   * Lets a visitor join while the queue is half full: one in a known browser, or with a proof of work.
   *
   * @throws ProblemError `bot_check_required`, or `too_many_attempts` with a wait of a second or two where nothing can be worked out
   */
  admit(visitor: HashVisitor): Promise<void>;
}

/** Hashes that a known browser gets without proof while the queue is half full: else one signed-in browser could lead a whole botnet past it. */
export const knownBrowserLimits = defineLimits('known browsers', {
  hashes: { acts: 20, windowMs: 15 * 60_000 },
});

/** Makes the gate. */
export function createHashGate(deps: {
  readonly passwordHasher: Pick<PasswordHasher, 'isHalfFull'>;
  readonly knownBrowsers: KnownBrowsers;
  readonly botChecks: Pick<BotChecks, 'isProven' | 'difficulty'>;
  readonly limiter: Limiter;
}): HashGate {
  const { passwordHasher, knownBrowsers, botChecks, limiter } = deps;
  return {
    isCrowded: () => passwordHasher.isHalfFull(),
    async admit({ site, knownCookie, botCheckToken }) {
      const id = knownBrowsers.read(knownCookie);
      if (id !== null && (await hasRoom(() => limiter.take(knownBrowserLimits.hashes, id)))) return;
      if (botCheckToken === NO_BOT_CHECK) {
        throw new ProblemError('too_many_attempts', { headers: { 'retry-after': String(randomInt(1, 3)) } });
      }
      if (botCheckToken !== undefined && (await botChecks.isProven({ site }, botCheckToken))) return;
      throw createRefusal('bot_check_required', { difficulty: botChecks.difficulty });
    },
  };
}
