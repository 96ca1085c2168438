import { describe, expect, it } from '@jest/globals';
import { summarisePlan } from './query-plan.ts';

describe('summarisePlan', () => {
  const tables = new Set(['product', 'price']);

  it('names the index by which a table is read, including a bitmap index', () => {
    const plan = {
      'Node Type': 'Nested Loop',
      Plans: [
        { 'Node Type': 'Index Scan', 'Relation Name': 'price', 'Index Name': 'price_moment' },
        {
          'Node Type': 'Bitmap Heap Scan',
          'Relation Name': 'product',
          Plans: [
            {
              'Node Type': 'BitmapOr',
              Plans: [
                { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'a' },
                { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'b' },
              ],
            },
          ],
        },
      ],
    };
    expect(summarisePlan(plan, tables)).toEqual({
      reads: ['price by price_moment', 'product by a and b'],
      scanned: [],
    });
  });

  it('lists sequential scans of the given tables only', () => {
    const plan = {
      'Node Type': 'Hash Join',
      Plans: [
        { 'Node Type': 'Seq Scan', 'Relation Name': 'product' },
        { 'Node Type': 'Seq Scan', 'Relation Name': 'language' },
      ],
    };
    expect(summarisePlan(plan, tables)).toEqual({
      reads: ['product by a sequential scan'],
      scanned: ['product'],
    });
  });
});
