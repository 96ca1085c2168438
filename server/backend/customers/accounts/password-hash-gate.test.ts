import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_BOT_CHECK_TOKEN } from '../../../../shared/contract/request-headers.ts';
import { countZeroBits, formatBotCheckToken } from '../../../../shared/rules/account/bot-check.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import type { Limiter } from '../../core/limits/limiter.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { type BotChecks, createBotChecks } from './bot-checks.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import { createPasswordHashGate, knownBrowserLimits } from './password-hash-gate.ts';

/** Small enough for a test to solve immediately. */
const CHALLENGE_DIFFICULTY = 6;
const visitorContext = {
  site: { site: { siteId: 1, botCheckSiteKey: null } },
  visitorAddress: null,
} as unknown as ScopedContext;
const { site } = visitorContext;

let nowMs: number;
let counts: Map<string, number>;
let knownBrowsers: KnownBrowsers;
let botChecks: BotChecks;
let gate: ReturnType<typeof createPasswordHashGate>;

const limiter: Limiter = {
  async take({ name, maxAttempts: acts }, subject) {
    const key = `${name} ${subject}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > acts) throw new ProblemError('too_many_attempts');
    counts.set(key, count);
    return count;
  },
  takeForAddress: async () => {},
  release: async () => {},
  releaseForAddress: async () => {},
};

beforeEach(() => {
  nowMs = Date.parse('2026-11-05T12:00:00Z');
  counts = new Map();
  const clock = () => nowMs;
  knownBrowsers = createKnownBrowsers({ key: Buffer.alloc(32, 1), clock });
  botChecks = createBotChecks({ limiter, key: Buffer.alloc(32, 7), clock, difficulty: CHALLENGE_DIFFICULTY });
  gate = createPasswordHashGate({
    passwordHasher: { isHalfFull: () => true },
    knownBrowsers,
    botChecks,
    limiter,
  });
});

async function solve(): Promise<string> {
  const { challenge } = await botChecks.issueChallenge(visitorContext);
  for (let nonce = 0; ; nonce += 1) {
    const token = formatBotCheckToken(challenge, nonce);
    if (countZeroBits(createHash('sha256').update(token).digest()) >= CHALLENGE_DIFFICULTY) return token;
  }
}

const admit = (knownCookie: string | null, botCheckToken?: string) =>
  gate.admit({ site, knownCookie, botCheckToken });
const botCheckRequiredError = { code: 'bot_check_required', members: { difficulty: CHALLENGE_DIFFICULTY } };

describe('visitor in an unknown browser', () => {
  it('needs a proof of work and joins with it once', async () => {
    await expect(admit(null)).rejects.toMatchObject(botCheckRequiredError);
    await expect(admit(null, 'made-up.1')).rejects.toMatchObject(botCheckRequiredError);
    const token = await solve();
    await expect(admit(null, token)).resolves.toBeUndefined();
    await expect(admit(null, token)).rejects.toMatchObject(botCheckRequiredError);
  });

  it('can present the same proof to the sign-in, which counts failures per address', async () => {
    const tried = { act: 'signIn', emailAddress: 'marit@stal.example' } as const;
    for (let time = 0; time < 3; time += 1)
      await botChecks.countAttempt(visitorContext, { ...tried, botCheckToken: undefined });
    const botCheckToken = await solve();
    await admit(null, botCheckToken);
    await expect(botChecks.countAttempt(visitorContext, { ...tried, botCheckToken })).resolves.toBeDefined();
  });

  it('waits a moment if it cannot solve challenges', async () => {
    await expect(admit(null, NO_BOT_CHECK_TOKEN)).rejects.toMatchObject({
      code: 'too_many_attempts',
      headers: { 'retry-after': expect.stringMatching(/^[12]$/) },
    });
  });
});

describe('known browser', () => {
  it('joins without a proof up to the limit of a person', async () => {
    const { value } = knownBrowsers.createCookie(null);
    for (let time = 0; time < knownBrowserLimits.hashes.maxAttempts; time += 1) await admit(value);
    await expect(admit(value)).rejects.toMatchObject(botCheckRequiredError);
    await expect(admit(value, await solve())).resolves.toBeUndefined();
    await expect(admit(knownBrowsers.createCookie(null).value)).resolves.toBeUndefined();
  });

  it('keeps its id after another sign-in, so that its hashes are still counted', async () => {
    const { value, name, maxAgeSeconds } = knownBrowsers.createCookie(null);
    expect({ name, maxAgeSeconds }).toEqual({ name: 'known', maxAgeSeconds: 180 * 86_400 });
    nowMs += DAY_MS;
    const renewed = knownBrowsers.createCookie(value).value;
    expect(renewed).not.toBe(value);
    expect(knownBrowsers.read(renewed)).toBe(knownBrowsers.read(value));
    nowMs += 179 * DAY_MS;
    expect(knownBrowsers.read(value)).toBeNull();
    expect(knownBrowsers.read(renewed)).not.toBeNull();
  });

  it.each([
    [
      'signed with another key',
      () => createKnownBrowsers({ key: Buffer.alloc(32, 2), clock: () => nowMs }).createCookie(null).value,
    ],
    ['that was modified', () => `A${knownBrowsers.createCookie(null).value.slice(1)}B`],
    ['that is too short', () => 'abc'],
    ['that is empty', () => ''],
  ])('is not recognised by a cookie %s', async (_what, create) => {
    const cookie = create();
    expect(knownBrowsers.read(cookie)).toBeNull();
    await expect(admit(cookie)).rejects.toMatchObject(botCheckRequiredError);
  });
});
