import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BotCheck } from '../../../../shared/contract/accounts.ts';
import { NO_BOT_CHECK_TOKEN } from '../../../../shared/contract/request-headers.ts';
import {
  BOT_CHECK_DIFFICULTY,
  BOT_CHECK_LIFETIME_MS,
  countZeroBits,
  getAddedBotCheckDifficulty,
  parseBotCheckChallenge,
} from '../../../../shared/rules/account/bot-check.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { createRefusal } from '../../core/http/problem-error.ts';
import { defineLimits, type Limit, type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';

/** Attempts that may require a bot check. */
export type CheckedAttemptKind = 'signIn' | 'resend';

/**
 * Attempts at one address of a site, by any visitor, before each further one requires a proof of work
 * (decisions, "Accounts"). These limits never refuse an attempt on their own: otherwise anyone who knows an
 * address could lock its owner out.
 */
export const botCheckThresholds = defineLimits<CheckedAttemptKind>('bot checks', {
  signIn: { maxAttempts: 3, windowMs: 15 * MINUTE_MS },
  resend: { maxAttempts: 3, windowMs: 15 * MINUTE_MS },
});

/**
 * Sign-in attempts at one address of a site in a day, by all visitors. The limit refuses nothing: each twenty
 * failures double the proof of work for further attempts, so that guessing from many networks costs more than
 * it yields.
 */
export const dailySignInAttemptLimit: Limit = {
  name: 'bot checks signIn today',
  maxAttempts: 1_000_000,
  windowMs: DAY_MS,
};

const botCheckLimits = defineLimits('bot checks of visitors', {
  asked: { maxAttempts: 300, windowMs: 15 * MINUTE_MS },
});

/** Limit that makes each challenge usable once. A challenge also expires after this window. */
const spentChallengeLimit: Limit = {
  name: 'bot checks spent',
  maxAttempts: 1,
  windowMs: BOT_CHECK_LIFETIME_MS,
};

/** The same limit for challenges that admit a visitor to the queue of the password hasher. */
const queueChallengeLimit: Limit = { ...spentChallengeLimit, name: 'bot checks spent at queue' };

/** A counted attempt. */
export interface CountedAttempt {
  /** Failed sign-ins at this address in a day, including this one if it fails. 0 for other attempts. */
  readonly failuresToday: number;
  /** Takes the count back. Used if only failures count and this attempt did not fail. */
  release(): Promise<void>;
}

/** Makes repeated attempts expensive without refusing any visitor. */
export interface BotChecks {
  /** Number of leading zero bits that a proof of work needs by default. */
  readonly difficulty: number;
  /**
   * Returns whether a token proves work that was not presented here before. `demand` counts it separately:
   * one request may present it to both.
   */
  isProven(context: Pick<ScopedContext, 'site'>, botCheckToken: string): Promise<boolean>;
  /** @throws ProblemError `too_many_attempts` */
  issueChallenge(context: ScopedContext): Promise<BotCheck>;
  /**
   * Counts an attempt at an address and requires a proof of work after several attempts. Treats addresses
   * without an account the same way. Must be called outside any transaction, so that a rollback does not
   * remove the count.
   *
   * @param tried.emailAddress address in its normal form
   * @param tried.botCheckToken token from the header; undefined if it is missing
   * @throws ProblemError `bot_check_required`, or `too_many_attempts` with the rest of the window if the
   * visitor cannot solve challenges
   */
  countAttempt(
    context: ScopedContext,
    attempt: {
      readonly act: CheckedAttemptKind;
      readonly emailAddress: string;
      readonly botCheckToken: string | undefined;
    },
  ): Promise<CountedAttempt>;
}

const MAC_BYTES = 32;
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const CHALLENGE_HEAD_BYTES = MAC_BYTES + RANDOM_BYTES + EXPIRY_BYTES;

/** Returns the key that a site's challenges belong to. Challenges with another key are invalid there. */
const getChallengeSiteKey = ({ site }: ScopedContext['site']): string =>
  site.botCheckSiteKey ?? String(site.siteId);

/**
 * Creates the bot checks of the backend.
 *
 * @param deps.key key of 32 bytes, the same in all backends
 * @param deps.difficulty number of leading zero bits that are required
 */
export function createBotChecks(deps: {
  readonly limiter: Limiter;
  readonly key: Buffer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly difficulty?: number;
}): BotChecks {
  const { limiter, key, clock, difficulty = BOT_CHECK_DIFFICULTY } = deps;

  const sign = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest();

  /** Creates a challenge: MAC, random bytes, expiry time and the key of the site. */
  function createChallenge(siteKey: string): string {
    const end = Buffer.alloc(EXPIRY_BYTES);
    end.writeUIntBE(clock() + BOT_CHECK_LIFETIME_MS, 0, EXPIRY_BYTES);
    const body = Buffer.concat([randomBytes(RANDOM_BYTES), end, Buffer.from(siteKey)]);
    return Buffer.concat([sign(body), body]).toString('base64url');
  }

  function isChallengeValid(challenge: string, siteKey: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    // The same bytes have other base64url spellings, each of which would count as a different challenge.
    if (bytes.length < CHALLENGE_HEAD_BYTES || bytes.toString('base64url') !== challenge) return false;
    const body = bytes.subarray(MAC_BYTES);
    return (
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(body)) &&
      body.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > clock() &&
      bytes.subarray(CHALLENGE_HEAD_BYTES).toString() === siteKey
    );
  }

  async function isSolved(
    token: string,
    siteKey: string,
    requiredBits: number,
    spent: Limit = spentChallengeLimit,
  ): Promise<boolean> {
    const challenge = parseBotCheckChallenge(token);
    if (challenge === null || !isChallengeValid(challenge, siteKey)) return false;
    if (countZeroBits(createHash('sha256').update(token).digest()) < requiredBits) return false;
    return tryCountAttempt(() => limiter.take(spent, challenge));
  }

  return {
    difficulty,

    isProven: ({ site }, token) =>
      isSolved(token, getChallengeSiteKey(site), difficulty, queueChallengeLimit),

    async issueChallenge({ site, visitorAddress }) {
      await limiter.takeForAddress(botCheckLimits.asked, visitorAddress);
      return { challenge: createChallenge(getChallengeSiteKey(site)), difficulty };
    },

    async countAttempt({ site }, { act, emailAddress, botCheckToken }) {
      const limit = botCheckThresholds[act];
      const subject = `${site.site.siteId} ${emailAddress}`;
      const isDaily = act === 'signIn';
      if (botCheckToken === NO_BOT_CHECK_TOKEN) await limiter.take(limit, subject);
      const hasNoRoom =
        botCheckToken !== NO_BOT_CHECK_TOKEN && !(await tryCountAttempt(() => limiter.take(limit, subject)));
      const failuresToday = isDaily ? await limiter.take(dailySignInAttemptLimit, subject) : 0;
      const releaseToday = async () => {
        if (isDaily) await limiter.release(dailySignInAttemptLimit, subject);
      };
      if (hasNoRoom) {
        const requiredDifficulty = difficulty + getAddedBotCheckDifficulty(failuresToday - 1);
        if (
          botCheckToken === undefined ||
          !(await isSolved(botCheckToken, getChallengeSiteKey(site), requiredDifficulty))
        ) {
          await releaseToday();
          throw createRefusal('bot_check_required', { difficulty: requiredDifficulty });
        }
        return { failuresToday, release: releaseToday };
      }
      return {
        failuresToday,
        async release() {
          await limiter.release(limit, subject);
          await releaseToday();
        },
      };
    },
  };
}
