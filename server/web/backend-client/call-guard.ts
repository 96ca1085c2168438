import { setTimeout as wait } from 'node:timers/promises';
import { CircuitState, CountBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Log } from '../../platform/logging.ts';
import { maxSockets } from './backend-agent.ts';
import { CallRefusal, createBackendSlots } from './backend-slots.ts';
import { createRetryBudget } from './retry-budget.ts';

/** Limits of the calls to the backend; see `docs/operations.md`. Times in milliseconds. */
export interface CallLimits {
  /** Calls that may wait for one of the sockets. */
  readonly queueLimit: number;
  /** Repeats per hundred calls. */
  readonly retryPercent: number;
  /** The circuit opens when this share of the last `breakerCalls` calls got no answer. */
  readonly breakerPercent: number;
  readonly breakerCalls: number;
  /** How long nothing is asked before one call finds out whether the backend is back. */
  readonly breakerOpenMs: number;
  /** After how long that one call counts as unanswered and the others are refused again; an answer that comes later still closes. */
  readonly breakerProbeMs: number;
  /** Longest that any call is waited for. */
  readonly longestCallMs: number;
}

export type CircuitName = 'closed' | 'open' | 'halfOpen';

/** What stands between our calls and a backend in trouble. One per backend. */
export interface CallGuard {
  /** What metrics may tell. */
  readonly circuit: CircuitName;
  readonly active: number;
  readonly waiting: number;
  /** Whether half of those wait who may wait to have a password hashed. */
  readonly isHashLaneCrowded: boolean;
  /**
   * Sends one call: at once, when a socket is free, or not at all.
   *
   * @param exchange must stop when its signal is aborted, and reject with ApiError where nothing answered
   * @param options.isRepeatable it may be sent once more, and is, after a short random wait, where nothing answered and the budget allows it
   * @throws ApiError 'unavailable' at once while the circuit is open or the queue full; else what the exchange throws
   */
  run<T>(
    exchange: (signal: AbortSignal) => Promise<T>,
    options: { signal: AbortSignal; isRepeatable: boolean },
  ): Promise<T>;
  /**
   * Room for a proxied call, from its complete question to its complete answer: such calls never hold all sockets, decide nothing about
   * the circuit and are never repeated here.
   *
   * @param options.address whose call it is: none has more than half of a lane
   * @returns gives the room back
   * @throws ApiError as `run` does
   */
  enterProxied(signal: AbortSignal, options: { lane: ProxyLane; address: string }): Promise<() => void>;
}

/**
 * What is proxied, by how long it takes the backend: pictures are drawn one after the other, and whoever asks for undrawn ones must not
 * hold what an order needs; neither must a flood of sign-ins, since passwords are hashed two at a time.
 */
export type ProxyLane = 'api' | 'hash' | 'picture' | 'docs';

/** Calls that each lane may have under way; together 36 of the 50 sockets, so that 14 are left for pages. */
const laneSizes: Readonly<Record<ProxyLane, number>> = { api: 20, hash: 6, picture: 8, docs: 2 };

/** Calls that may wait for their lane, where that is fewer than for the others: a tenth of a second or two each. */
const laneLines = { hash: 10 } as const satisfies Partial<Record<ProxyLane, number>>;

const retryDelayMs = 25;
const retryJitterMs = 50;

const circuitNames: Readonly<Record<CircuitState, CircuitName>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
  [CircuitState.HalfOpen]: 'halfOpen',
};

/** Nothing came back, or it came too late. A refusal of our own and a visitor who left say nothing about the backend. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.failure === 'unavailable' || error.failure === 'timeout') &&
    !(error.cause instanceof CallRefusal)
  );
}

function refuse(): ApiError {
  return new ApiError('unavailable', { cause: new CallRefusal('CIRCUIT_OPEN') });
}

/**
 * Makes the guard of one backend: circuit breaker outside, then the queue, so that an open circuit fills no queue.
 *
 * @param options.onQueueFull called for every call that the full line turns away
 * @param options.random 0 to 1, for the wait before a repeat
 */
