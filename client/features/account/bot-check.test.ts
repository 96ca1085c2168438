import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Api } from '../../../shared/api/client.ts';
import { NO_BOT_CHECK } from '../../../shared/contract/request-headers.ts';
import { countZeroBits } from '../../../shared/rules/account/bot-check.ts';
import { botCheckWork, callWithBotCheck } from './bot-check.ts';
import { solveBotCheck } from './solve-bot-check.ts';

const DIFFICULTY = 8;
const isSolved = (token: string) => countZeroBits(createHash('sha256').update(token).digest()) >= DIFFICULTY;

function createVisitor({ asksTimes, hasScript }: { asksTimes: number; hasScript: boolean }) {
  const sent: (string | undefined)[] = [];
  let asked = 0;
  const api = { fetchBotCheck: async () => ({ challenge: `challenge-${++asked}`, difficulty: DIFFICULTY }) };
  const call = async ({ botCheckToken }: { readonly botCheckToken?: string }) => {
    sent.push(botCheckToken);
    if (sent.length <= asksTimes) {
      throw new ApiError('status', { status: 403, body: { code: 'bot_check_required' } });
    }
  };
  const context = { api: api as unknown as Api, options: {}, ...(hasScript && { hasScript: true as const }) };
  return { sent, run: () => callWithBotCheck(context, call) };
}

describe('a call that may ask for a bot check', () => {
  it('is made once where none is asked for', async () => {
    const { sent, run } = createVisitor({ asksTimes: 0, hasScript: true });
    await run();
    expect(sent).toEqual([undefined]);
  });

  it('is made again with the answer, which is worked out meanwhile', async () => {
    const told: boolean[] = [];
    const end = botCheckWork.subscribe(({ isUnderWay }) => told.push(isUnderWay));
    const { sent, run } = createVisitor({ asksTimes: 1, hasScript: true });
    await run();
    end();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatch(/^challenge-1\.\d+$/);
    expect(isSolved(String(sent[1]))).toBe(true);
    expect(told).toEqual([true, false]);
  });

  it('says without script that nothing can be worked out', async () => {
    const { sent, run } = createVisitor({ asksTimes: 0, hasScript: false });
    await run();
    expect(sent).toEqual([NO_BOT_CHECK]);
  });

  it('is worked out a second time where the queue has asked first and the address asks for more', async () => {
    const { sent, run } = createVisitor({ asksTimes: 2, hasScript: true });
    await run();
    expect(sent.map((token) => token?.split('.')[0])).toEqual([undefined, 'challenge-1', 'challenge-2']);
  });

  it('is worked out at most twice', async () => {
    const { sent, run } = createVisitor({ asksTimes: 3, hasScript: true });
    await expect(run()).rejects.toMatchObject({ code: 'bot_check_required' });
    expect(sent).toHaveLength(3);
    expect(botCheckWork.getState().isUnderWay).toBe(false);
  });
});

it('is worked out from the first number on', async () => {
  const token = await solveBotCheck({ challenge: 'abc', difficulty: DIFFICULTY });
  const first = Array.from({ length: 100_000 }, (_, nonce) => `abc.${nonce}`).find(isSolved);
  expect(token).toBe(first);
});
