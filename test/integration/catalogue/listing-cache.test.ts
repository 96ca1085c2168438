import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Listings } from '../../../server/backend/catalogue/search/memory/in-memory-listings.ts';
import {
  createListingCache,
  deleteOldListingChanges,
  type ListingCache,
} from '../../../server/backend/catalogue/search/memory/listing-cache.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import { price, productListingChange, productRating } from '../../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

const DUTCH_SITE_ID = 1;
const GERMAN_SITE_ID = 10;
const NOON_MS = 12 * HOUR_MS;

/** Returns every product of the lists, sorted by price and by rating. */
function listSortedProducts(listings: Listings) {
  const search = { categoryIds: null, scope: [], conditions: [], relevance: null, now: FIXTURE_NOW };
  const list = (sort: 'price' | 'rating') =>
    listings.find(search, { sort, descending: true, limit: 10_000, offset: 0 });
  const { productVariantIds, bounds, total } = list('price');
  return { byPrice: productVariantIds, byRating: list('rating').productVariantIds, bounds, total };
}

async function listVariantIds(siteId: number): Promise<readonly number[]> {
  const listings = await createListingCache(backend.database).fetchListings(siteId);
  return listSortedProducts(listings).byPrice;
}

/** Sets the highest price of the site, so that the product is first by price. */
function setPrice(database: Database, siteId: number, productVariantId: number, amountExclVat: number) {
  return database
    .update(price)
    .set({ amountExclVat })
    .where(and(eq(price.siteId, siteId), eq(price.productVariantId, productVariantId)));
}

/**
 * Waits until all running transactions have ended. Transactions in other databases of a server count as
 * running, so this makes the cleanup depend on this database only.
 */
