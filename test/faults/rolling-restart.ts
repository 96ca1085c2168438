import { Agent } from 'node:http';
import { createConfig } from '../../server/web/config.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { startFaultBackend } from './fault-backend.ts';
import { startBalancer } from './load-balancer.ts';
import { fetchPageAddresses, fetchShopHosts } from './shop-hosts.ts';
import { eventually, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

const VISITOR_COUNT = 8;

export interface RestartReport {
  readonly requests: number;
  readonly restarts: number;
  /** Descriptions of failures; expected to be empty. */
  readonly failures: readonly string[];
  /** Exit code or signal of each process that was stopped. */
  readonly exitCodes: readonly (number | string)[];
}

/**
 * Restarts two web processes alternately behind a balancer, while visitors request pages, until there were
 * enough requests and restarts.
 */
export async function restartUnderLoad(aims: { requests: number; restarts: number }): Promise<RestartReport> {
  const backend = await startFaultBackend();
  const [host] = await fetchShopHosts(backend.baseUrl);
  if (!host) throw new Error('The sample shop has no site');
  const pages = Object.values((await fetchPageAddresses(backend.baseUrl, [host])).get(host.host) ?? {});
  const others = ['/robots.txt', '/favicon.svg', '/api/language'];
  const paths = pages.flatMap((page) => [page, ...others]);
  // Tests the processes, not the database.
  backend.setReplay(true);
  const ports = [await findFreePort(), await findFreePort()];
  // The default setting.
  const environment = { ...generousSettings, DRAIN_DELAY_MS: String(createConfig({}).drainDelayMs) };
  const start = (port: number) => startWebProcess({ apiBaseUrl: backend.baseUrl, port, environment });
  const processes: WebProcess[] = await Promise.all(ports.map(start));
  const balancer = await startBalancer(ports);
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const exitCodes: (number | string)[] = [];
  let requests = 0;
  let restarts = 0;
  let isOver = false;

  const browse = async (visitor: number) => {
    for (let n = visitor; !isOver || requests < aims.requests; n += 1) {
      const path = paths[n % paths.length] ?? '/';
      requests += 1;
      try {
        const { status, text } = await visit({ port: balancer.port, host: host.host, path, agent });
        const isRight = status === 200 || (status === 404 && path.includes('no-such-page'));
        if (!isRight) failures.push(`${path}: ${status} ${text.slice(0, 80)}`);
        else if (pages.includes(path) && !text.endsWith('</html>')) failures.push(`${path}: not whole`);
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.message : 'failed'}`);
      }
    }
  };
  const restart = async () => {
    try {
      for (let n = 0; n < aims.restarts; n += 1) {
        const port = ports[n % 2]!;
        exitCodes.push(await processes[n % 2]!.stop());
        processes[n % 2] = await start(port);
        await eventually(async () => {
          if (!balancer.ready.has(port)) throw new Error('the balancer does not list the web as ready yet');
        });
        restarts += 1;
      }
    } finally {
      isOver = true;
    }
  };

  try {
    await Promise.all([restart(), ...Array.from({ length: VISITOR_COUNT }, (_, visitor) => browse(visitor))]);
  } finally {
    agent.destroy();
    await balancer.close();
    await Promise.all(processes.map((web) => web.stop()));
    await backend.close();
  }
  return { requests, restarts, failures, exitCodes };
}
