import type { Agent } from 'node:http';
import type { CallName } from '../../../shared/contract/paths.ts';
import { createCounter, createGauge, createHistogram, type Metric } from '../../platform/metrics/metrics.ts';
import type { CallGuard } from '../backend-client/call-guard.ts';
import type { RouteKind } from './route-kind.ts';

/** Result of a cache lookup: fresh entry, expired entry, no entry, or no lookup (private request). */
export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'bypass';

/** Result of a call to the backend; 'refused' is any 4xx except 404. */
export type CallOutcome =
  | 'ok'
  | 'absent'
  | 'refused'
  | 'failed'
  | 'unavailable'
  | 'timeout'
  | 'invalid'
  | 'aborted';

/**
 * Reason why a request was shed. 'queue': the queue in front of the backend is full; 'search': the queue of
 * searches is full.
 */
export type ShedReason = 'event_loop' | 'in_flight' | 'queue' | 'search';

export interface EndedRequest {
  readonly kind: RouteKind;
  readonly status: number;
  /** Whether the visitor disconnected before the answer was complete. */
  readonly isAborted: boolean;
  readonly ms: number;
}

/** Metrics of the web. Every label has a fixed set of values. */
export interface WebMetrics {
  requestStarted(): void;
  requestEnded(request: EndedRequest): void;
  cacheLookedUp(cache: 'page' | 'response', outcome: CacheOutcome): void;
  backendCalled(call: CallName, outcome: CallOutcome, ms: number): void;
  requestShed(reason: ShedReason): void;
  /** Adds metrics of this guard's circuit and of the calls in its queue. */
  watchBackend(guard: Pick<CallGuard, 'circuit' | 'waiting'>): void;
  /** Returns the number of requests in progress. */
  getInFlight(): number;
  /** Measures for `createMetricsRoutes`. */
  readonly all: readonly Metric[];
}

/** Returns '2xx' and so on. Aborted requests are not failures and are counted separately. */
function getStatusClass(status: number, isAborted: boolean): string {
  return isAborted ? 'left' : `${Math.floor(status / 100)}xx`;
}

function countListItems(lists: NodeJS.ReadOnlyDict<readonly unknown[]>): number {
  return Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

/** Creates the metrics of a web process. */
export function createWebMetrics({ agent }: { agent: Agent }): WebMetrics {
  let inFlight = 0;
  let guard: Pick<CallGuard, 'circuit' | 'waiting'> = { circuit: 'closed', waiting: 0 };
  const requests = createHistogram({
    name: 'web_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by route kind and status class',
    labelNames: ['kind', 'status'],
  });
  const cacheLookUps = createCounter({
    name: 'web_cache_lookups_total',
    help: 'Lookups in the page cache and the response cache, by outcome',
    labelNames: ['cache', 'outcome'],
  });
  const backendCalls = createHistogram({
    name: 'web_backend_call_duration_seconds',
    help: 'Calls sent to the backend, by name and outcome',
    labelNames: ['call', 'outcome'],
  });
  const shed = createCounter({
    name: 'web_requests_shed_total',
    help: 'Requests and calls shed under load, by reason',
    labelNames: ['reason'],
  });
  const inFlightGauge = createGauge({
    name: 'web_requests_in_flight',
    help: 'Requests in progress',
    read: () => ({ '': inFlight }),
  });
  const sockets = createGauge({
    name: 'web_backend_sockets',
    help: 'Connections to the backend: in use, free, and requests that wait for one',
    labelName: 'state',
    read: () => ({
      active: countListItems(agent.sockets),
      free: countListItems(agent.freeSockets),
      queued: countListItems(agent.requests) + guard.waiting,
    }),
  });
  const circuit = createGauge({
    name: 'web_backend_circuit',
    help: 'State of the circuit breaker: 1 for the state it is in',
    labelName: 'state',
    read: () => {
      const states = { closed: 0, open: 0, halfOpen: 0 };
      states[guard.circuit] = 1;
      return states;
    },
  });
  return {
    requestStarted: () => {
      inFlight += 1;
    },
    requestEnded: ({ kind, status, isAborted, ms }) => {
      inFlight -= 1;
      requests.observe(ms, kind, getStatusClass(status, isAborted));
    },
    cacheLookedUp: (cache, outcome) => cacheLookUps.count(cache, outcome),
    backendCalled: (call, outcome, ms) => backendCalls.observe(ms, call, outcome),
    requestShed: (reason) => shed.count(reason),
    watchBackend: (watched) => {
      guard = watched;
    },
    getInFlight: () => inFlight,
    all: [requests, cacheLookUps, backendCalls, shed, inFlightGauge, sockets, circuit],
  };
}
