import { sql } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { deleteQuotationsOfAddress } from './queries.ts';
import { siloQuotationRetention } from './retention.ts';
import { siloQuotation } from './tables.ts';

/** Requests for bulk feed with an address. */
export const siloQuotationPersonalData: PersonalDataSource = {
  tables: {
    siloQuotation: createPersonTable(siloQuotation, {
      topic: 'siloRequests',
      whereOwnedBy: (_database, { siteId, emailAddress }) =>
        sql`${siloQuotation.siteId} = ${siteId} and ${siloQuotation.emailAddress} = ${emailAddress}`,
      excludedColumns: [],
      onClosure: 'deleted',
      retention: [siloQuotationRetention.siloQuotations],
    }),
  },
  accountErasure: { position: 100, erase: deleteQuotationsOfAddress },
  guestErasure: { position: 60, erase: deleteQuotationsOfAddress },
};
