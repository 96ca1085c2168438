import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type Answer, type CacheRequest, createResponseCache, type ResponseCache } from './response-cache.ts';

let nowMs: number;
let cache: ResponseCache;

beforeEach(() => {
  nowMs = 1_000_000;
  cache = createResponseCache(() => nowMs);
});

afterEach(() => {
  jest.useRealTimers();
});

function createRequest(change: Partial<CacheRequest> = {}): CacheRequest {
  return {
    key: 'GET 1/1 /api/x?',
    policy: 'short',
    isDeduplicated: false,
    signal: undefined,
    timeoutMs: 1000,
    fetchAnswer: async () => ({ value: { n: 1 }, bytes: 10 }),
    ...change,
  };
}

/** Creates an answer that the test resolves. */
function createPendingAnswer() {
  let resolve: (answer: Answer) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const signals: AbortSignal[] = [];
  const fetchAnswer = jest.fn((signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<Answer>((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
      signal.addEventListener('abort', () => onReject(signal.reason));
    });
  });
  return {
    fetchAnswer,
    signals,
    answer: (value: unknown) => resolve({ value, bytes: 10 }),
    fail: (error: unknown) => reject(error),
  };
}

function createCountingFetch() {
  let n = 0;
  return jest.fn(async () => {
    n += 1;
    return { value: { n }, bytes: 10 };
  });
}

