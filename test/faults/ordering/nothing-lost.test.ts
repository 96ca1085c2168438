import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cutEveryNthByte } from './every-byte.ts';
import { LAST_PIECES, rushForCard, rushForCode, rushForPieces } from './last-pieces.ts';
import { type OrderingShop, startOrderingShop } from './ordering-shop.ts';
import { type Books, openBooks, runCheckouts, tellRun } from './run-checkouts.ts';

/** The same each time; another one where somebody looks for more. */
const SEED = Number(process.env.FAULT_SEED ?? 20_261_123);

/** The payment provider knows more than the shop has stored; the long form has all points. */
const points = ['before the answer of the provider is written'];

/** Bytes between one cut and the next. */
const STEP = 401;

describe('orders while processes die and lines break', () => {
  let shop: OrderingShop;
  let books: Books;

  beforeAll(async () => {
    shop = await startOrderingShop(undefined);
    books = await openBooks(shop, LAST_PIECES);
  });

  afterAll(() => shop?.stop());

  it('are ten where fourteen want the last ten pieces', async () => {
    const { orders, refused } = await rushForPieces(shop, books, 14);
    expect({ orders, refused: new Set(refused) }).toEqual({
      orders: 10,
      refused: new Set(['insufficient_stock']),
    });
  });

  it('use a code of five uses five times, in eight hands', async () => {
    expect(await rushForCode(shop, books, 8)).toBe(5);
  });

  it('take € 25.00 of a card of € 25.00, in four hands', async () => {
    expect(await rushForCard(shop, books, 4)).toBe(2500);
  });

  it.each(['client', 'backend'] as const)(
    'come through a line before the %s that breaks after every n-th byte',
    async (name) => {
      const cuts = await cutEveryNthByte(shop, books, { line: shop.lines[name], step: STEP });
      // Request and answer have some hundred bytes each.
      expect(cuts.orders).toBeGreaterThan(1);
      expect(cuts.words).toBeGreaterThan(0);
    },
  );

  it('are neither lost nor doubled, to the piece and the cent', async () => {
    const run = await runCheckouts(shop, books, {
      seed: SEED,
      checkouts: 5,
      atOnce: 3,
      mostSends: 3,
      points,
      randomKills: 0,
      webKills: 1,
    });
    tellRun(shop.where, SEED, run);
    expect({ missed: run.missed, troubles: run.audit.troubles }).toEqual({ missed: [], troubles: [] });
    // One that a kill fell upon between the server's word and our note, and none beside.
    expect(run.audit.twice.length).toBeLessThanOrEqual(run.deaths);
  });
});
