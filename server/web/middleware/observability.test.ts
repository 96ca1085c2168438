import { request as sendHttp } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import { createMetricsRoutes } from '../../platform/metrics/metrics-routes.ts';

const host = 'havero-nl.localhost';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentId}-01`;
let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

const get = (path: string) => supertest(web.server).get(path).set('host', host);
const getRequestLines = () => web.lines.filter(({ msg }) => msg === 'request');

async function fetchMetrics(): Promise<string> {
  const app = express().use(createMetricsRoutes(web.metrics.all));
  return (await supertest(app).get('/metrics')).text;
}

describe('request log', () => {
  it('logs route kind, site and language of a page, and never the query', async () => {
    await get('/muesli/?q=secret').set('x-request-id', 'request-1');
    expect(getRequestLines()).toEqual([
      expect.objectContaining({
        path: '/muesli/',
        kind: 'content',
        status: 200,
        siteId: 1,
        languageId: 1,
        requestId: 'request-1',
      }),
    ]);
    expect(JSON.stringify(web.lines)).not.toContain('secret');
  });

  it.each([
    ['/api/language', 'api'],
    ['/health/live', 'probe'],
    ['/robots.txt', 'crawler'],
    ['/favicon.svg', 'icon'],
    ['/visitor-country', 'visitor'],
    [`/images/${'0'.repeat(16)}/96.png`, 'picture'],
    ['/assets/none.js', 'asset'],
  ])('logs %s with the kind %s', async (path, kind) => {
    await get(path);
    expect(getRequestLines()).toEqual([expect.objectContaining({ kind })]);
  });
});

describe('trace of a request', () => {
  it('continues the trace of the caller in the log, in every backend call and through the proxy', async () => {
    await get('/').set('traceparent', traceparent).set('tracestate', 'vendor=1');
    await get('/api/language').set('traceparent', traceparent).set('tracestate', 'vendor=1');
    const lines = getRequestLines();
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ traceId, parentId });
    expect(backend.seen.length).toBeGreaterThan(3);
    const spans = lines.map(({ spanId }) => spanId);
    for (const { headers } of backend.seen) {
      const [, seenTrace, seenParent, flags] = String(headers.traceparent).split('-');
      expect([seenTrace, flags, headers.tracestate]).toEqual([traceId, '01', 'vendor=1']);
      expect(spans).toContain(seenParent);
    }
  });

  it('starts a new trace if the caller sends an invalid traceparent', async () => {
    await get('/api/language').set('traceparent', 'nonsense').set('tracestate', 'vendor=1');
    const [line] = getRequestLines();
    expect(line).not.toHaveProperty('parentId');
    const seen = backend.seen.findLast(({ url }) => url === '/api/language');
    expect(seen?.headers.traceparent).toBe(`00-${line?.traceId}-${line?.spanId}-02`);
    expect(seen?.headers.tracestate).toBeUndefined();
  });
});

describe('Server-Timing', () => {
  it('reports the duration of scope, data and render of a page, and the total', async () => {
    const answer = await get('/');
    expect(answer.headers['server-timing']).toBe(
      'scope;dur=0.0, data;dur=1.0, render;dur=2.0, total;dur=0.0',
    );
  });

  it('is not sent with answers of the API', async () => {
    expect((await get('/api/language')).headers).not.toHaveProperty('server-timing');
  });
});

describe('metrics', () => {
  it('count requests by route kind and status class', async () => {
    await get('/');
    await get('/api/none');
    const text = await fetchMetrics();
    expect(text).toContain('web_request_duration_seconds_count{kind="content",status="2xx"} 1');
    expect(text).toContain('web_request_duration_seconds_count{kind="api",status="4xx"} 1');
    expect(text).toContain('web_requests_in_flight 0');
  });

  it('count an aborted request separately, not as a failure', async () => {
    backend.handlers.set('/api/slow', () => {});
    const outgoing = sendHttp({ port: web.port, host: '127.0.0.1', path: '/api/slow', headers: { host } });
    outgoing.on('error', () => {});
    outgoing.end();
    while (backend.count('/api/slow') === 0) await new Promise(setImmediate);
    expect(web.metrics.getInFlight()).toBe(1);
    outgoing.destroy();
    while (web.metrics.getInFlight() > 0) await new Promise(setImmediate);
    expect(await fetchMetrics()).toContain('web_request_duration_seconds_count{kind="api",status="left"} 1');
  });

  it('count backend calls by name and outcome, and lookups in the response cache', async () => {
    await get('/');
    // Another page of the same site, whose scope is cached.
    await get('/elsewhere/');
    const text = await fetchMetrics();
    expect(text).toContain('web_backend_call_duration_seconds_count{call="fetchSites",outcome="ok"} 1');
    expect(text).toMatch(/web_cache_lookups_total\{cache="response",outcome="miss"\} [1-9]/);
    expect(text).toMatch(/web_cache_lookups_total\{cache="response",outcome="hit"\} [1-9]/);
  });

  it('count an expired answer that was served as stale', async () => {
    await get('/');
    web.time.ms += 16 * MINUTE_MS;
    backend.handlers.set('/api/sites', createJsonHandler({}, 500));
    await get('/');
    const text = await fetchMetrics();
    expect(text).toMatch(/web_cache_lookups_total\{cache="response",outcome="stale"\} [1-9]/);
    expect(text).toContain('web_backend_call_duration_seconds_count{call="fetchSites",outcome="failed"} 1');
  });

  it('show the number of connections to the backend', async () => {
    await get('/');
    expect(await fetchMetrics()).toMatch(/web_backend_sockets\{state="free"\} [1-9]/);
  });

  it('have no label with values from a visitor', async () => {
    for (let index = 0; index < 50; index += 1) await get(`/invented-${index}/?q=${index}`);
    expect(await fetchMetrics()).not.toContain('invented');
  });
});