describe('createResponseCache', () => {
  it.each([
    ['short', 2000],
    ['long', 15 * MINUTE_MS],
  ] as const)('stores a %s answer for exactly %d ms', async (policy, ttlMs) => {
    const request = createRequest({ policy, fetchAnswer: createCountingFetch() });
    expect(await cache.load(request)).toEqual({ n: 1 });
    nowMs += ttlMs - 1;
    expect(await cache.load(request)).toEqual({ n: 1 });
    nowMs += 1;
    expect(await cache.load(request)).toEqual({ n: 2 });
  });

  it.each(['short', 'long'] as const)(
    'neither stores nor shares a %s answer whose TTL is 0',
    async (policy) => {
      cache = createResponseCache(() => nowMs, undefined, { longMs: 0, shortMs: 0 });
      const request = createRequest({ policy, isDeduplicated: true, fetchAnswer: createCountingFetch() });
      const answers = await Promise.all([cache.load(request), cache.load(request)]);
      expect(answers).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await cache.load(request)).toEqual({ n: 3 });
    },
  );

  it('stores no answer of a call with the policy never', async () => {
    const request = createRequest({ policy: 'never', fetchAnswer: createCountingFetch() });
    await cache.load(request);
    expect(await cache.load(request)).toEqual({ n: 2 });
  });

  it.each([null, 0, false, ''])('counts %j as an answer', async (value) => {
    const fetchAnswer = jest.fn(async () => ({ value, bytes: 4 }));
    await cache.load(createRequest({ fetchAnswer }));
    expect(await cache.load(createRequest({ fetchAnswer }))).toBe(value);
    expect(fetchAnswer).toHaveBeenCalledTimes(1);
  });

  it('stores a 404 for two seconds, even for calls with a long TTL', async () => {
    const fetchAnswer = jest.fn<CacheRequest['fetchAnswer']>(async () => {
      throw new ApiError('status', { status: 404, body: { code: 'not_found' } });
    });
    const request = createRequest({ policy: 'long', fetchAnswer });
    for (const _ of [1, 2]) {
      await expect(cache.load(request)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(fetchAnswer).toHaveBeenCalledTimes(1);
    nowMs += 2000;
    await expect(cache.load(request)).rejects.toMatchObject({ status: 404 });
    expect(fetchAnswer).toHaveBeenCalledTimes(2);
  });

  it.each([
    new ApiError('status', { status: 500 }),
    new ApiError('status', { status: 503 }),
    new ApiError('status', { status: 400 }),
    new ApiError('unavailable'),
    new ApiError('timeout'),
    new ApiError('invalid', { status: 200 }),
  ])('never stores a failure: $failure $status', async (error) => {
    const fetchAnswer = jest
      .fn<CacheRequest['fetchAnswer']>()
      .mockRejectedValueOnce(error)
      .mockResolvedValueOnce({ value: 'good', bytes: 4 });
    await expect(cache.load(createRequest({ fetchAnswer }))).rejects.toBe(error);
    expect(await cache.load(createRequest({ fetchAnswer }))).toBe('good');
  });

  it.each(['long', 'short'] as const)(
    'serves an expired %s answer while the backend fails, for at most a day',
    async (policy) => {
      const fail = async () => {
        throw new ApiError('unavailable');
      };
      await cache.load(createRequest({ policy }));
      nowMs += 20 * MINUTE_MS;
      expect(await cache.load(createRequest({ policy, fetchAnswer: fail }))).toEqual({ n: 1 });
      nowMs += 25 * HOUR_MS;
      await expect(cache.load(createRequest({ policy, fetchAnswer: fail }))).rejects.toMatchObject({
        failure: 'unavailable',
      });
    },
  );

  it.each([
    ['long', 1000],
    ['short', 3000],
  ] as const)(
    'with an expired %s answer waits %d ms for a new one, which may arrive in the background',
    async (policy, waitMs) => {
      jest.useFakeTimers();
      const request = createRequest({ policy, timeoutMs: 8000 });
      await cache.load(request);
      nowMs += 20 * MINUTE_MS;
      const pending = createPendingAnswer();
      const load = cache.load({ ...request, fetchAnswer: pending.fetchAnswer });
      await jest.advanceTimersByTimeAsync(waitMs);
      expect(await load).toEqual({ n: 1 });
      expect(pending.signals[0]?.aborted).toBe(false);
      pending.answer('new');
      await jest.advanceTimersByTimeAsync(0);
      expect(await cache.load({ ...request, fetchAnswer: pending.fetchAnswer })).toBe('new');
      expect(pending.fetchAnswer).toHaveBeenCalledTimes(1);
    },
  );

  it('waits a second before it calls a failing backend again if it has an old answer', async () => {
    const fetchAnswer = jest.fn<CacheRequest['fetchAnswer']>().mockRejectedValue(new ApiError('unavailable'));
    await cache.load(createRequest({ policy: 'long' }));
    nowMs += 20 * MINUTE_MS;
    for (let n = 0; n < 10; n += 1) {
      expect(await cache.load(createRequest({ policy: 'long', fetchAnswer }))).toEqual({ n: 1 });
    }
    expect(fetchAnswer).toHaveBeenCalledTimes(1);
    nowMs += 1000;
    await cache.load(createRequest({ policy: 'long', fetchAnswer }));
    expect(fetchAnswer).toHaveBeenCalledTimes(2);
  });

  it('replaces an expired answer by a refusal', async () => {
    await cache.load(createRequest({ policy: 'long' }));
    nowMs += 20 * MINUTE_MS;
    const refuse = async () => {
      throw new ApiError('status', { status: 404 });
    };
    await expect(cache.load(createRequest({ policy: 'long', fetchAnswer: refuse }))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('calls the backend once for concurrent misses and returns the same frozen answer to all', async () => {
    const pending = createPendingAnswer();
    const loads = Array.from({ length: 50 }, () =>
      cache.load(createRequest({ fetchAnswer: pending.fetchAnswer })),
    );
    pending.answer({ deep: { list: [1] } });
    const answers = await Promise.all(loads);
    expect(pending.fetchAnswer).toHaveBeenCalledTimes(1);
    expect(new Set(answers).size).toBe(1);
    const [first] = answers as { deep: { list: number[] } }[];
    expect(() => first?.deep.list.push(2)).toThrow(TypeError);
  });

  it('combines equal calls if the contract allows it, even if nothing is stored', async () => {
    const pending = createPendingAnswer();
    const request = createRequest({
      policy: 'never',
      isDeduplicated: true,
      fetchAnswer: pending.fetchAnswer,
    });
    const loads = [cache.load(request), cache.load(request)];
    pending.answer(1);
    await Promise.all(loads);
    expect(pending.fetchAnswer).toHaveBeenCalledTimes(1);
    const next = cache.load(request);
    pending.answer(2);
    expect(await next).toBe(2);
  });

  it('does not fail other callers if one aborts', async () => {
    const pending = createPendingAnswer();
    const leaver = new AbortController();
    const first = cache.load(createRequest({ fetchAnswer: pending.fetchAnswer, signal: leaver.signal }));
    const second = cache.load(createRequest({ fetchAnswer: pending.fetchAnswer }));
    leaver.abort();
    await expect(first).rejects.toMatchObject({ failure: 'aborted' });
    expect(pending.signals[0]?.aborted).toBe(false);
    pending.answer('kept');
    expect(await second).toBe('kept');
  });

  it('aborts the call if the last caller aborts, and starts a new one for the next', async () => {
    const pending = createPendingAnswer();
    const leavers = [new AbortController(), new AbortController()];
    const loads = leavers.map(({ signal }) =>
      cache.load(createRequest({ fetchAnswer: pending.fetchAnswer, signal })),
    );
    const outcomes = Promise.allSettled(loads);
    for (const leaver of leavers) leaver.abort();
    await outcomes;
    expect(pending.signals[0]?.aborted).toBe(true);
    const next = cache.load(createRequest({ fetchAnswer: pending.fetchAnswer }));
    pending.answer('new');
    expect(await next).toBe('new');
    expect(pending.fetchAnswer).toHaveBeenCalledTimes(2);
  });

  it('applies the deadline of each caller, even if it joins late', async () => {
    jest.useFakeTimers();
    const pending = createPendingAnswer();
    const patient = cache.load(createRequest({ fetchAnswer: pending.fetchAnswer, timeoutMs: 8000 }));
    await jest.advanceTimersByTimeAsync(1000);
    const hasty = cache.load(createRequest({ fetchAnswer: pending.fetchAnswer, timeoutMs: 2000 }));
    const hastyOutcome = expect(hasty).rejects.toMatchObject({ failure: 'timeout' });
    await jest.advanceTimersByTimeAsync(2000);
    await hastyOutcome;
    pending.answer('late');
    expect(await patient).toBe('late');
  });

  it('stores at most 200 answers per policy', async () => {
    const fetchAnswer = createCountingFetch();
    for (let n = 0; n < 201; n += 1) await cache.load(createRequest({ key: `k${n}`, fetchAnswer }));
    await cache.load(createRequest({ key: 'k200', fetchAnswer }));
    expect(fetchAnswer).toHaveBeenCalledTimes(201);
    await cache.load(createRequest({ key: 'k0', fetchAnswer }));
    expect(fetchAnswer).toHaveBeenCalledTimes(202);
  });

  it('limits the total bytes: an answer above the limit is not stored and evicts nothing', async () => {
    const small = createCountingFetch();
    await cache.load(createRequest({ key: 'small', fetchAnswer: small }));
    const giant = jest.fn(async () => ({ value: 'giant', bytes: 1_000_000_000 }));
    await cache.load(createRequest({ key: 'giant', fetchAnswer: giant }));
    await cache.load(createRequest({ key: 'giant', fetchAnswer: giant }));
    expect(giant).toHaveBeenCalledTimes(2);
    await cache.load(createRequest({ key: 'small', fetchAnswer: small }));
    expect(small).toHaveBeenCalledTimes(1);
  });

  it('does not store or share an answer that was requested before it was cleared', async () => {
    const early = createPendingAnswer();
    const first = cache.load(createRequest({ fetchAnswer: early.fetchAnswer, policy: 'long' }));
    cache.clear();
    const late = createCountingFetch();
    expect(await cache.load(createRequest({ fetchAnswer: late, policy: 'long' }))).toEqual({ n: 1 });
    early.answer('old');
    expect(await first).toBe('old');
    expect(await cache.load(createRequest({ fetchAnswer: late, policy: 'long' }))).toEqual({ n: 1 });
  });

  it('removes all entries when cleared', async () => {
    const fetchAnswer = createCountingFetch();
    await cache.load(createRequest({ fetchAnswer, policy: 'long' }));
    cache.clear();
    await cache.load(createRequest({ fetchAnswer, policy: 'long' }));
    expect(fetchAnswer).toHaveBeenCalledTimes(2);
  });
});
