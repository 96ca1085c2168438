import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { visit } from '../faults/visit.ts';
import { startWebProcess } from '../faults/web-process.ts';
import { startFakeBackend } from '../fixtures/fake-backend.ts';

const REQUEST_COUNT = 20_000;
const CLIENT_COUNT = 16;
const host = 'havero-nl.localhost';

/** Returns the processor time of a process so far, in hundredths of a second (Linux). */
function readCpuHundredths(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

it('a refusal takes less processor time than two pages from the cache', async () => {
  const backend = await startFakeBackend();
  const web = await startWebProcess({ apiBaseUrl: backend.baseUrl });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENT_COUNT });
  const ask = (asked: { host: string; path: string; method?: string }) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: web.port,
        path: asked.path,
        method: asked.method ?? 'GET',
        headers: { host: asked.host },
        agent,
      });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      });
      outgoing.end();
    });
  const spend = async (asked: Parameters<typeof ask>[0], status: number) => {
    const browse = async (count: number) => {
      for (let n = 0; n < count; n += 1) expect(await ask(asked)).toBe(status);
    };
    await browse(500);
    const before = readCpuHundredths(web.child.pid ?? 0);
    await Promise.all(Array.from({ length: CLIENT_COUNT }, () => browse(REQUEST_COUNT / CLIENT_COUNT)));
    return (readCpuHundredths(web.child.pid ?? 0) - before) / REQUEST_COUNT;
  };
  try {
    const { status } = await visit({ port: web.port, host, path: '/there-is-none/' });
    const page = await spend({ host, path: '/there-is-none/' }, status);
    const refusals = {
      'unknown host': await spend({ host: 'elsewhere.example', path: '/' }, 421),
      'malformed address': await spend({ host, path: '/%zz/' }, 400),
      'method of no page': await spend({ host, path: '/', method: 'DELETE' }, 405),
    };
    for (const [name, cost] of Object.entries(refusals)) {
      process.stdout.write(`${name}: ${(cost / page).toFixed(2)} of a page from memory\n`);
      expect(cost).toBeLessThan(2 * page);
    }
  } finally {
    agent.destroy();
    await web.stop();
    await backend.close();
  }
}, 600_000);
