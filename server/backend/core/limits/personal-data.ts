import { createPersonTable, type PersonalDataSource } from '../privacy/personal-data-source.ts';
import { limitRetention } from './retention.ts';
import { rateLimit } from './tables.ts';

/** Counts of rate limits, under hashes that cannot be assigned to a person. */
export const limitPersonalData: PersonalDataSource = {
  tables: {
    rateLimit: createPersonTable(rateLimit, {
      topic: 'account',
      whereOwnedBy: null,
      excludedColumns: [],
      onClosure: 'of nobody',
      retention: [limitRetention.countedActs],
    }),
  },
};
