import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { NO_BOT_CHECK_TOKEN } from '../../../shared/contract/request-headers.ts';
import { countZeroBits } from '../../../shared/rules/account/bot-check.ts';
import { botCheckStore, callWithBotCheck } from './bot-check.ts';
import { solveBotCheck } from './solve-bot-check.ts';

const DIFFICULTY_BITS = 8;
const isSolved = (token: string) =>
  countZeroBits(createHash('sha256').update(token).digest()) >= DIFFICULTY_BITS;

function createVisitorWithBotCheck({ asksTimes, hasScript }: { asksTimes: number; hasScript: boolean }) {
  const sent: (string | undefined)[] = [];
  let asked = 0;
  const api = {
    fetchBotCheck: async () => ({ challenge: `challenge-${++asked}`, difficulty: DIFFICULTY_BITS }),
  };
  const call = async ({ botCheckToken }: { readonly botCheckToken?: string }) => {
    sent.push(botCheckToken);
    if (sent.length <= asksTimes) {
      throw new ApiError('status', { status: 403, body: { code: 'bot_check_required' } });
    }
  };
  const context = { api: api as unknown as Api, options: {}, ...(hasScript && { hasScript: true as const }) };
  return { sent, run: () => callWithBotCheck(context, call) };
}

describe('callWithBotCheck', () => {
  it('makes the call once if no bot check is required', async () => {
    const { sent, run } = createVisitorWithBotCheck({ asksTimes: 0, hasScript: true });
    await run();
    expect(sent).toEqual([undefined]);
  });

  it('repeats the call with the solution and reports the work in progress', async () => {
    const told: boolean[] = [];
    const end = botCheckStore.subscribe(({ isInProgress }) => told.push(isInProgress));
    const { sent, run } = createVisitorWithBotCheck({ asksTimes: 1, hasScript: true });
    await run();
    end();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatch(/^challenge-1\.\d+$/);
    expect(isSolved(String(sent[1]))).toBe(true);
    expect(told).toEqual([true, false]);
  });

  it('sends NO_BOT_CHECK_TOKEN without script', async () => {
    const { sent, run } = createVisitorWithBotCheck({ asksTimes: 0, hasScript: false });
    await run();
    expect(sent).toEqual([NO_BOT_CHECK_TOKEN]);
  });

  it('solves a second check if the API requires another one', async () => {
    const { sent, run } = createVisitorWithBotCheck({ asksTimes: 2, hasScript: true });
    await run();
    expect(sent.map((token) => token?.split('.')[0])).toEqual([undefined, 'challenge-1', 'challenge-2']);
  });

  it('solves at most two checks', async () => {
    const { sent, run } = createVisitorWithBotCheck({ asksTimes: 3, hasScript: true });
    await expect(run()).rejects.toMatchObject({ code: 'bot_check_required' });
    expect(sent).toHaveLength(3);
    expect(botCheckStore.getState().isInProgress).toBe(false);
  });
});

it('solveBotCheck finds the lowest number that solves the challenge', async () => {
  const token = await solveBotCheck({ challenge: 'abc', difficulty: DIFFICULTY_BITS });
  const first = Array.from({ length: 100_000 }, (_, nonce) => `abc.${nonce}`).find(isSolved);
  expect(token).toBe(first);
});
