import { eq } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { deleteAdviceOfAccount } from './queries.ts';
import { feedAdviceRetention } from './retention.ts';
import { feedAdvice } from './tables.ts';

/** Saved rations of an account. */
export const feedAdvicePersonalData: PersonalDataSource = {
  tables: {
    feedAdvice: createPersonTable(feedAdvice, {
      topic: 'feedAdvice',
      whereOwnedBy: (_database, { accountId }) => eq(feedAdvice.accountId, accountId),
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [feedAdviceRetention.feedAdvice],
    }),
  },
  accountErasure: {
    position: 30,
    erase: (transaction, { accountId }) => deleteAdviceOfAccount(transaction, accountId),
  },
};
