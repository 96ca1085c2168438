import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { createLog } from '../../platform/logging.ts';
import { type CallLimits, createCallGuard, type ProxyLane } from './call-guard.ts';

const limits: CallLimits = {
  queueLimit: 2,
  retryPercent: 10,
  breakerPercent: 50,
  breakerCalls: 10,
  breakerOpenMs: 1000,
  breakerProbeMs: 2000,
  maxCallMs: 20_000,
};
const visitor = { signal: new AbortController().signal, isRepeatable: true };
const orderCall = { ...visitor, isRepeatable: false };
const proxied = { lane: 'api', address: 'visitor' } as const;
const answer = async () => 'answer';

function failWith(failure: ApiError['failure']) {
  return jest.fn(async (): Promise<string> => {
    throw new ApiError(failure, failure === 'status' ? { status: 500 } : {});
  });
}

/** Never answers; rejects when its signal is aborted, like a call to an unresponsive host. */
function hangUntilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

let logLines: Record<string, unknown>[];

function createTestGuard(change: Partial<CallLimits> = {}) {
  const log = createLog(
    { name: 'web', level: 'info' },
    { write: (line) => void logLines.push(JSON.parse(line)) },
  );
  return createCallGuard({ limits: { ...limits, ...change }, log, random: () => 0 });
}

/** Creates a guard whose circuit has just opened. */
async function createOpenGuard(change: Partial<CallLimits> = {}) {
  const guard = createTestGuard(change);
  for (let n = 0; n < 5; n += 1) await guard.run(failWith('timeout'), orderCall).catch(() => {});
  expect(guard.circuit).toBe('open');
  return guard;
}

