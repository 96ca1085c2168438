import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import {
  createPersonTable,
  type Person,
  type PersonalDataSource,
} from '../../core/privacy/personal-data-source.ts';
import { deleteReturnsOfAccount } from './queries.ts';
import { returnRetention } from './retention.ts';
import { productReturn, returnAnswer, returnPhoto } from './tables.ts';

const selectOwnReturns = (database: Database, { accountId }: Person) =>
  database
    .select({ returnId: productReturn.returnId })
    .from(productReturn)
    .where(eq(productReturn.accountId, accountId));

/** Returns of an account, with their photos and answers. */
export const returnPersonalData: PersonalDataSource = {
  tables: {
    productReturn: createPersonTable(productReturn, {
      topic: 'returns',
      whereOwnedBy: (_database, { accountId }) => eq(productReturn.accountId, accountId),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [returnRetention.returns],
    }),
    returnAnswer: createPersonTable(returnAnswer, {
      topic: 'returns',
      whereOwnedBy: (database, person) => inArray(returnAnswer.returnId, selectOwnReturns(database, person)),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [returnRetention.returnAnswers],
    }),
    returnPhoto: createPersonTable(returnPhoto, {
      topic: 'returns',
      whereOwnedBy: (database, person) => inArray(returnPhoto.returnId, selectOwnReturns(database, person)),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [returnRetention.returnPhotos],
    }),
  },
  accountErasure: {
    position: 20,
    erase: (transaction, { accountId }) => deleteReturnsOfAccount(transaction, accountId),
  },
};
