/**
 * Metric of a process, stored as numbers in memory: a measurement costs one map look-up, and the library that
 * formats them for Prometheus is loaded on the first request.
 */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labelNames: readonly string[];
  /** Returns all samples with Prometheus names. */
  readSamples(): readonly Sample[];
}

export interface Sample {
  /**
   * Name of the series if it differs from that of the metric: `_bucket`, `_sum` and `_count` of a histogram.
   */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface MetricOptions<L extends string> {
  /** Name in snake case that ends with the unit: `_seconds`, `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
}

export interface CounterMetric extends Metric {
  /**
   * Increments the counter. Label values are in the order of `labelNames`. They must be few constants, never
   * visitor input.
   */
  count(...labelValues: readonly string[]): void;
}

export interface HistogramMetric extends Metric {
  /** Records a duration. Label values as for `count`. */
  observe(milliseconds: number, ...labelValues: readonly string[]): void;
}

/** Bucket bounds in seconds, from a cached response to a backend timeout. */
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20] as const;

/** Label values never contain control characters. */
const labelSeparator = '\0';

function toLabels(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** Creates a map with one entry per combination of label values, created on first use. */
function createSeries<T>(make: () => T) {
  const byKey = new Map<string, { readonly labelValues: readonly string[]; readonly data: T }>();
  return {
    get(labelValues: readonly string[]): T {
      const key = labelValues.length === 1 ? (labelValues[0] ?? '') : labelValues.join(labelSeparator);
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

/** Creates a counter, which never decreases. */
export function createCounter<L extends string>(options: MetricOptions<L>): CounterMetric {
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

/** Creates a histogram of durations. */
export function createHistogram<L extends string>(options: MetricOptions<L>): HistogramMetric {
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
        // Prometheus buckets are cumulative: each includes the lower ones.
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
 * Creates a gauge, whose values are read on each request.
 *
 * @param options.read returns values by label value; without labels a single value under ''
 */
export function createGauge(options: {
  readonly name: string;
  readonly help: string;
  readonly labelName?: string;
  readonly read: () => Readonly<Record<string, number>>;
}): Metric {
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