beforeEach(() => {
  logLines = [];
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Runs a call to its end, including the waits between repeats. */
async function settleCall<T>(promise: Promise<T>): Promise<T | ApiError> {
  const settled = promise.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  await jest.advanceTimersByTimeAsync(200);
  return settled;
}

describe('createCallGuard: repeats', () => {
  it('repeats a read once if there was no answer', async () => {
    const guard = createTestGuard();
    const exchange = failWith('unavailable').mockRejectedValueOnce(new ApiError('unavailable'));
    exchange.mockResolvedValueOnce('answer');
    expect(await settleCall(guard.run(exchange, visitor))).toBe('answer');
    expect(exchange).toHaveBeenCalledTimes(2);
  });

  it('never makes a third attempt', async () => {
    const exchange = failWith('unavailable');
    expect(await settleCall(createTestGuard().run(exchange, visitor))).toMatchObject({
      failure: 'unavailable',
    });
    expect(exchange).toHaveBeenCalledTimes(2);
  });

  it('never repeats a call that may change data', async () => {
    const exchange = failWith('unavailable');
    await settleCall(createTestGuard().run(exchange, orderCall));
    expect(exchange).toHaveBeenCalledTimes(1);
  });

  it.each(['timeout', 'status', 'invalid', 'aborted'] as const)(
    'does not repeat after %s',
    async (failure) => {
      const exchange = failWith(failure);
      await settleCall(createTestGuard().run(exchange, visitor));
      expect(exchange).toHaveBeenCalledTimes(1);
    },
  );

  it('does not repeat for a visitor who has disconnected', async () => {
    const controller = new AbortController();
    const exchange = failWith('unavailable');
    const run = createTestGuard().run(exchange, { signal: controller.signal, isRepeatable: true });
    run.catch(() => controller.abort());
    controller.abort();
    await settleCall(run);
    expect(exchange).toHaveBeenCalledTimes(1);
  });

  it('repeats at most ten of a hundred calls in addition to the initial budget of ten', async () => {
    const guard = createTestGuard({ breakerCalls: 10_000 });
    const exchange = failWith('unavailable');
    for (let n = 0; n < 300; n += 1) await settleCall(guard.run(exchange, visitor));
    expect(exchange.mock.calls.length - 300).toBeLessThanOrEqual(10 + 30);
    expect(exchange.mock.calls.length - 300).toBeGreaterThan(30);
  });

  it('repeats nothing if the budget is zero', async () => {
    const exchange = failWith('unavailable');
    await settleCall(createTestGuard({ retryPercent: 0 }).run(exchange, visitor));
    expect(exchange).toHaveBeenCalledTimes(1);
  });
});

describe('createCallGuard: circuit', () => {
  it('opens if half of the calls got no answer, then rejects at once, and logs the change', async () => {
    const guard = await createOpenGuard();
    const exchange = jest.fn(answer);
    await expect(guard.run(exchange, visitor)).rejects.toMatchObject({
      failure: 'unavailable',
      cause: { code: 'CIRCUIT_OPEN' },
    });
    expect(exchange).not.toHaveBeenCalled();
    expect(logLines).toMatchObject([{ level: 'warn', msg: 'backend_circuit', state: 'open' }]);
  });

  it.each(['status', 'invalid', 'aborted'] as const)(
    'stays closed after any number of %s, which do not count as missing answers',
    async (failure) => {
      const guard = createTestGuard();
      for (let n = 0; n < 50; n += 1) await settleCall(guard.run(failWith(failure), orderCall));
      expect(guard.circuit).toBe('closed');
    },
  );

  it('stays closed while most calls are answered', async () => {
    const guard = createTestGuard();
    for (let n = 0; n < 30; n += 1) {
      await guard.run(answer, orderCall);
      await guard.run(answer, orderCall);
      await guard.run(failWith('timeout'), orderCall).catch(() => {});
    }
    expect(guard.circuit).toBe('closed');
  });

  it('sends one probe after a second and closes if it is answered', async () => {
    const guard = await createOpenGuard();
    await jest.advanceTimersByTimeAsync(1000);
    let answerProbe: (text: string) => void = () => {};
    const probe = new Promise<string>((resolve) => {
      answerProbe = resolve;
    });
    const exchange = jest.fn(answer).mockReturnValueOnce(probe);
    const calls = [1, 2, 3].map(() => guard.run(exchange, visitor));
    await jest.advanceTimersByTimeAsync(100);
    expect(exchange).toHaveBeenCalledTimes(1);
    answerProbe('probed');
    expect(await Promise.all(calls)).toEqual(['probed', 'answer', 'answer']);
    expect(guard.circuit).toBe('closed');
    expect(logLines.map(({ state }) => state)).toEqual(['open', 'halfOpen', 'closed']);
  });

  it('limits the probe to two seconds, even if its visitor would wait longer, and then rejects the other calls', async () => {
    const guard = await createOpenGuard();
    await jest.advanceTimersByTimeAsync(1000);
    const probe = guard.run(hangUntilAborted, visitor).catch((error) => error);
    const exchange = jest.fn(answer);
    const other = guard.run(exchange, visitor).catch((error) => error);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await probe).toMatchObject({ failure: 'timeout' });
    expect(await other).toMatchObject({ failure: 'unavailable' });
    expect(exchange).not.toHaveBeenCalled();
    expect(guard.circuit).toBe('open');
  });

  it('does not count the abort of a probe as an answer', async () => {
    const guard = await createOpenGuard();
    await jest.advanceTimersByTimeAsync(1000);
    const controller = new AbortController();
    guard.run(hangUntilAborted, { signal: controller.signal, isRepeatable: true }).catch(() => {});
    controller.abort(new ApiError('aborted'));
    await jest.advanceTimersByTimeAsync(0);
    expect(guard.circuit).toBe('halfOpen');
  });
});

describe('createCallGuard: a slow but healthy backend', () => {
  /** Answers after a delay, unless its signal is aborted. */
  const answerAfter = (ms: number) => (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      setTimeout(() => resolve('answer'), ms);
    });

  it('closes the circuit even if the answer takes longer than the deadline of the probe', async () => {
    const guard = await createOpenGuard();
    await jest.advanceTimersByTimeAsync(1000);
    const probe = guard.run(answerAfter(3000), orderCall).catch((error) => error);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await probe).toMatchObject({ failure: 'timeout' });
    expect(guard.circuit).toBe('open');
    await jest.advanceTimersByTimeAsync(1000);
    expect(guard.circuit).toBe('closed');
    expect(logLines.map(({ state }) => state)).toContain('closed');
    expect(await guard.run(answer, orderCall)).toBe('answer');
  });

  it('aborts the probe at the longest call duration', async () => {
    const guard = await createOpenGuard();
    await jest.advanceTimersByTimeAsync(1000);
    guard.run(hangUntilAborted, orderCall).catch(() => {});
    await jest.advanceTimersByTimeAsync(2000);
    expect(guard.active).toBe(1);
    await jest.advanceTimersByTimeAsync(18_000);
    expect(guard.active).toBe(0);
    expect(guard.circuit).toBe('open');
  });

  it('ignores timeouts of calls during which other calls were answered', async () => {
    const guard = createTestGuard({ queueLimit: 100 });
    for (let round = 0; round < 10; round += 1) {
      const late = Array.from({ length: 8 }, () => {
        const deadline = new AbortController();
        setTimeout(() => deadline.abort(new ApiError('timeout')), 2000);
        return guard
          .run(hangUntilAborted, { signal: deadline.signal, isRepeatable: false })
          .catch((error) => error);
      });
      const good = guard.run(answerAfter(1500), orderCall);
      await jest.advanceTimersByTimeAsync(2000);
      expect(await good).toBe('answer');
      for (const error of await Promise.all(late)) expect(error).toMatchObject({ failure: 'timeout' });
    }
    expect(guard.circuit).toBe('closed');
  });
});

