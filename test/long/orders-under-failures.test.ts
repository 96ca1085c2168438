import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { breakConnectionAtEveryNthByte } from '../faults/ordering/break-at-every-byte.ts';
import {
  LAST_PIECES_VARIANT_ID,
  orderLastPieces,
  orderWithSharedDiscountCode,
  orderWithSharedGiftCard,
} from '../faults/ordering/limited-stock.ts';
import { sendMailsFromTwoBackends } from '../faults/ordering/mails-from-two-backends.ts';
import { type OrderingShop, startOrderingShop } from '../faults/ordering/ordering-shop.ts';
import {
  type Books,
  killPointNames,
  prepareLedgersAndStock,
  printCheckoutRun,
  runCheckouts,
} from '../faults/ordering/run-checkouts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const CHECKOUT_COUNT = Number(process.env.FAULT_CHECKOUTS ?? 200);
const TEST_TIME_LIMIT_MS = 1_800_000;
/**
 * Bytes between one cut and the next; an order has a thousand and more, and its statements have many more.
 */
const BYTES_BETWEEN_CUTS = 29;
const STATEMENT_STEP = 977;
const executeFile = promisify(execFile);

/** Address of a server for this test only. Empty if the machine has none. */
let serverUrl = '';
let folder = '';
let postgresBinFolder = '';

beforeAll(async () => {
  const script = 'source .ci/postgresql.sh; pg_start >&2 && echo "$TEST_DATABASE_URL $pg_folder $pg_bin"';
  const { stdout } = await executeFile('bash', ['-c', script], { cwd: root }).catch(() => ({ stdout: '' }));
  [serverUrl = '', folder = '', postgresBinFolder = ''] = stdout.trim().split(' ');
}, TEST_TIME_LIMIT_MS);

afterAll(async () => {
  if (folder === '') return;
  await executeFile('bash', [
    '-c',
    'source .ci/postgresql.sh; pg_folder="$1" pg_bin="$2"; pg_stop',
    '-',
    folder,
    postgresBinFolder,
  ]);
});

describe.each(['PGlite', 'PostgreSQL'])('orders on %s while processes die and connections break', (where) => {
  let shop: OrderingShop | undefined;
  let books: Books;

  beforeAll(async () => {
    if (where === 'PostgreSQL' && serverUrl === '') {
      console.warn('Not run: no PostgreSQL server could be started here');
      return;
    }
    shop = await startOrderingShop(where === 'PGlite' ? undefined : serverUrl);
    books = await prepareLedgersAndStock(shop, LAST_PIECES_VARIANT_ID);
  }, TEST_TIME_LIMIT_MS);

  afterAll(() => shop?.stop(), TEST_TIME_LIMIT_MS);

  it(
    'match the pieces, uses and euros if there are too few for all',
    async () => {
      if (!shop) return;
      expect((await orderLastPieces(shop, books, 50)).orders).toBe(10);
      expect(await orderWithSharedDiscountCode(shop, books, 20)).toBe(5);
      expect(await orderWithSharedGiftCard(shop, books, 20)).toBe(2500);
    },
    TEST_TIME_LIMIT_MS,
  );

  it(
    'are completed over connections that break after every n-th byte',
    async () => {
      if (!shop) return;
      const { client, backend, database } = shop.lines;
      const cuts = {
        client: await breakConnectionAtEveryNthByte(shop, books, { line: client, step: BYTES_BETWEEN_CUTS }),
        backend: await breakConnectionAtEveryNthByte(shop, books, {
          line: backend,
          step: BYTES_BETWEEN_CUTS,
        }),
        ...(database && {
          database: await breakConnectionAtEveryNthByte(shop, books, {
            line: database,
            step: STATEMENT_STEP,
          }),
        }),
      };
      process.stdout.write(`${where}, connections broken after every n-th byte: ${JSON.stringify(cuts)}\n`);
      for (const { orders, words } of Object.values(cuts)) {
        expect(orders).toBeGreaterThan(10);
        // A notification is a few statements only.
        expect(words).toBeGreaterThan(2);
      }
    },
    TEST_TIME_LIMIT_MS,
  );

  it(
    'have each mail sent once if two backends share one outbox',
    async () => {
      if (!shop?.second) return;
      const { copies, shares } = await sendMailsFromTwoBackends(shop, books, 40);
      process.stdout.write(`${where}, two backends: ${copies.length} mails, ${shares.join(' and ')}\n`);
      expect(new Set(copies)).toEqual(new Set([1]));
      expect(Math.min(...shares)).toBeGreaterThan(0);
    },
    TEST_TIME_LIMIT_MS,
  );

  it(
    'are neither lost nor duplicated, to the piece and the cent',
    async () => {
      if (!shop) return;
      const run = await runCheckouts(shop, books, {
        seed: SEED,
        checkouts: CHECKOUT_COUNT,
        atOnce: 4,
        mostSends: 20,
        points: killPointNames,
        randomKills: 10,
        webKills: 5,
      });
      printCheckoutRun(shop.where, SEED, run);
      expect({ missed: run.missed, troubles: run.audit.troubles }).toEqual({ missed: [], troubles: [] });
      expect(run.audit.twice.length).toBeLessThanOrEqual(run.deaths);
    },
    TEST_TIME_LIMIT_MS,
  );
});
