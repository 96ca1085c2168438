import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BotCheck } from '../../../../shared/contract/accounts.ts';
import { NO_BOT_CHECK } from '../../../../shared/contract/request-headers.ts';
import {
  BOT_CHECK_DIFFICULTY,
  BOT_CHECK_MS,
  countZeroBits,
  getAddedDifficulty,
  readChallenge,
} from '../../../../shared/rules/account/bot-check.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createRefusal } from '../../http/problem-error.ts';
import { defineLimits, hasRoom, type Limit, type Limiter } from '../../limits/limiter.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

/** What somebody tries that a bot check may be asked for. */
export type CheckedAct = 'signIn' | 'resend';

/**
 * Tries at one address of a site, whoever makes them, before each further one needs a proof of work (decisions, "Accounts"). They never
 * refuse anything by themselves: else whoever knows an address could keep its owner out.
 */
export const checkedTries = defineLimits<CheckedAct>('bot checks', {
  signIn: { acts: 3, windowMs: QUARTER_HOUR_MS },
  resend: { acts: 3, windowMs: QUARTER_HOUR_MS },
});

/**
 * Sign-in attempts at one address of a site in a day, by all visitors. They refuse nothing: each twenty failures double the proof of
 * work for further ones, so that guessing from many networks costs more than it finds.
 */
export const triesToday: Limit = { name: 'bot checks signIn today', acts: 1_000_000, windowMs: DAY_MS };

const botCheckLimits = defineLimits('bot checks of visitors', {
  asked: { acts: 300, windowMs: QUARTER_HOUR_MS },
});

/** A challenge is good once, and not for longer than this anyway. */
const spentChallenges: Limit = { name: 'bot checks spent', acts: 1, windowMs: BOT_CHECK_MS };

/** The same of those that let a visitor join the queue of the hasher. */
const spentAtQueue: Limit = { ...spentChallenges, name: 'bot checks spent at queue' };

/** One try, counted. */
export interface CountedTry {
  /** Failed sign-ins at this address in a day, if this one fails as well; 0 of other acts. */
  readonly failuresToday: number;
  /** Takes the count back, where only failures count and this was none. */
  giveBack(): Promise<void>;
}

/** Makes many tries dear for whoever makes them, without keeping anybody out. */
export interface BotChecks {
  /** Bits of 0 that a proof of work needs where nothing asks for more. */
  readonly difficulty: number;
  /** Whether a token proves work that was not shown here before. `demand` counts it apart: one request may show it to both. */
  isProven(context: Pick<ScopedContext, 'site'>, botCheckToken: string): Promise<boolean>;
  /** @throws ProblemError `too_many_attempts` */
  ask(context: ScopedContext): Promise<BotCheck>;
  /**
   * Counts a try at an address, and asks for a proof of work where there were several. It does the same for addresses that nobody has.
   * Outside any transaction: what is rolled back was tried all the same.
   *
   * @param tried.emailAddress in its normal form
   * @param tried.botCheckToken of the header; undefined where there is none
   * @throws ProblemError `bot_check_required`; `too_many_attempts` with the rest of the window where nothing can be worked out
   */
  demand(
    context: ScopedContext,
    tried: {
      readonly act: CheckedAct;
      readonly emailAddress: string;
      readonly botCheckToken: string | undefined;
    },
  ): Promise<CountedTry>;
}

const MAC_BYTES = 32;
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const HEAD_BYTES = MAC_BYTES + RANDOM_BYTES + EXPIRY_BYTES;

/** Whose challenges a site's are: those of another one are worth nothing there. */
const getSiteKey = ({ site }: ScopedContext['site']): string => site.botCheckSiteKey ?? String(site.siteId);

/**
 * Makes the bot checks of a shop.
 *
 * @param deps.key of 32 bytes, the same in all backends
 * @param deps.difficulty bits of 0 that are asked for
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

  /** MAC, random bytes, the instant at which it ends, and the key of the site. */
  function createChallenge(siteKey: string): string {
    const end = Buffer.alloc(EXPIRY_BYTES);
    end.writeUIntBE(clock() + BOT_CHECK_MS, 0, EXPIRY_BYTES);
    const body = Buffer.concat([randomBytes(RANDOM_BYTES), end, Buffer.from(siteKey)]);
    return Buffer.concat([sign(body), body]).toString('base64url');
  }

  function isGood(challenge: string, siteKey: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    // The same bytes have other spellings as well, each of which would count as one of its own.
    if (bytes.length < HEAD_BYTES || bytes.toString('base64url') !== challenge) return false;
    const body = bytes.subarray(MAC_BYTES);
    return (
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(body)) &&
      body.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > clock() &&
      bytes.subarray(HEAD_BYTES).toString() === siteKey
    );
  }

  async function isSolved(
    token: string,
    siteKey: string,
    asked: number,
    spent: Limit = spentChallenges,
  ): Promise<boolean> {
    const challenge = readChallenge(token);
    if (challenge === null || !isGood(challenge, siteKey)) return false;
    if (countZeroBits(createHash('sha256').update(token).digest()) < asked) return false;
    return hasRoom(() => limiter.take(spent, challenge));
  }

  return {
    difficulty,

    isProven: ({ site }, token) => isSolved(token, getSiteKey(site), difficulty, spentAtQueue),

    async ask({ site, visitorAddress }) {
      await limiter.takeOfVisitor(botCheckLimits.asked, visitorAddress);
      return { challenge: createChallenge(getSiteKey(site)), difficulty };
    },

    async demand({ site }, { act, emailAddress, botCheckToken }) {
      const limit = checkedTries[act];
      const subject = `${site.site.siteId} ${emailAddress}`;
      const isDaily = act === 'signIn';
      if (botCheckToken === NO_BOT_CHECK) await limiter.take(limit, subject);
      const hasNoRoom =
        botCheckToken !== NO_BOT_CHECK && !(await hasRoom(() => limiter.take(limit, subject)));
      const failuresToday = isDaily ? await limiter.take(triesToday, subject) : 0;
      const giveBackToday = async () => {
        if (isDaily) await limiter.giveBack(triesToday, subject);
      };
      if (hasNoRoom) {
        const asked = difficulty + getAddedDifficulty(failuresToday - 1);
        if (botCheckToken === undefined || !(await isSolved(botCheckToken, getSiteKey(site), asked))) {
          await giveBackToday();
          throw createRefusal('bot_check_required', { difficulty: asked });
        }
        return { failuresToday, giveBack: giveBackToday };
      }
      return {
        failuresToday,
        async giveBack() {
          await limiter.giveBack(limit, subject);
          await giveBackToday();
        },
      };
    },
  };
}
