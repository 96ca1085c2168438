import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type GreedyClients,
  greedyBehaviours,
  openGreedyConnections,
  startGreedyClients,
} from './greedy-clients.ts';

let clients: GreedyClients;

beforeAll(async () => {
  clients = await startGreedyClients();
});

afterEach(() => clients.release());

afterAll(() => clients?.close());

/** Expected status of each request; the form does not exist. */
const expectedStatuses = {
  page: 200,
  'search page': 200,
  call: 200,
  'call with a body': 200,
  picture: 200,
  form: 400,
  'robots.txt': 200,
};

describe.each(greedyBehaviours)('$name', (greed) => {
  it('do not delay other visitors, who are answered while the connections are still open', async () => {
    await openGreedyConnections(clients, greed);
    const answers = await clients.ask(greed.shares);
    const statuses = Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]));
    const expected = Object.entries(expectedStatuses).filter(
      ([name]) => !greed.shares.some((other) => other === name),
    );
    expect(statuses).toEqual(Object.fromEntries(expected));
    expect(clients.held()).toBeGreaterThanOrEqual(greed.staying);
  });
});
