import type { CallName } from '../../../../shared/contract/paths.ts';
import { createGauge, createHistogram, type Metric } from '../../../platform/metrics/metrics.ts';

export interface EndedBackendRequest {
  /** Undefined if the request is not a call of the contract. */
  readonly call: CallName | undefined;
  readonly status: number;
  /** True if the client disconnected before the response was complete. */
  readonly isAborted: boolean;
  readonly ms: number;
}

/** Metrics of the backend. */
export interface BackendMetrics {
  requestStarted(): void;
  requestEnded(request: EndedBackendRequest): void;
  /** Metrics for `createMetricsRoutes`. */
  readonly metrics: readonly Metric[];
}

/** Creates the metrics of a backend process. */
export function createBackendMetrics(): BackendMetrics {
  let inFlight = 0;
  const requests = createHistogram({
    name: 'backend_request_duration_seconds',
    help: 'Response time, by call of the contract and status class',
    labelNames: ['call', 'status'],
  });
  const inFlightGauge = createGauge({
    name: 'backend_requests_in_flight',
    help: 'Requests in progress',
    read: () => ({ '': inFlight }),
  });
  return {
    requestStarted: () => {
      inFlight += 1;
    },
    requestEnded: ({ call, status, isAborted, ms }) => {
      inFlight -= 1;
      requests.observe(ms, call ?? 'none', isAborted ? 'left' : `${Math.floor(status / 100)}xx`);
    },
    metrics: [requests, inFlightGauge],
  };
}
