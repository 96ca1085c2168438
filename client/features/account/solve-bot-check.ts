import type { BotCheck } from '../../../shared/contract/accounts.ts';
import { countZeroBits, formatBotCheckToken } from '../../../shared/rules/account/bot-check.ts';

/** Hashes that are asked for at once. */
const BATCH = 64;
/** How long a slice of this work lasts, in milliseconds: nobody notices a wait of less than 50 (`setTimeout` takes 4 by itself). */
const SLICE_MS = 30;

const encoder = new TextEncoder();
const rest = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Works out the answer to a bot check in slices, so that the page stays usable.
 *
 * @returns the token for the header; null where the browser cannot hash, which it can on secure addresses only
 */
export async function solveBotCheck({ challenge, difficulty }: BotCheck): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (!subtle) return null;
  let sliceEnd = performance.now() + SLICE_MS;
  for (let first = 0; ; first += BATCH) {
    const tokens = Array.from({ length: BATCH }, (_, index) => formatBotCheckToken(challenge, first + index));
    const digests = await Promise.all(tokens.map((token) => subtle.digest('SHA-256', encoder.encode(token))));
    const found = tokens.find((_token, index) => {
      const digest = digests[index];
      return digest !== undefined && countZeroBits(new Uint8Array(digest)) >= difficulty;
    });
    if (found !== undefined) return found;
    if (performance.now() > sliceEnd) {
      await rest();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
}
