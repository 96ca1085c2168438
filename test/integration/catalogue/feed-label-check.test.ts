import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import {
  findSoldVariant,
  listProductsWithIncompleteLabels,
} from '../../../server/backend/catalogue/products/queries.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { PRODUCT, VARIANT } from '../../fixtures/call-inputs.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

let openedDatabase: OpenDatabase;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
});
afterAll(() => openedDatabase?.close());

const findSellableVariant = () =>
  findSoldVariant(openedDatabase.database, { siteId: 1, now: FIXTURE_NOW }, VARIANT);

describe('feed without all mandatory label particulars', () => {
  it('does not exist in the sample shop', async () => {
    expect(await listProductsWithIncompleteLabels(openedDatabase.database)).toEqual([]);
    expect(await findSellableVariant()).toBeDefined();
  });

  it.each([
    ['feedType', sql`feed_type = null`],
    ['composition', sql`composition = '[]'`],
    ['analytical', sql`analytical = null`],
    ['analytical', sql`analytical = analytical - 'sodium'`],
  ])('is reported for %s and not sold', async (gap, change) => {
    const [kept] = (
      (await openedDatabase.database.execute(
        sql`select * from product where product_id = ${PRODUCT}`,
      )) as unknown as {
        rows: { feed_type: string; composition: unknown; analytical: unknown }[];
      }
    ).rows;
    await openedDatabase.database.execute(sql`update product set ${change} where product_id = ${PRODUCT}`);
    expect(await listProductsWithIncompleteLabels(openedDatabase.database)).toMatchObject([
      { productId: PRODUCT, gaps: [gap] },
    ]);
    expect(await findSellableVariant()).toBeUndefined();
    await openedDatabase.database.execute(sql`update product set feed_type = ${kept!.feed_type},
      composition = ${JSON.stringify(kept!.composition)}::jsonb, analytical = ${JSON.stringify(kept!.analytical)}::jsonb
      where product_id = ${PRODUCT}`);
    expect(await findSellableVariant()).toBeDefined();
  });
});