export function createCallGuard(options: {
  limits: CallLimits;
  log: Log;
  onQueueFull?: () => void;
  random?: () => number;
}): CallGuard {
  const { limits, log, onQueueFull, random = Math.random } = options;
  const line = { maxWaiting: limits.queueLimit, onFull: onQueueFull };
  const slots = createBackendSlots({ ...line, capacity: maxSockets });
  const createLane = (lane: ProxyLane) =>
    createBackendSlots({
      onFull: line.onFull,
      maxWaiting: lane === 'hash' ? Math.min(laneLines.hash, line.maxWaiting) : line.maxWaiting,
      capacity: laneSizes[lane],
      perAddress: laneSizes[lane] / 2,
    });
  const lanes = {
    api: createLane('api'),
    hash: createLane('hash'),
    picture: createLane('picture'),
    docs: createLane('docs'),
  };
  const budget = createRetryBudget(limits.retryPercent);
  /** When the backend last gave an answer, on the clock that only goes forward. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Time-outs of calls during which the backend answered others: they were slow, and it is not gone. */
  const slowOnes = new WeakSet<Error>();
  const breaker = circuitBreaker(
    handleWhen((error) => isUnanswered(error) && !(error instanceof ApiError && slowOnes.has(error))),
    {
      halfOpenAfter: limits.breakerOpenMs,
      breaker: new CountBreaker({
        threshold: limits.breakerPercent / 100,
        size: limits.breakerCalls,
        minimumNumberOfCalls: Math.ceil(limits.breakerCalls / 2),
      }),
    },
  );
  let closedToProxiedUntil = 0;
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) closedToProxiedUntil = performance.now() + limits.breakerOpenMs;
    log[state === CircuitState.Open ? 'warn' : 'info']({ state: circuitNames[state] }, 'backend_circuit');
  });

  const send = async <T>(exchange: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    const release = await slots.take(signal);
    const sentAt = performance.now();
    try {
      const answer = await exchange(signal);
      answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof ApiError) {
        if (error.failure === 'status' || error.failure === 'invalid') answeredAt = performance.now();
        if (error.failure === 'timeout' && answeredAt > sentAt) slowOnes.add(error);
      }
      throw error;
    } finally {
      release();
    }
  };

  /**
   * The one call of a half-open circuit answers for all: it has a short deadline, and goes on when its visitor leaves. Beyond the deadline
   * the others are refused again, but it is still listened to: a backend that is slow and good closes the circuit all the same.
   */
  const probe = <T>(exchange: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const controller = new AbortController();
      let isLate = false;
      const deadline = setTimeout(() => {
        isLate = true;
        reject(new ApiError('timeout'));
      }, limits.breakerProbeMs);
      const end = setTimeout(() => controller.abort(new ApiError('timeout')), limits.longestCallMs);
      const clear = () => {
        clearTimeout(deadline);
        clearTimeout(end);
      };
      send(exchange, controller.signal).then(
        (answer) => {
          clear();
          resolve(answer);
          // To end an isolation closes the circuit: the library has no other word for it.
          if (isLate && breaker.state !== CircuitState.Closed) breaker.isolate().dispose();
        },
        (error: unknown) => {
          clear();
          reject(error);
        },
      );
    });

  const attempt = async <T>(exchange: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => {
    try {
      return await breaker.execute(() =>
        breaker.state === CircuitState.HalfOpen ? probe(exchange) : send(exchange, signal),
      );
    } catch (error) {
      throw isBrokenCircuitError(error) ? refuse() : error;
    }
  };

  return {
    get circuit() {
      return circuitNames[breaker.state];
    },
    get active() {
      return slots.active;
    },
    get waiting() {
      return Object.values(lanes).reduce((sum, lane) => sum + lane.waiting, slots.waiting);
    },
    get isHashLaneCrowded() {
      return lanes.hash.waiting >= laneLines.hash / 2;
    },
    run: async (exchange, { signal, isRepeatable }) => {
      budget.earn();
      try {
        return await attempt(exchange, signal);
      } catch (error) {
        // After a timeout there is no time left for another try.
        const isWorthwhile =
          isUnanswered(error) && !(error instanceof ApiError && error.failure === 'timeout');
        if (!isRepeatable || !isWorthwhile || signal.aborted || !budget.take()) throw error;
        log.debug('backend_call_repeated');
        await wait(retryDelayMs + random() * retryJitterMs);
        if (signal.aborted) throw error;
        return attempt(exchange, signal);
      }
    },
    enterProxied: async (signal, { lane, address }) => {
      // Only calls that can be probed move the circuit on; where there are none of them for a while, a proxied call is let through as the probe.
      if (breaker.state !== CircuitState.Closed && performance.now() < closedToProxiedUntil) throw refuse();
      const leave = await lanes[lane].take(signal, address);
      try {
        const release = await slots.take(signal);
        return () => {
          release();
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
