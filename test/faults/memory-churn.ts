import { Agent } from 'node:http';
import path from 'node:path';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import { startFaultBackend } from './fault-backend.ts';
import { fetchIndexablePaths, fetchPageAddresses, fetchShopHosts } from './shop-hosts.ts';
import { visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

const VISITOR_COUNT = 8;

/** Bytes in use after a garbage collection. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  /** Maximum resident memory since the start, including garbage. */
  readonly peak: number;
}

export interface MemoryChurnReport {
  readonly requests: number;
  /** Number of different requested addresses. */
  readonly addresses: number;
  /** Failed requests: status or error, and address. */
  readonly failures: readonly string[];
  /** After every route kind was requested once, half-way, and at the end. */
  readonly early: Memory;
  readonly middle: Memory;
  readonly late: Memory;
}

function readMemory({ child }: WebProcess): Promise<Memory> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Memory));
    child.send('memory');
  });
}

/**
 * Requests pages in random order until the time is over: all paths of several shops, search terms, filtered
 * lists and addresses that do not exist.
 *
 * @param aims.addresses number of different addresses to choose from
 * @param aims.durationMs duration; a process that is stopped completes its last pages first
 * @param aims.environment settings of the web process in addition to the usual ones
 */
export async function churn(aims: {
  addresses: number;
  durationMs: number;
  seed: number;
  environment?: Readonly<Record<string, string>>;
}): Promise<MemoryChurnReport> {
  const backend = await startFaultBackend();
  backend.setReplay(true);
  const hosts = (await fetchShopHosts(backend.baseUrl)).slice(0, 2);
  const known = (
    await Promise.all(
      hosts.map(async (host) =>
        (await fetchIndexablePaths(backend.baseUrl, host)).map((page) => ({ host: host.host, path: page })),
      ),
    )
  ).flat();
  const addresses = await fetchPageAddresses(backend.baseUrl, hosts);
  const pool = Array.from({ length: aims.addresses }, (_, n) => {
    const page = known[n];
    if (page) return page;
    const { host, searchSegment } = hosts[n % hosts.length]!;
    // Two of three return complete pages, cacheable or not; the others return 404.
    const paths = [
      `/nothing-${n}/`,
      `/${searchSegment}/?q=term-${n}`,
      `${addresses.get(host)?.category}?price-max=${1000 + n}`,
    ];
    return { host, path: paths[n % paths.length]! };
  });
  const web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    environment: { ...generousSettings, ...aims.environment },
    nodeArguments: ['--expose-gc', '--import', path.resolve(import.meta.dirname, 'memory-report.mjs')],
  });
  const agent = new Agent({ keepAlive: true });
  const random = createSeededRandom(aims.seed).next;
  const asked = new Set<number>();
  let requests = 0;
  const failures: string[] = [];

  const browse = async (until: () => boolean) => {
    while (!until()) {
      const n = Math.floor(random() * pool.length);
      const { host, path: page } = pool[n]!;
      asked.add(n);
      requests += 1;
      try {
        const { status } = await visit({ port: web.port, host, path: page, agent });
        if (status !== 200 && status !== 404) failures.push(`${status} ${host}${page}`);
      } catch (error) {
        failures.push(`${error} ${host}${page}`);
      }
    }
  };
  const browseFor = async (ms: number, minimum: number) => {
    const endsAt = performance.now() + ms;
    const target = requests + minimum;
    const isOver = () => performance.now() > endsAt && requests >= target;
    await Promise.all(Array.from({ length: VISITOR_COUNT }, () => browse(isOver)));
    return readMemory(web);
  };
  try {
    // Compiled code and filled caches come first: they are no leak.
    const early = await browseFor(aims.durationMs / 4, 200);
    const middle = await browseFor(aims.durationMs * (3 / 8), 200);
    const late = await browseFor(aims.durationMs * (3 / 8), 200);
    return { requests, addresses: asked.size, failures, early, middle, late };
  } finally {
    agent.destroy();
    await web.stop();
    await backend.close();
  }
}