describe('createCallGuard: queue', () => {
  it('admits 50 calls, queues a bounded number and rejects the next at once without opening the circuit', async () => {
    const guard = createTestGuard();
    const exchange = jest.fn(hangUntilAborted);
    for (let n = 0; n < 52; n += 1) guard.run(exchange, visitor).catch(() => {});
    await jest.advanceTimersByTimeAsync(0);
    expect([guard.active, guard.waiting, exchange.mock.calls.length]).toEqual([50, 2, 50]);
    for (let n = 0; n < 20; n += 1) {
      await expect(guard.run(exchange, visitor)).rejects.toMatchObject({
        failure: 'unavailable',
        cause: { code: 'QUEUE_FULL' },
      });
    }
    expect(guard.circuit).toBe('closed');
  });

  it('reserves sockets for pages and for each lane, however many calls are proxied', async () => {
    const guard = createTestGuard();
    const enter = (lane: ProxyLane, address: string) => {
      const entry = guard.enterProxied(visitor.signal, { lane, address });
      entry.catch(() => {});
      return entry;
    };
    for (let n = 0; n < 12; n += 1) {
      enter('picture', `visitor ${n}`);
      enter('docs', `visitor ${n}`);
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(guard.active).toBe(10);
    const entered = Array.from({ length: 20 }, (_, n) => enter('api', `visitor ${n}`));
    await jest.advanceTimersByTimeAsync(0);
    expect(guard.active).toBe(30);
    expect(await guard.run(answer, visitor)).toBe('answer');
    const next = enter('api', 'visitor 20');
    (await entered[0]!)();
    await next;
    expect(guard.active).toBe(30);
  });

  it('separates a flood of sign-ins from other proxied calls and rejects most of it at once', async () => {
    const guard = createTestGuard({ queueLimit: 100 });
    const told: unknown[] = [];
    for (let n = 0; n < 40; n += 1) {
      guard
        .enterProxied(visitor.signal, { lane: 'hash', address: `visitor ${n}` })
        .catch((error: unknown) => told.push(error));
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(guard.active).toBe(6);
    expect(guard.waiting).toBe(10);
    expect(guard.isHashLaneCrowded).toBe(true);
    expect(told).toHaveLength(24);
    for (const error of told) expect(error).toMatchObject({ cause: { code: 'QUEUE_FULL' } });
    expect(await guard.enterProxied(visitor.signal, proxied)).toBeInstanceOf(Function);
  });

  it('reports a crowded hash lane once half of its queue is taken', async () => {
    const guard = createTestGuard({ queueLimit: 100 });
    const crowded: boolean[] = [];
    for (let n = 0; n < 12; n += 1) {
      crowded.push(guard.isHashLaneCrowded);
      guard.enterProxied(visitor.signal, { lane: 'hash', address: `visitor ${n}` }).catch(() => {});
      await jest.advanceTimersByTimeAsync(0);
    }
    // Six calls are in progress.
    expect(crowded.indexOf(true)).toBe(6 + 5);
  });

  it('limits one address to half of a lane', async () => {
    const guard = createTestGuard({ queueLimit: 100 });
    for (let n = 0; n < 40; n += 1) guard.enterProxied(visitor.signal, proxied).catch(() => {});
    await jest.advanceTimersByTimeAsync(0);
    expect(guard.active).toBe(10);
    await guard.enterProxied(visitor.signal, { lane: 'api', address: 'bystander' });
    expect(guard.active).toBe(11);
  });

  it('rejects proxied calls while the circuit is open, and lets one probe if there are no other calls', async () => {
    const guard = await createOpenGuard();
    await expect(guard.enterProxied(visitor.signal, proxied)).rejects.toMatchObject({
      cause: { code: 'CIRCUIT_OPEN' },
    });
    await jest.advanceTimersByTimeAsync(1000);
    expect(await guard.enterProxied(visitor.signal, proxied)).toBeInstanceOf(Function);
  });
});
