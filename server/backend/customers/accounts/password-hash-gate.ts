import { randomInt } from 'node:crypto';
import { NO_BOT_CHECK_TOKEN } from '../../../../shared/contract/request-headers.ts';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { PasswordHashGate } from '../../core/http/password-hash-gate.ts';
import { createRefusal, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import type { PasswordHasher } from '../../core/security/password-hasher.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import type { BotChecks } from './bot-checks.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/**
 * Number of hashes that a known browser gets without a proof while the queue is half full. Without this limit
 * one signed-in browser could admit a whole botnet.
 */
export const knownBrowserLimits = defineLimits('known browsers', {
  hashes: { maxAttempts: 20, windowMs: 15 * MINUTE_MS },
});

/** Creates the gate. */
export function createPasswordHashGate(deps: {
  readonly passwordHasher: Pick<PasswordHasher, 'isHalfFull'>;
  readonly knownBrowsers: KnownBrowsers;
  readonly botChecks: Pick<BotChecks, 'isProven' | 'difficulty'>;
  readonly limiter: Limiter;
}): PasswordHashGate<SiteRecord> {
  const { passwordHasher, knownBrowsers, botChecks, limiter } = deps;
  return {
    isQueueHalfFull: () => passwordHasher.isHalfFull(),
    async admit({ site, knownCookie, botCheckToken }) {
      const id = knownBrowsers.read(knownCookie);
      if (id !== null && (await tryCountAttempt(() => limiter.take(knownBrowserLimits.hashes, id)))) return;
      if (botCheckToken === NO_BOT_CHECK_TOKEN) {
        throw new ProblemError('too_many_attempts', { headers: { 'retry-after': String(randomInt(1, 3)) } });
      }
      if (botCheckToken !== undefined && (await botChecks.isProven({ site }, botCheckToken))) return;
      throw createRefusal('bot_check_required', { difficulty: botChecks.difficulty });
    },
  };
}
