import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Metric } from './metrics.ts';

/**
 * Loads the Prometheus library after the process has started to serve, because it takes longer to load than
 * the rest.
 */
async function createRegistry(metrics: readonly Metric[]): Promise<Registry> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const measure of metrics) {
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
    // The library calls this untyped method first for histograms.
    Reflect.set(metric, 'getForPromString', metric.get);
  }
  return registry;
}

/**
 * Creates `GET /metrics` in the Prometheus text format: the given metrics, and those of the process (CPU,
 * memory, garbage collection, event loop delay). For the admin server only.
 */
export function createMetricsRoutes(metrics: readonly Metric[]): Router {
  const loading = createRegistry(metrics);
  // Avoids an unhandled rejection. Requests to the route report the error; the process serves without
  // metrics.
  loading.catch(() => {});
  return Router().get('/metrics', async (_request, response) => {
    const registry = await loading;
    response
      .set({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
      .end(await registry.metrics());
  });
}
