import { eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import {
  createPersonTable,
  type PersonalDataSource,
  type PersonIdentity,
} from '../../core/privacy/personal-data-source.ts';
import { deleteCampaignRecipient, hashEmailAddress } from './queries.ts';
import { campaignRetention } from './retention.ts';
import { campaignRecipient } from './tables.ts';

const erase = (transaction: Database, { emailAddress }: PersonIdentity): Promise<void> =>
  deleteCampaignRecipient(transaction, emailAddress);

/** Records of campaigns that were sent to an address. */
export const campaignPersonalData: PersonalDataSource = {
  tables: {
    campaignRecipient: createPersonTable(campaignRecipient, {
      topic: 'campaigns',
      whereOwnedBy: (_database, { emailAddress }) =>
        eq(campaignRecipient.addressHash, hashEmailAddress(emailAddress)),
      excludedColumns: ['addressHash'],
      onClosure: 'deleted',
      retention: [campaignRetention.campaignRecipients],
    }),
  },
  accountErasure: { position: 90, erase },
  guestErasure: { position: 50, erase },
};