async function waitForOtherTransactions(): Promise<void> {
  const ask = async (statement: SQL) => {
    const { rows } = (await backend.database.execute(statement)) as unknown as { rows: { told: string }[] };
    return rows[0]!.told;
  };
  const next = await ask(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as told`);
  const isOver = sql`select (pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::xid8)::text as told`;
  while ((await ask(isOver)) !== 'true');
}

const fetchFirstByPrice = async (store: ListingCache, siteId: number) =>
  listSortedProducts(await store.fetchListings(siteId)).byPrice[0];

/** Expects that the cached lists of a process equal those that are read completely now. */
async function expectCacheMatchesDatabase(store: ListingCache, siteId = DUTCH_SITE_ID) {
  const fresh = await createListingCache(backend.database).fetchListings(siteId);
  expect(listSortedProducts(await store.fetchListings(siteId))).toEqual(listSortedProducts(fresh));
}

describe('lists in memory', () => {
  it('are read once for any number of requests, and updated in place by every process', async () => {
    const stores = [createListingCache(backend.database), createListingCache(backend.database)] as const;
    const [first, same, others] = await Promise.all([
      stores[0].fetchListings(DUTCH_SITE_ID),
      stores[0].fetchListings(DUTCH_SITE_ID),
      stores[1].fetchListings(DUTCH_SITE_ID),
    ]);
    expect(same).toBe(first);
    expect(others).not.toBe(first);
    const cheapest = listSortedProducts(first).byPrice.at(-1)!;
    const before = await stores[0].fetchListings(GERMAN_SITE_ID);
    const german = listSortedProducts(before);

    await setPrice(backend.database, DUTCH_SITE_ID, cheapest, 9_000_000);
    for (const store of stores) expect(await fetchFirstByPrice(store, DUTCH_SITE_ID)).toBe(cheapest);
    // Not reloaded: the same lists, with other rows.
    expect(await stores[0].fetchListings(DUTCH_SITE_ID)).toBe(first);
    expect(await stores[1].fetchListings(DUTCH_SITE_ID)).toBe(others);
    expect(await stores[0].fetchListings(GERMAN_SITE_ID)).toBe(before);
    expect(listSortedProducts(before)).toEqual(german);
    await expectCacheMatchesDatabase(stores[0]);
  });

  it('follow planned and revoked prices, and ratings', async () => {
    const store = createListingCache(backend.database);
    const listings = await store.fetchListings(DUTCH_SITE_ID);
    const { byPrice } = listSortedProducts(listings);
    const [announced, rated] = [byPrice[3]!, byPrice[5]!];
    await backend.database.insert(price).values({
      siteId: DUTCH_SITE_ID,
      productVariantId: announced,
      amountExclVat: 9_050_000,
      validFrom: new Date(FIXTURE_NOW.getTime() - NOON_MS),
    });
    expect(await fetchFirstByPrice(store, DUTCH_SITE_ID)).toBe(announced);
    await expectCacheMatchesDatabase(store);
    await backend.database.delete(price).where(eq(price.amountExclVat, 9_050_000));
    await expectCacheMatchesDatabase(store);
    const { rows } = (await backend.database.execute(
      sql`select product_id as id from product_variant where product_variant_id = ${rated}`,
    )) as unknown as { rows: { id: number }[] };
    const productId = rows[0]!.id;
    await backend.database
      .insert(productRating)
      .values({ productId, ratingCount: 900, ratingSum: 4500 })
      .onConflictDoUpdate({ target: productRating.productId, set: { ratingCount: 900, ratingSum: 4500 } });
    expect(listSortedProducts(await store.fetchListings(DUTCH_SITE_ID)).byRating).not.toEqual([]);
    await expectCacheMatchesDatabase(store);
    expect(await store.fetchListings(DUTCH_SITE_ID)).toBe(listings);
  });

  it('show all data committed before a request, also with concurrent requests', async () => {
    const store = createListingCache(backend.database);
    const variants = await listVariantIds(DUTCH_SITE_ID);
    await store.fetchListings(DUTCH_SITE_ID);
    for (const [index, variant] of variants.slice(0, 12).entries()) {
      const early = store.fetchListings(DUTCH_SITE_ID);
      await setPrice(backend.database, DUTCH_SITE_ID, variant, 9_100_000 + index);
      const [dearest] = await Promise.all([
        fetchFirstByPrice(store, DUTCH_SITE_ID),
        early,
        store.fetchListings(DUTCH_SITE_ID),
      ]);
      expect(dearest).toBe(variant);
    }
  });

  it('are reloaded if more has changed than single entries record', async () => {
    const store = createListingCache(backend.database);
    const first = await store.fetchListings(DUTCH_SITE_ID);
    await backend.database.insert(productListingChange).values({ siteId: DUTCH_SITE_ID, productId: null });
    const second = await store.fetchListings(DUTCH_SITE_ID);
    expect(second).not.toBe(first);
    expect(await store.fetchListings(DUTCH_SITE_ID)).toBe(second);
  });

  it('are loaded again if loading has failed', async () => {
    let isBroken = true;
    const database = new Proxy(backend.database, {
      get(target, name) {
        // The first statement, which looks for changes, was prepared before.
        if (name === 'select' && isBroken && isOpen) throw new Error('The connection was lost');
        return Reflect.get(target, name, target);
      },
    });
    let isOpen = false;
    const store = createListingCache(database);
    isOpen = true;
    await expect(store.fetchListings(DUTCH_SITE_ID)).rejects.toThrow('The connection was lost');
    isBroken = false;
    expect((await store.fetchListings(DUTCH_SITE_ID)).countByCategory(FIXTURE_NOW).size).toBeGreaterThan(0);

    const [variant] = await listVariantIds(DUTCH_SITE_ID);
    await setPrice(backend.database, DUTCH_SITE_ID, variant!, 1);
    isBroken = true;
    await expect(store.fetchListings(DUTCH_SITE_ID)).rejects.toThrow('The connection was lost');
    isBroken = false;
    await expectCacheMatchesDatabase(store);
  });
});

describe('deleted change entries', () => {
  const inAnHour = () => new Date(Date.now() + HOUR_MS);

  it('make only a process reload its lists that was not running meanwhile', async () => {
    const [away, awake] = [createListingCache(backend.database), createListingCache(backend.database)];
    const [ofAway, ofAwake] = [
      await away.fetchListings(DUTCH_SITE_ID),
      await awake.fetchListings(DUTCH_SITE_ID),
    ];
    const [first, second] = await listVariantIds(DUTCH_SITE_ID);
    await setPrice(backend.database, DUTCH_SITE_ID, first!, 9_200_000);
    await awake.fetchListings(DUTCH_SITE_ID);
    await setPrice(backend.database, DUTCH_SITE_ID, second!, 9_300_000);
    await waitForOtherTransactions();
    await awake.fetchListings(DUTCH_SITE_ID);
    await deleteOldListingChanges(backend.database, inAnHour());
    expect(await backend.database.$count(productListingChange)).toBeLessThan(3);
    expect(await awake.fetchListings(DUTCH_SITE_ID)).toBe(ofAwake);
    expect(await away.fetchListings(DUTCH_SITE_ID)).not.toBe(ofAway);
    await expectCacheMatchesDatabase(away);
    await expectCacheMatchesDatabase(awake);
    // Another cleanup without new entries makes no process reload.
    await deleteOldListingChanges(backend.database, inAnHour());
    expect(await awake.fetchListings(DUTCH_SITE_ID)).toBe(ofAwake);
  });

  it('are deleted by the job after a day', async () => {
    const variants = await listVariantIds(DUTCH_SITE_ID);
    const setAge = (hours: number, condition: SQL) =>
      backend.database.execute(sql`update product_listing_change
        set changed_at = ${FIXTURE_NOW.toISOString()}::timestamptz - ${`${hours} hours`}::interval where ${condition}`);
    await setPrice(backend.database, DUTCH_SITE_ID, variants[0]!, 9_400_000);
    await setPrice(backend.database, DUTCH_SITE_ID, variants[1]!, 9_400_001);
    await setAge(25, sql`true`);
    await setPrice(backend.database, DUTCH_SITE_ID, variants[2]!, 9_400_002);
    await setAge(23, sql`changed_at > ${FIXTURE_NOW.toISOString()}::timestamptz`);
    await waitForOtherTransactions();
    await backend.runJob('listing-changes');
    // The latest of the old entries remains: it records how far back the others go.
    expect(await backend.database.$count(productListingChange)).toBe(2);
  });

  it('of another server, which came with a dump, are ignored', async () => {
    const store = createListingCache(backend.database);
    const first = await store.fetchListings(DUTCH_SITE_ID);
    await backend.database.execute(sql`insert into product_listing_change (transaction_id, site_id, product_id)
      values ('9000000000000', ${DUTCH_SITE_ID}, null), ('9000000000001', ${DUTCH_SITE_ID}, 1)`);
    expect(await store.fetchListings(DUTCH_SITE_ID)).toBe(first);
    await deleteOldListingChanges(backend.database, inAnHour());
    const isForeign = sql`transaction_id > '8000000000000'`;
    expect(await backend.database.$count(productListingChange, isForeign)).toBe(0);
    expect(await store.fetchListings(DUTCH_SITE_ID)).toBe(first);
  });
});

/** Starts a transaction, and returns functions that end it. */
async function beginTransaction(work: (transaction: Database) => Promise<unknown>) {
  const steps = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const ended = backend.database.transaction('import-shop', async (transaction) => {
    await work(transaction);
    written.resolve();
    await steps.promise;
  });
  ended.catch(written.reject);
  return {
    written: written.promise,
    commit: async () => {
      steps.resolve();
      await ended;
    },
  };
}

// The embedded database has one connection, so its transactions cannot overlap.
const describeOnDatabaseServer = getDatabaseServerUrl() === undefined ? describe.skip : describe;

describeOnDatabaseServer('concurrent transactions', () => {
  it('are applied when they end, in whatever order they began and wrote', async () => {
    const store = createListingCache(backend.database);
    await waitForOtherTransactions();
    const listings = await store.fetchListings(DUTCH_SITE_ID);
    const [a, b, c] = (await listVariantIds(DUTCH_SITE_ID)).slice(4) as unknown as [number, number, number];
    const early = await beginTransaction((transaction) => setPrice(transaction, DUTCH_SITE_ID, a, 9_500_001));
    await early.written;
    const late = await beginTransaction((transaction) => setPrice(transaction, DUTCH_SITE_ID, b, 9_500_002));
    await late.written;
    await expectCacheMatchesDatabase(store);
    await late.commit();
    expect(await fetchFirstByPrice(store, DUTCH_SITE_ID)).toBe(b);
    // The cleanup deletes no entries of a transaction that has not ended.
    await deleteOldListingChanges(backend.database, new Date(Date.now() + HOUR_MS));
    await setPrice(backend.database, DUTCH_SITE_ID, c, 9_500_000);
    await expectCacheMatchesDatabase(store);
    await early.commit();
    expect(listSortedProducts(await store.fetchListings(DUTCH_SITE_ID)).byPrice.slice(0, 3)).toEqual([
      b,
      a,
      c,
    ]);
    await expectCacheMatchesDatabase(store);
    expect(await store.fetchListings(DUTCH_SITE_ID)).toBe(listings);
  });

  it('for one product do not overwrite each other', async () => {
    const variant = (await listVariantIds(DUTCH_SITE_ID)).find((id) => id > 0)!;
    const first = await beginTransaction((transaction) =>
      setPrice(transaction, DUTCH_SITE_ID, variant, 9_600_001),
    );
    await first.written;
    const second = await beginTransaction((transaction) =>
      setPrice(transaction, GERMAN_SITE_ID, variant, 9_600_002),
    );
    const isWaiting = sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    for (;;) {
      const { rows } = (await backend.database.execute(isWaiting)) as unknown as {
        rows: { waiting: number }[];
      };
      if (rows[0]?.waiting === 1) break;
    }
    await first.commit();
    await second.commit();
    const { rows } = (await backend.database.execute(sql`
      (select * from product_listing_source where product_variant_id = ${variant}
       except select * from product_listing where product_variant_id = ${variant})`)) as unknown as {
      rows: unknown[];
    };
    expect(rows).toEqual([]);
  });
});
