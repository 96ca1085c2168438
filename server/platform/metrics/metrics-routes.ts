import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Measure } from './measures.ts';

/** The library takes longer to load than the rest of a process, so it is loaded once the process already serves. */
async function createRegistry(measures: readonly Measure[]): Promise<Registry> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const measure of measures) {
    const { name, help, type, labelNames, readSamples } = measure;
    const options = { name, help, labelNames, registers: [registry] };
    const metric =
      type === 'counter'
        ? new Counter(options)
        : type === 'gauge'
          ? new Gauge(options)
          : new Histogram(options);
    const described = await metric.get();
    metric.get = async () => ({
      ...described,
      values: readSamples().map((sample) => ({ ...sample, labels: { ...sample.labels } })),
    });
    // The library asks histograms by a second, untyped way first.
    Reflect.set(metric, 'getForPromString', metric.get);
  }
  return registry;
}

/**
 * `GET /metrics` in the text format of Prometheus: the measures given, and what the process itself costs (CPU, memory, garbage
 * collection, delay of the event loop). For the admin server only.
 */
export function createMetricsRoutes(measures: readonly Measure[]): Router {
  const loading = createRegistry(measures);
  // Told to whoever asks; a process without metrics still serves.
  loading.catch(() => {});
  return Router().get('/metrics', async (_request, response) => {
    const registry = await loading;
    response
      .set({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
      .end(await registry.metrics());
  });
}
