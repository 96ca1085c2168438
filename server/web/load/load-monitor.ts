import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Limits above which visitors get a 503. */
export interface LoadLimits {
  /** Limit of the 99th percentile of the event loop delay, in milliseconds, in two consecutive windows. */
  readonly eventLoopDelayMs: number;
  /** Limit of concurrent pages and proxied calls. */
  readonly inFlight: number;
}

/** Order in which work is shed: searches, then other requests, and last those of orders and payments. */
export type Precedence = 'search' | 'first' | 'last';

export type Overload = 'in_flight' | 'event_loop';

/** Load of this process. */
export interface LoadMonitor {
  /** Number of pages and proxied calls in progress. */
  readonly inFlight: number;
  /** 99th percentile of the event loop delay in the last complete window, in milliseconds. */
  readonly eventLoopDelayMs: number;
  /** Returns true if work of this precedence must be shed now. */
  isOverloaded(precedence: Precedence): boolean;
  /** Returns the reason for shedding, or null if there is none. */
  findOverload(precedence: Precedence): Overload | null;
  /** Counts the start of work. Returns a function to call when it ends. */
  enter(): () => void;
  /** Stops measuring. */
  close(): void;
}

/** Window length: long enough for a percentile, short enough to react within a second. */
const windowMs = 500;
const resolutionMs = 10;
/** Factors of the limits per precedence. */
const limitFactors: Readonly<Record<Precedence, number>> = { search: 0.5, first: 1, last: 2 };

/** Meter that returns the 99th percentile of the delay since the last reading, in milliseconds. */
export interface DelayMeter {
  read(): number;
  close(): void;
}

/** Creates a meter of the real event loop. */
export function createDelayMeter(): DelayMeter {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return {
    read: () => {
      // The histogram records the time between two samples, which includes the resolution.
      const delayMs = Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs);
      histogram.reset();
      return delayMs;
    },
    close: () => {
      histogram.disable();
    },
  };
}

/**
 * Starts monitoring the load of this process. One long tick (a first render, a garbage collection) is not an
 * overload: the delay must be too long in two windows of half a second. One good window ends the overload.
 */
export function startLoadMonitor(
  limits: LoadLimits,
  meter: DelayMeter = createDelayMeter(),
): LoadMonitor & {
  /** Ends the current window; called by the timer. */
  endWindow(): void;
} {
  let inFlight = 0;
  let previousMs = 0;
  let currentMs = 0;
  const endWindow = () => {
    previousMs = currentMs;
    currentMs = meter.read();
  };
  const findOverload = (precedence: Precedence): Overload | null => {
    const factor = limitFactors[precedence];
    const delayLimitMs = limits.eventLoopDelayMs * factor;
    if (inFlight >= limits.inFlight * factor) return 'in_flight';
    return previousMs > delayLimitMs && currentMs > delayLimitMs ? 'event_loop' : null;
  };
  const timer = setInterval(endWindow, windowMs);
  timer.unref();
  return {
    get inFlight() {
      return inFlight;
    },
    get eventLoopDelayMs() {
      return currentMs;
    },
    endWindow,
    isOverloaded: (precedence) => findOverload(precedence) !== null,
    findOverload,
    enter: () => {
      inFlight += 1;
      let hasLeft = false;
      return () => {
        if (!hasLeft) inFlight -= 1;
        hasLeft = true;
      };
    },
    close: () => {
      clearInterval(timer);
      meter.close();
    },
  };
}
