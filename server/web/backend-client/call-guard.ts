import { setTimeout as wait } from 'node:timers/promises';
import { CircuitState, CountBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { Log } from '../../platform/logging.ts';
import { maxSockets } from './backend-agent.ts';
import { CallNotSentError, createBackendSlots } from './backend-slots.ts';
import { createRetryBudget } from './retry-budget.ts';

/** Limits of the calls to the backend; see `docs/operations.md`. Times in milliseconds. */
export interface CallLimits {
  /** Maximum number of calls that wait for a socket. */
  readonly queueLimit: number;
  /** Repeats per hundred calls. */
  readonly retryPercent: number;
  /** The circuit opens if this percentage of the last `breakerCalls` calls got no answer. */
  readonly breakerPercent: number;
  readonly breakerCalls: number;
  /** Time that the circuit stays open before a probe checks the backend. */
  readonly breakerOpenMs: number;
  /**
   * Time after which a probe counts as unanswered and other calls are rejected again. An answer that arrives
   * later still closes the circuit.
   */
  readonly breakerProbeMs: number;
  /** Longest duration of any call. */
  readonly maxCallMs: number;
}

export type CircuitName = 'closed' | 'open' | 'halfOpen';

/**
 * Protection of the web and the backend when the backend is in trouble: circuit breaker, queue and repeats.
 * One per backend.
 */
export interface CallGuard {
  /** State of the circuit, for metrics. */
  readonly circuit: CircuitName;
  readonly active: number;
  readonly waiting: number;
  /** Whether at least half of the queue of calls that hash a password is taken. */
  readonly isHashLaneCrowded: boolean;
  /**
   * Sends one call as soon as a socket is free, or rejects it.
   *
   * @param exchange sends the call; must stop when its signal is aborted, and reject with ApiError if there
   *   is no answer
   * @param options.isRepeatable whether the call may be repeated once, after a short random delay, if there
   *   is no answer and the budget allows it
   * @throws ApiError 'unavailable' at once while the circuit is open or if the queue is full; otherwise the
   *   error of `exchange`
   */
  run<T>(
    exchange: (signal: AbortSignal) => Promise<T>,
    options: { signal: AbortSignal; isRepeatable: boolean },
  ): Promise<T>;
  /**
   * Reserves a slot for a proxied call, from its complete request to its complete answer. Proxied calls never
   * occupy all sockets, do not affect the circuit and are never repeated here.
   *
   * @param options.address client address; no address gets more than half of a lane
   * @returns releases the slot
   * @throws ApiError as `run` does
   */
  enterProxied(signal: AbortSignal, options: { lane: ProxyLane; address: string }): Promise<() => void>;
}

/**
 * Lanes of proxied calls, by how long the backend needs for them. Pictures are drawn sequentially, so
 * requests for undrawn ones must not occupy the slots that an order needs. The same holds for a flood of
 * sign-ins, since passwords are hashed two at a time.
 */
export type ProxyLane = 'api' | 'hash' | 'picture' | 'docs';

/** Maximum number of calls in progress per lane: together 36 of the 50 sockets, which leaves 14 for pages. */
const laneSizes: Readonly<Record<ProxyLane, number>> = { api: 20, hash: 6, picture: 8, docs: 2 };

/**
 * Queue length of lanes whose queue is shorter than the default. A call of the hash lane takes 100 to 200 ms.
 */
const laneQueueLimits = { hash: 10 } as const satisfies Partial<Record<ProxyLane, number>>;

const retryDelayMs = 25;
const retryJitterMs = 50;

const circuitNames: Readonly<Record<CircuitState, CircuitName>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
  [CircuitState.HalfOpen]: 'halfOpen',
};

/**
 * Returns true if there was no answer, or none in time. Refusals of the guard and disconnected visitors say
 * nothing about the backend.
 */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.failure === 'unavailable' || error.failure === 'timeout') &&
    !(error.cause instanceof CallNotSentError)
  );
}

function createCircuitOpenError(): ApiError {
  return new ApiError('unavailable', { cause: new CallNotSentError('CIRCUIT_OPEN') });
}

/**
 * Creates the guard of one backend. The circuit breaker is in front of the queue, so that an open circuit
 * does not fill the queue.
 *
 * @param options.onQueueFull called for every call that the full queue rejects
 * @param options.random number from 0 to 1, for the delay before a repeat
 */
export function createCallGuard(options: {
  limits: CallLimits;
  log: Log;
  onQueueFull?: () => void;
  random?: () => number;
}): CallGuard {
  const { limits, log, onQueueFull, random = Math.random } = options;
  const queueOptions = { maxWaiting: limits.queueLimit, onFull: onQueueFull };
  const slots = createBackendSlots({ ...queueOptions, capacity: maxSockets });
  const createLane = (lane: ProxyLane) =>
    createBackendSlots({
      onFull: queueOptions.onFull,
      maxWaiting:
        lane === 'hash' ? Math.min(laneQueueLimits.hash, queueOptions.maxWaiting) : queueOptions.maxWaiting,
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
  /** Time of the last answer of the backend, on the monotonic clock. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  /**
   * Timeouts of calls during which the backend answered other calls: these calls were slow, but the backend
   * is up.
   */
  const slowCallErrors = new WeakSet<Error>();
  const breaker = circuitBreaker(
    handleWhen((error) => isUnanswered(error) && !(error instanceof ApiError && slowCallErrors.has(error))),
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
        if (error.failure === 'timeout' && answeredAt > sentAt) slowCallErrors.add(error);
      }
      throw error;
    } finally {
      release();
    }
  };

  /**
   * Sends the probe of a half-open circuit. All other calls depend on its result, so it has a short deadline
   * and continues if its visitor disconnects. After the deadline other calls are rejected again, but a later
   * answer still closes the circuit: the backend is slow, not down.
   */
  const probe = <T>(exchange: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const controller = new AbortController();
      let isPastDeadline = false;
      const deadline = setTimeout(() => {
        isPastDeadline = true;
        reject(new ApiError('timeout'));
      }, limits.breakerProbeMs);
      const end = setTimeout(() => controller.abort(new ApiError('timeout')), limits.maxCallMs);
      const clear = () => {
        clearTimeout(deadline);
        clearTimeout(end);
      };
      send(exchange, controller.signal).then(
        (answer) => {
          clear();
          resolve(answer);
          // Ending an isolation closes the circuit. The library has no direct way to close it.
          if (isPastDeadline && breaker.state !== CircuitState.Closed) breaker.isolate().dispose();
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
      throw isBrokenCircuitError(error) ? createCircuitOpenError() : error;
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
      return lanes.hash.waiting >= laneQueueLimits.hash / 2;
    },
    run: async (exchange, { signal, isRepeatable }) => {
      budget.earn();
      try {
        return await attempt(exchange, signal);
      } catch (error) {
        // After a timeout there is no time left for another attempt.
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
      // Only guarded calls can be probes. If there are none for a while, a proxied call is let through as the
      // probe.
      if (breaker.state !== CircuitState.Closed && performance.now() < closedToProxiedUntil)
        throw createCircuitOpenError();
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
