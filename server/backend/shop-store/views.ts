import { QueryBuilder } from 'drizzle-orm/pg-core';
import { shopRecord } from './tables.ts';

/** Stored records of the shop by file, list and key; `value` is null for a deleted one. */
export const shopRecords = new QueryBuilder()
  .select({
    file: shopRecord.file,
    list: shopRecord.list,
    key: shopRecord.key,
    value: shopRecord.value,
  })
  .from(shopRecord)
  .as('shop_records');
