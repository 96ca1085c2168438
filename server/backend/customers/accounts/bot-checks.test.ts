import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { countZeroBits, formatBotCheckToken } from '../../../../shared/rules/account/bot-check.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import type { Limit, Limiter } from '../../core/limits/limiter.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { type BotChecks, createBotChecks } from './bot-checks.ts';

/** Small enough for a test to solve immediately. */
const CHALLENGE_DIFFICULTY = 6;
const START_MS = Date.parse('2026-11-05T12:00:00Z');
const emailAddress = 'marit@stal.example';

let nowMs: number;
let counts: Map<string, number>;
let checks: BotChecks;

const formatLimitKey = ({ name }: Limit, subject: string | number) => `${name} ${subject}`;
const limiter: Limiter = {
  async take(limit, subject) {
    const known = counts.get(formatLimitKey(limit, subject)) ?? 0;
    if (known >= limit.maxAttempts)
      throw new ProblemError('too_many_attempts', { headers: { 'retry-after': '600' } });
    counts.set(formatLimitKey(limit, subject), known + 1);
    return known + 1;
  },
  takeForAddress: async () => {},
  async release(limit, subject) {
    counts.set(formatLimitKey(limit, subject), (counts.get(formatLimitKey(limit, subject)) ?? 0) - 1);
  },
  releaseForAddress: async () => {},
};

const createSiteContext = (siteId: number, botCheckSiteKey: string | null = null): ScopedContext =>
  ({ site: { site: { siteId, botCheckSiteKey } }, visitorAddress: null }) as unknown as ScopedContext;
const site = createSiteContext(1);

/** Searches for a solution as a browser does. @param isRight false: returns an answer that is wrong */
function solve(challenge: string, isRight = true, difficulty = CHALLENGE_DIFFICULTY): string {
  for (let nonce = 0; ; nonce += 1) {
    const token = formatBotCheckToken(challenge, nonce);
    if (countZeroBits(createHash('sha256').update(token).digest()) >= difficulty === isRight) return token;
  }
}

const makeAttempt = (botCheckToken?: string, context = site, act: 'signIn' | 'resend' = 'signIn') =>
  checks.countAttempt(context, { act, emailAddress, botCheckToken });
const failAttempts = async (times: number) => {
  for (let time = 0; time < times; time += 1) await makeAttempt();
};
const required = expect.objectContaining({ code: 'bot_check_required' });

beforeEach(() => {
  nowMs = START_MS;
  counts = new Map();
  checks = createBotChecks({
    limiter,
    key: Buffer.alloc(32, 7),
    clock: () => nowMs,
    difficulty: CHALLENGE_DIFFICULTY,
  });
});

