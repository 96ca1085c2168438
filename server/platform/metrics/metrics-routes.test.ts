import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { createCounter, createGauge, createHistogram, type Metric } from './metrics.ts';
import { createMetricsRoutes } from './metrics-routes.ts';

async function scrape(...metrics: Metric[]): Promise<string[]> {
  const answer = await supertest(express().use(createMetricsRoutes(metrics))).get('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text.split('\n');
}

describe('createMetricsRoutes', () => {
  it('formats a counter with its labels', async () => {
    const counter = createCounter({
      name: 'asked_total',
      help: 'Questions',
      labelNames: ['cache', 'outcome'],
    });
    counter.count('page', 'hit');
    counter.count('page', 'hit');
    counter.count('response', 'miss');
    const lines = await scrape(counter);
    expect(lines).toContain('# TYPE asked_total counter');
    expect(lines).toContain('asked_total{cache="page",outcome="hit"} 2');
    expect(lines).toContain('asked_total{cache="response",outcome="miss"} 1');
  });

  it('formats durations in seconds with cumulative buckets', async () => {
    const histogram = createHistogram({ name: 'took_seconds', help: 'Durations', labelNames: ['kind'] });
    for (const milliseconds of [1, 4, 40, 60_000]) histogram.observe(milliseconds, 'home');
    const lines = await scrape(histogram);
    expect(lines).toContain('# TYPE took_seconds histogram');
    expect(lines).toContain('took_seconds_bucket{kind="home",le="0.001"} 1');
    expect(lines).toContain('took_seconds_bucket{kind="home",le="0.005"} 2');
    expect(lines).toContain('took_seconds_bucket{kind="home",le="20"} 3');
    expect(lines).toContain('took_seconds_bucket{kind="home",le="+Inf"} 4');
    expect(lines).toContain('took_seconds_count{kind="home"} 4');
    expect(lines).toContain('took_seconds_sum{kind="home"} 60.045');
  });

  it('reads a gauge on each request', async () => {
    let sockets = { free: 1, active: 2 };
    const gauge = createGauge({ name: 'sockets', help: 'Sockets', labelName: 'state', read: () => sockets });
    expect(await scrape(gauge)).toContain('sockets{state="active"} 2');
    sockets = { free: 0, active: 3 };
    expect(await scrape(gauge)).toContain('sockets{state="active"} 3');
  });

  it('includes CPU, memory and event loop delay of the process', async () => {
    const text = (await scrape()).join('\n');
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });
});
