import { expect, it } from '@jest/globals';
import { openSmallShopDatabase } from '../../../test/fixtures/shop-folder.ts';
import * as schema from '../schema/schema.ts';
import { createRowWriter } from './write-rows.ts';

/** The rows have 80,000 values, more than a statement may have parameters (65,535). */
const ROW_COUNT = 20_000;

it('writes any number of rows, then only the differences, and counts them', async () => {
  const open = await openSmallShopDatabase();
  function* createTerms(word: string) {
    for (let number = 1; number <= ROW_COUNT; number += 1) {
      const name = number % 10_000 === 0 ? `${word} ${number}` : `Word ${number}`;
      yield { vocabulary: 'material', key: `word-${number}`, languageId: 1, name };
    }
  }
  const { termTranslation } = schema;
  const [rows, written] = await open.database.transaction('import-shop', async (transaction) => {
    await transaction.delete(termTranslation);
    const counts: number[] = [];
    for (const word of ['Word', 'Word', 'Other']) {
      const writer = createRowWriter(transaction);
      await writer.replace(termTranslation, createTerms(word), ['languageId', 'vocabulary', 'key']);
      counts.push(writer.written);
    }
    return [await transaction.$count(termTranslation), counts];
  });
  expect(rows).toBe(ROW_COUNT);
  // A changed row is deleted and inserted again.
  expect(written).toEqual([ROW_COUNT, 0, 2 * 2]);
  await open.close();
});
