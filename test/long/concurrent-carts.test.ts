import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import KeepAliveAgent from 'agentkeepalive';
import request from 'supertest';
import type { CalculatedCart2 } from '../../shared/contract/cart-calculations.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { getDatabaseServerUrl } from '../fixtures/database-server.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';

const DURATION_MS = Number(process.env.BUSY_CARTS_MS ?? MINUTE_MS);
const VISITOR_COUNT = 100;
const ROUND_COUNT = 300;
/** Feed with enough stock, all at one VAT rate. */
const feedVariantIds = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1009];
const scopeHeaders = { siteid: '1', languageid: '4' };

let backend: BackendFixture;
let server: Server;
let port = 0;
const agent = new KeepAliveAgent({ maxSockets: VISITOR_COUNT, timeout: MINUTE_MS });

beforeAll(async () => {
  backend = await openBackendFixture();
  server = createServer(backend.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
}, 120_000);

afterAll(async () => {
  agent.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await backend?.close();
});

type CallKind = 'create' | 'add' | 'alter' | 'remove' | 'calculate';
type CallTimes = Record<CallKind, number[]>;
const createCallTimes = (): CallTimes => ({ create: [], add: [], alter: [], remove: [], calculate: [] });

async function sendTimedCall(
  times: CallTimes,
  kind: CallKind,
  method: 'post' | 'put' | 'delete',
  path: string,
) {
  const startedAt = performance.now();
  const answer = await request(`http://127.0.0.1:${port}`)[method](path).agent(agent).set(scopeHeaders);
  times[kind].push(performance.now() - startedAt);
  expect({ path: path.replace(/\/[\w-]{43}/, ''), status: answer.status, code: answer.body.code }).toEqual({
    path: path.replace(/\/[\w-]{43}/, ''),
    status: answer.status === 204 ? 204 : 200,
    code: undefined,
  });
  return answer.body;
}

async function createCart(times: CallTimes): Promise<string> {
  return (await sendTimedCall(times, 'create', 'post', '/api/cart')).shoppingcartId;
}

const calculate = (times: CallTimes, id: string): Promise<CalculatedCart2> =>
  sendTimedCall(times, 'calculate', 'post', `/api/cartcalculation/${id}/calculate2`);

function printTimings(title: string, times: CallTimes): void {
  const lines = Object.entries(times).map(([kind, list]) => {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    return `${kind.padEnd(10)} ${String(sorted.length).padStart(6)} times  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`;
  });
  process.stderr.write(`${title}\n${lines.join('\n')}\n`);
}

function expectTotals(calculated: CalculatedCart2, counts: ReadonlyMap<number, number>): void {
  expect(new Map(calculated.products.map((line) => [line.productVariantId, line.quantity]))).toEqual(counts);
  const sum = calculated.products.reduce(
    (total, { quantity, product }) => total + quantity * product.price.amountInclVat,
    0,
  );
  expect(calculated.subTotalAmount).toBe(sum);
  const { totalAmount, totalAmountExclVat, vatAmountHigh, vatAmountLow, shippingCosts } = calculated;
  expect(totalAmount).toBe(sum + shippingCosts);
  expect(totalAmountExclVat + vatAmountHigh + vatAmountLow).toBe(totalAmount);
}

const databaseKind = getDatabaseServerUrl() === undefined ? 'PGlite' : 'PostgreSQL';

it('a cart is fast for one visitor', async () => {
  const times = createCallTimes();
  const id = await createCart(times);
  for (const productVariantId of [1031, 1063, 1086]) {
    await sendTimedCall(
      times,
      'add',
      'post',
      `/api/cart/${id}/products?productVariantId=${productVariantId}&quantity=1`,
    );
  }
  await calculate(createCallTimes(), id);
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    await createCart(times);
    await sendTimedCall(times, 'alter', 'put', `/api/cart/${id}/products/1031?quantity=${1 + (round % 2)}`);
    await sendTimedCall(times, 'remove', 'delete', `/api/cart/${id}/products/1001`);
    await sendTimedCall(times, 'add', 'post', `/api/cart/${id}/products?productVariantId=1001&quantity=1`);
    await calculate(times, id);
  }
  printTimings(`One visitor, ${databaseKind}`, times);
}, 300_000);

it(
  'all totals are right while a hundred visitors change carts concurrently',
  async () => {
    const times = createCallTimes();
    const endsAt = performance.now() + DURATION_MS;
    await Promise.all(
      Array.from({ length: VISITOR_COUNT }, async (_none, visitor) => {
        const random = createSeededRandom(visitor + 1).below;
        const id = await createCart(times);
        const counts = new Map<number, number>();
        while (performance.now() < endsAt) {
          const productVariantId = feedVariantIds[random(feedVariantIds.length)]!;
          const has = counts.get(productVariantId) ?? 0;
          const line = `/api/cart/${id}/products/${productVariantId}`;
          const choice = random(10);
          if (has === 0 || (choice < 4 && has < 20)) {
            const quantity = 1 + random(3);
            const path = `/api/cart/${id}/products?productVariantId=${productVariantId}&quantity=${quantity}`;
            await sendTimedCall(times, 'add', 'post', path);
            counts.set(productVariantId, has + quantity);
          } else if (choice < 8) {
            const quantity = 1 + random(9);
            await sendTimedCall(times, 'alter', 'put', `${line}?quantity=${quantity}`);
            counts.set(productVariantId, quantity);
          } else {
            await sendTimedCall(times, 'remove', 'delete', line);
            counts.delete(productVariantId);
          }
          expectTotals(await calculate(times, id), counts);
        }
      }),
    );
    expect(backend.errors).toEqual([]);
    printTimings(`${VISITOR_COUNT} visitors for ${DURATION_MS / 1000} s, ${databaseKind}`, times);
  },
  DURATION_MS + 120_000,
);
