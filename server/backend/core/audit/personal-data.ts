import { sql } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../privacy/personal-data-source.ts';
import { auditRetention } from './retention.ts';
import { auditEntry } from './tables.ts';

/** Audit entries by or about an account. */
export const auditPersonalData: PersonalDataSource = {
  tables: {
    auditEntry: createPersonTable(auditEntry, {
      topic: 'log',
      whereOwnedBy: (_database, { accountId }) =>
        sql`(${auditEntry.actorKind} = 'account' and ${auditEntry.actorId} = ${accountId}) or (${auditEntry.resource} = 'account' and ${auditEntry.resourceId} = ${accountId})`,
      excludedColumns: [],
      // Only contains the random id of a deleted account.
      onClosure: 'unlinked',
      retention: [auditRetention.acts],
    }),
  },
};
