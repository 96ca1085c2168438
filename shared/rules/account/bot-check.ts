/**
 * A proof of work: whoever tries again spends a second or two of their processor on it, which many tries at once make dear. Its answer is
 * a token whose SHA-256 begins with so many bits of 0 as the challenge asks for; the challenge is signed by the shop and good once.
 */

/** Bits of 0 that are asked for. 32,768 hashes on average: one to two seconds on a telephone (Web Crypto, in slices). */
export const BOT_CHECK_DIFFICULTY = 15;

/** Failed sign-ins at one address in a day, after each of which a proof of work takes twice as long. */
const FAILURES_PER_BIT = 20;
/** Bits that are added at most: the owner of an account under attack still signs in, in half a minute on a telephone. */
const MOST_ADDED_BITS = 4;

/** Bits of 0 that are added for failed sign-ins at one address today. */
export const getAddedDifficulty = (failuresToday: number): number =>
  Math.min(MOST_ADDED_BITS, Math.floor(failuresToday / FAILURES_PER_BIT));

/** How long a challenge is good, in milliseconds (decisions, "Accounts"). */
export const BOT_CHECK_MS = 2 * 60_000;

/** How many bits of 0 a digest begins with. */
export function countZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/**
 * The answer to a challenge, as the header `x-bot-check-token` carries it. It is right where its SHA-256, of its UTF-8 bytes, begins with
 * enough bits of 0.
 *
 * @param nonce what is tried, from 0 on
 */
export const formatBotCheckToken = (challenge: string, nonce: number): string => `${challenge}.${nonce}`;

/** The challenge that a token answers; null for what is none. */
export function readChallenge(token: string): string | null {
  return /^([\w-]+)\.\d{1,15}$/.exec(token)?.[1] ?? null;
}
