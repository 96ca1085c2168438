import { monitorEventLoopDelay } from 'node:perf_hooks';

/** When visitors are asked to come back later. */
export interface LoadLimits {
  /** 99th percentile of the event loop's delay, in milliseconds, in two windows that follow each other. */
  readonly eventLoopDelayMs: number;
  /** Pages and proxied calls under way at once. */
  readonly inFlight: number;
}

/** What is dropped first when it is too much: searches, then all else, and last what money or an order hangs on. */
export type Precedence = 'search' | 'first' | 'last';

export type Overload = 'in_flight' | 'event_loop';

/** How busy this process is. */
export interface LoadMonitor {
  /** Pages and proxied calls under way. */
  readonly inFlight: number;
  /** 99th percentile of the event loop's delay in the last whole window, in milliseconds. */
  readonly eventLoopDelayMs: number;
  /** Whether work of this precedence is too much now. */
  isOverloaded(precedence: Precedence): boolean;
  /** Why it is too much, or null where it is not. */
  findOverload(precedence: Precedence): Overload | null;
  /** Work begins; call the result when it ends. */
  enter(): () => void;
  /** Stops measuring. */
  close(): void;
}

/** Long enough for a percentile, short enough to react within a second. */
const windowMs = 500;
const resolutionMs = 10;
/** How many times the room each has. */
const factors: Readonly<Record<Precedence, number>> = { search: 0.5, first: 1, last: 2 };

/** Starts to measure; gives the 99th percentile of the delay since the last reading, in milliseconds. */
export interface DelayMeter {
  read(): number;
  close(): void;
}

/** Measures the real event loop. */
export function createDelayMeter(): DelayMeter {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  return {
    read: () => {
      // What it records is the time between two looks, of which the resolution is no delay.
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
 * Starts to watch the load of this process. One long tick (a first render, a collection of garbage) is no overload: the delay has to
 * be too long in two windows of half a second; one good window ends it.
 */
export function startLoadMonitor(
  limits: LoadLimits,
  meter: DelayMeter = createDelayMeter(),
): LoadMonitor & {
  /** Ends a window now; the timer calls it. */
  look(): void;
} {
  let inFlight = 0;
  let previousMs = 0;
  let currentMs = 0;
  const look = () => {
    previousMs = currentMs;
    currentMs = meter.read();
  };
  const findOverload = (precedence: Precedence): Overload | null => {
    const factor = factors[precedence];
    const delayLimitMs = limits.eventLoopDelayMs * factor;
    if (inFlight >= limits.inFlight * factor) return 'in_flight';
    return previousMs > delayLimitMs && currentMs > delayLimitMs ? 'event_loop' : null;
  };
  const timer = setInterval(look, windowMs);
  timer.unref();
  return {
    get inFlight() {
      return inFlight;
    },
    get eventLoopDelayMs() {
      return currentMs;
    },
    look,
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
