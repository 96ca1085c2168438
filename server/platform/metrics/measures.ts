/**
 * What a process counts about itself. Plain numbers in memory: a measurement costs a look-up in a map, and the library that
 * writes them down for Prometheus is not needed until somebody asks.
 */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
  /** Everything measured so far, as Prometheus names it. */
  readSamples(): readonly Sample[];
}

export interface Sample {
  /** Name of the series where it is not that of the measure: `_bucket`, `_sum` and `_count` of a histogram. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface MeasureOptions<L extends string> {
  /** Snake case, with the unit at its end: `_seconds`, `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
}

export interface CounterMeasure extends Measure {
  /** Adds one. Label values in the order of `labelNames`; few and known beforehand, never taken from a visitor. */
  count(...labelValues: readonly string[]): void;
}

export interface HistogramMeasure extends Measure {
  /** Label values as with `count`. */
  observe(milliseconds: number, ...labelValues: readonly string[]): void;
}

/** Seconds. From an answer out of memory to a backend at its deadline. */
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20] as const;

/** No label value holds a control character. */
const separator = '\0';

function toLabels(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** One entry per combination of label values, made when it is first seen. */
function createSeries<T>(make: () => T) {
  const byKey = new Map<string, { readonly labelValues: readonly string[]; readonly data: T }>();
  return {
    get(labelValues: readonly string[]): T {
      const key = labelValues.length === 1 ? (labelValues[0] ?? '') : labelValues.join(separator);
      let entry = byKey.get(key);
      if (!entry) {
        entry = { labelValues, data: make() };
        byKey.set(key, entry);
      }
      return entry.data;
    },
    all: () => [...byKey.values()],
  };
}

/** A number that only grows. */
export function createCounter<L extends string>(options: MeasureOptions<L>): CounterMeasure {
  const series = createSeries(() => ({ total: 0 }));
  return {
    ...options,
    type: 'counter',
    count: (...labelValues) => {
      series.get(labelValues).total += 1;
    },
    readSamples: () =>
      series.all().map(({ labelValues, data }) => ({
        labels: toLabels(options.labelNames, labelValues),
        value: data.total,
      })),
  };
}

/** How long things took. */
export function createHistogram<L extends string>(options: MeasureOptions<L>): HistogramMeasure {
  const series = createSeries(() => ({ buckets: new Float64Array(bucketSeconds.length + 1), seconds: 0 }));
  return {
    ...options,
    type: 'histogram',
    observe: (milliseconds, ...labelValues) => {
      const seconds = milliseconds / 1000;
      const data = series.get(labelValues);
      let index = 0;
      while (index < bucketSeconds.length && seconds > (bucketSeconds[index] ?? 0)) index += 1;
      data.buckets[index] = (data.buckets[index] ?? 0) + 1;
      data.seconds += seconds;
    },
    readSamples: () =>
      series.all().flatMap(({ labelValues, data }) => {
        const labels = toLabels(options.labelNames, labelValues);
        let count = 0;
        // Prometheus counts upwards: every bucket holds those below it.
        const buckets = [...bucketSeconds, '+Inf'].map((bound, index) => {
          count += data.buckets[index] ?? 0;
          return { metricName: `${options.name}_bucket`, labels: { ...labels, le: bound }, value: count };
        });
        return [
          ...buckets,
          { metricName: `${options.name}_sum`, labels, value: data.seconds },
          { metricName: `${options.name}_count`, labels, value: count },
        ];
      }),
  };
}

/**
 * Values that are looked up when somebody asks.
 *
 * @param options.read value by label value; with no label names a single value under ''
 */
export function createGauge(options: {
  readonly name: string;
  readonly help: string;
  readonly labelName?: string;
  readonly read: () => Readonly<Record<string, number>>;
}): Measure {
  const { name, help, labelName, read } = options;
  return {
    name,
    help,
    type: 'gauge',
    labelNames: labelName === undefined ? [] : [labelName],
    readSamples: () =>
      Object.entries(read()).map(([labelValue, value]) => ({
        labels: labelName === undefined ? {} : { [labelName]: labelValue },
        value,
      })),
  };
}
