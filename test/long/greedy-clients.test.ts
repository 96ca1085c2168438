import { expect, it } from '@jest/globals';
import {
  greedyBehaviours,
  openGreedyConnections,
  startGreedyClients,
  type VisitorRequest,
} from '../faults/greedy-clients.ts';

const ROUND_COUNT = 10;

it('visitors next to greedy clients are answered; the test prints how long they wait', async () => {
  const clients = await startGreedyClients();
  const quiet = { name: 'no greedy client', connections: 0, staying: 0, shares: [], say: () => '' };
  const report: Record<string, Partial<Record<VisitorRequest, number>>> = {};
  try {
    for (const greed of [quiet, ...greedyBehaviours]) {
      await openGreedyConnections(clients, greed);
      const longest: Partial<Record<VisitorRequest, number>> = {};
      for (let n = 0; n < ROUND_COUNT; n += 1) {
        for (const [errand, { status, ms }] of Object.entries(await clients.ask(greed.shares))) {
          expect([greed.name, errand, status < 500]).toEqual([greed.name, errand, true]);
          const name = errand as VisitorRequest;
          longest[name] = Math.max(longest[name] ?? 0, Math.round(ms));
        }
      }
      report[greed.name] = longest;
      await clients.release();
    }
  } finally {
    await clients.close();
  }
  process.stdout.write(
    `Longest of ${ROUND_COUNT} waits in milliseconds, beside:\n${JSON.stringify(report, null, 1)}\n`,
  );
}, 1_800_000);
