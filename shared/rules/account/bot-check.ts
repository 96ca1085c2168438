import { MINUTE_MS } from '../durations.ts';
/**
 * Proof of work: every repeated attempt costs a second or two of processor time, which makes many attempts
 * expensive. The answer is a token whose SHA-256 starts with the number of zero bits that the challenge
 * requires. The challenge is signed by the shop and valid once.
 */

/**
 * Required zero bits: 32,768 hashes on average, which take one to two seconds on a phone (Web Crypto, in
 * slices).
 */
export const BOT_CHECK_DIFFICULTY = 15;

/**
 * Number of failed sign-ins per address and day after which one more bit is required, which doubles the work.
 */
const FAILURES_PER_BIT = 20;
/**
 * Maximum number of additional bits: the owner of an account under attack can still sign in, in half a minute
 * on a phone.
 */
const MAX_ADDED_BITS = 4;

/** Returns the additional zero bits for the failed sign-ins at one address today. */
export const getAddedBotCheckDifficulty = (failuresToday: number): number =>
  Math.min(MAX_ADDED_BITS, Math.floor(failuresToday / FAILURES_PER_BIT));

/** Lifetime of a challenge in milliseconds (decisions, "Accounts"). */
export const BOT_CHECK_LIFETIME_MS = 2 * MINUTE_MS;

/** Returns the number of leading zero bits of a digest. */
export function countZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/**
 * Formats the answer to a challenge for the `x-bot-check-token` header. It is valid if the SHA-256 of its
 * UTF-8 bytes starts with enough zero bits.
 *
 * @param nonce number to try, from 0 on
 */
export const formatBotCheckToken = (challenge: string, nonce: number): string => `${challenge}.${nonce}`;

/** Returns the challenge that a token answers; null for an invalid token. */
export function parseBotCheckChallenge(token: string): string | null {
  return /^([\w-]+)\.\d{1,15}$/.exec(token)?.[1] ?? null;
}
