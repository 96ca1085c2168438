import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { createPersonWithdrawalCondition } from './queries.ts';
import { withdrawalRetention } from './retention.ts';
import { withdrawal } from './tables.ts';

/** Withdrawals from contracts with an address. */
export const withdrawalPersonalData: PersonalDataSource = {
  tables: {
    withdrawal: createPersonTable(withdrawal, {
      topic: 'withdrawals',
      whereOwnedBy: (_database, person) => createPersonWithdrawalCondition(person),
      excludedColumns: ['receiptTokenHash'],
      onClosure: 'kept by law',
      retention: [withdrawalRetention.withdrawals],
    }),
  },
};
