import type { BotCheck } from '../../../shared/contract/accounts.ts';
import { countZeroBits, formatBotCheckToken } from '../../../shared/rules/account/bot-check.ts';

/** Number of hashes requested in parallel. */
const HASHES_PER_BATCH = 64;
/**
 * Duration of one slice of work, in milliseconds. Users do not notice a delay below 50 ms, and `setTimeout`
 * alone takes 4 ms.
 */
const WORK_SLICE_MS = 30;

const textEncoder = new TextEncoder();
const yieldToBrowser = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Solves a bot check in slices, so that the page stays responsive.
 *
 * @returns the token for the header, or null if the browser cannot hash (`crypto.subtle` needs a secure
 *   origin)
 */
export async function solveBotCheck({ challenge, difficulty }: BotCheck): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (!subtle) return null;
  let sliceEnd = performance.now() + WORK_SLICE_MS;
  for (let first = 0; ; first += HASHES_PER_BATCH) {
    const tokens = Array.from({ length: HASHES_PER_BATCH }, (_, index) =>
      formatBotCheckToken(challenge, first + index),
    );
    const digests = await Promise.all(
      tokens.map((token) => subtle.digest('SHA-256', textEncoder.encode(token))),
    );
    const found = tokens.find((_token, index) => {
      const digest = digests[index];
      return digest !== undefined && countZeroBits(new Uint8Array(digest)) >= difficulty;
    });
    if (found !== undefined) return found;
    if (performance.now() > sliceEnd) {
      await yieldToBrowser();
      sliceEnd = performance.now() + WORK_SLICE_MS;
    }
  }
}