describe('bot check', () => {
  it('is required after three attempts and admits visitors who have solved the challenge', async () => {
    await failAttempts(3);
    await expect(makeAttempt()).rejects.toEqual(required);
    const { challenge, difficulty } = await checks.issueChallenge(site);
    expect(difficulty).toBe(CHALLENGE_DIFFICULTY);
    await expect(makeAttempt(solve(challenge))).resolves.toBeDefined();
  });

  it('doubles the work after every twenty failures in a day, up to sixteen times', async () => {
    const getDifficultyAfter = async (failures: number) => {
      counts.set(`bot checks signIn today 1 ${emailAddress}`, failures);
      return makeAttempt().then(
        () => null,
        (error: ProblemError) => error.members?.difficulty,
      );
    };
    await failAttempts(3);
    const difficulties = [];
    for (const failures of [19, 20, 39, 40, 80, 1000]) difficulties.push(await getDifficultyAfter(failures));
    expect(difficulties.map((bits) => Number(bits) - CHALLENGE_DIFFICULTY)).toEqual([0, 1, 1, 2, 4, 4]);

    await getDifficultyAfter(40);
    const answer = async (difficulty: number) =>
      solve((await checks.issueChallenge(site)).challenge, true, difficulty);
    // By chance, the test solver sometimes finds an answer with more bits than the usual difficulty; those
    // are skipped.
    let usual = await answer(CHALLENGE_DIFFICULTY);
    while (countZeroBits(createHash('sha256').update(usual).digest()) > CHALLENGE_DIFFICULTY + 1)
      usual = await answer(CHALLENGE_DIFFICULTY);
    await expect(makeAttempt(usual)).rejects.toEqual(required);
    const tried = await makeAttempt(await answer(CHALLENGE_DIFFICULTY + 2));
    expect(tried.failuresToday).toBe(41);
    await tried.release();
    expect(await getDifficultyAfter(0)).toBe(CHALLENGE_DIFFICULTY);
  });

  it('is not required if the attempts were released', async () => {
    for (let time = 0; time < 10; time += 1) await (await makeAttempt()).release();
    await expect(makeAttempt()).resolves.toBeDefined();
  });

  it('counts per site, and counts sign-in and resending separately', async () => {
    await failAttempts(3);
    await expect(makeAttempt(undefined, createSiteContext(2))).resolves.toBeDefined();
    await expect(makeAttempt(undefined, site, 'resend')).resolves.toBeDefined();
  });

  it('makes visitors who cannot solve challenges wait for the rest of the window', async () => {
    for (let time = 0; time < 3; time += 1) await makeAttempt('unavailable');
    await expect(makeAttempt('unavailable')).rejects.toMatchObject({
      code: 'too_many_attempts',
      headers: { 'retry-after': '600' },
    });
  });
});

describe('bot check token', () => {
  beforeEach(() => failAttempts(3));

  it('is accepted once', async () => {
    const token = solve((await checks.issueChallenge(site)).challenge);
    await makeAttempt(token);
    await expect(makeAttempt(token)).rejects.toEqual(required);
  });

  it('is accepted for two minutes', async () => {
    const first = solve((await checks.issueChallenge(site)).challenge);
    const second = solve((await checks.issueChallenge(site)).challenge);
    nowMs = START_MS + 119_999;
    await expect(makeAttempt(first)).resolves.toBeDefined();
    nowMs = START_MS + 120_000;
    await expect(makeAttempt(second)).rejects.toEqual(required);
  });

  it('is rejected if it proves too little work', async () => {
    const { challenge } = await checks.issueChallenge(site);
    await expect(makeAttempt(solve(challenge, false))).rejects.toEqual(required);
  });

  it.each([
    [
      'forged in its first byte',
      (challenge: string) => `${challenge.startsWith('A') ? 'B' : 'A'}${challenge.slice(1)}`,
    ],
    ['truncated', (challenge: string) => challenge.slice(0, -4)],
    ['extended', (challenge: string) => `${challenge}AAAA`],
    ['replaced by a shorter one', () => 'AAAA'],
  ])('is rejected if its challenge was %s', async (_what, spoil) => {
    const { challenge } = await checks.issueChallenge(site);
    await expect(makeAttempt(solve(spoil(challenge)))).rejects.toEqual(required);
  });

  it('is rejected if its challenge is from a site with another key or another number', async () => {
    await expect(
      makeAttempt(solve((await checks.issueChallenge(createSiteContext(2))).challenge)),
    ).rejects.toEqual(required);
    await expect(
      makeAttempt(solve((await checks.issueChallenge(createSiteContext(1, 'nl'))).challenge)),
    ).rejects.toEqual(required);
  });

  it('is rejected if its challenge is signed with another key', async () => {
    const others = createBotChecks({
      limiter,
      key: Buffer.alloc(32, 8),
      clock: () => nowMs,
      difficulty: CHALLENGE_DIFFICULTY,
    });
    await expect(makeAttempt(solve((await others.issueChallenge(site)).challenge))).rejects.toEqual(required);
  });

  it.each(['', 'x', '.1', 'not a token'])('is rejected if the token is %j', async (token) => {
    await expect(makeAttempt(token)).rejects.toEqual(required);
  });
});
