import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import {
  type Fault,
  type FaultBackend,
  faults,
  startFaultBackend,
  WRONG_RESPONSE_MARKER,
} from './fault-backend.ts';
import { fetchPageAddresses, fetchShopHosts, type PageAddresses, type ShopHost } from './shop-hosts.ts';
import { eventually, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

const PAGE_BUDGET_MS = 1500;
/**
 * Tolerance for rendering on a busy machine: less than the time of a call, which a page without a budget
 * would wait for.
 */
const RENDER_TOLERANCE_MS = 7000;

/**
 * Status by fault: 503 if there is no usable response of the backend, 500 if it is wrong (decisions, 'Failing
 * backends').
 */
const statusesByFault: Readonly<Record<Fault, 500 | 503>> = {
  refused: 503,
  blackHoled: 503,
  dripping: 503,
  reset: 503,
  cutOff: 503,
  garbage: 503,
  wrongType: 500,
  brokenJson: 500,
  missingFields: 500,
  status500: 500,
  status503: 500,
  withoutDatabase: 503,
  redirect: 500,
  huge: 500,
};

/** Number of route kinds per fault in the short form; each fault has others. */
const SAMPLED_ROUTE_KINDS = 3;

const selectSamplePages = (pages: PageAddresses, n: number): PageAddresses =>
  Object.fromEntries(selectRotatedTestCases(Object.entries(pages), n, SAMPLED_ROUTE_KINDS));

let backend: FaultBackend;
let web: WebProcess;
let hosts: ShopHost[];
let addressesByHost: ReadonlyMap<string, PageAddresses>;

beforeAll(async () => {
  backend = await startFaultBackend();
  hosts = await fetchShopHosts(backend.baseUrl);
  addressesByHost = await fetchPageAddresses(backend.baseUrl, hosts);
  web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    environment: {
      PAGE_TIMEOUT_MS: String(PAGE_BUDGET_MS),
      OPTIONAL_TIMEOUT_MS: '500',
      REQUEST_TIMEOUT_MS: '10000',
      ANSWER_LIMIT_BYTES: '2000000',
    },
  });
});

afterEach(() => backend.setFault(null));

afterAll(async () => {
  await web?.stop();
  await backend?.close();
});

function get(host: ShopHost, path: string) {
  return visit({ port: web.port, host: host.host, path });
}

/** Expects every page of the host to be complete. */
async function expectCompletePages(host: ShopHost, pages: PageAddresses): Promise<void> {
  const kinds = Object.entries(pages);
  const answers = await Promise.all(kinds.map(([, path]) => get(host, path)));
  expect(answers.map(({ status }, n) => [kinds[n]![0], status])).toEqual(
    kinds.map(([kind]) => [kind, kind === 'missing' ? 404 : 200]),
  );
}

describe('a backend that fails', () => {
  // Each fault has its own host, so that no page is served from a cache filled by an earlier fault.
  it.each(faults.map((fault, n) => [fault, n] as const))(
    'makes pages report the failure in the language of the site while it is %s, and not afterwards',
    async (fault, n) => {
      const host = hosts[n]!;
      const pages = selectSamplePages(addressesByHost.get(host.host)!, n);
      // An earlier visitor has filled the cache with texts, menu and footer of the shop.
      await eventually(async () => expect((await get(host, '/nothing-here/')).status).toBe(404));

      await backend.setFault(fault);
      const answers = await Promise.all(
        Object.entries(pages).map(async ([kind, path]) => ({ kind, ...(await get(host, path)) })),
      );
      for (const { kind, status, headers, text, ms } of answers) {
        const seen = {
          kind,
          status,
          cacheControl: headers['cache-control'],
          retryAfter: headers['retry-after'],
        };
        expect(seen).toEqual({
          kind,
          status: statusesByFault[fault],
          // The error page of a private page is private as well.
          cacheControl: kind === 'search' ? 'private, no-store' : 'no-store',
          retryAfter: statusesByFault[fault] === 503 ? '5' : undefined,
        });
        expect(text).toContain(`<html lang="${host.culture}"`);
        expect(text).toContain(host.messages['errorPage.heading']);
        expect(text).toContain('</footer>');
        expect(text).not.toContain(WRONG_RESPONSE_MARKER);
        expect(text).not.toMatch(/ECONN|socket hang up|127\.0\.0\.1|at .*\.m?js:\d+/);
        expect(ms).toBeLessThan(PAGE_BUDGET_MS + RENDER_TOLERANCE_MS);
      }

      await backend.setFault(null);
      await eventually(() => expectCompletePages(host, pages));
      expect(web.child.exitCode).toBeNull();
      expect(web.lines.filter(({ level }) => level === 'fatal')).toEqual([]);
    },
  );

  it.each([
    ['refused', 503, 'backend_unavailable'],
    ['blackHoled', 503, 'backend_timeout'],
    ['reset', 503, 'backend_unavailable'],
    ['garbage', 502, 'backend_broken'],
  ] as const)('makes the API return a problem document while it is %s', async (fault, status, code) => {
    const host = hosts[0]!;
    await eventually(async () => expect((await get(host, '/api/language')).status).toBe(200));
    await backend.setFault(fault);
    const answer = await get(host, '/api/language');
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ status, code });
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    await backend.setFault(null);
  });

  it('never makes an aborted API response look complete', async () => {
    await backend.setFault('cutOff');
    await expect(get(hosts[0]!, '/api/language')).rejects.toThrow(/aborted|hang up/);
    await backend.setFault(null);
  });

  it('makes a web process that has never reached it return a plain error page', async () => {
    await backend.setFault('refused');
    const cold = await startWebProcess({ apiBaseUrl: backend.baseUrl });
    try {
      const answer = await visit({ port: cold.port, host: 'havero-nl.localhost', path: '/' });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
      // The language of that host is not known yet.
      expect(answer.text).toContain('<html lang="en">');
      await backend.setFault(null);
      await eventually(async () => {
        const { status } = await visit({ port: cold.port, host: 'havero-nl.localhost', path: '/' });
        expect(status).toBe(200);
      });
    } finally {
      await backend.setFault(null);
      await cold.stop();
    }
  });
});
