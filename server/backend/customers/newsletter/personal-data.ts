import { sql } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { deleteSubscriber } from './queries.ts';
import { newsletterRetention } from './retention.ts';
import { newsletterConsent, newsletterSubscriber } from './tables.ts';

/** Newsletter subscriptions of an address, with the proof of consent. */
export const newsletterPersonalData: PersonalDataSource = {
  tables: {
    newsletterConsent: createPersonTable(newsletterConsent, {
      topic: 'campaigns',
      whereOwnedBy: (_database, { siteId, emailAddress }) =>
        sql`${newsletterConsent.siteId} = ${siteId} and ${newsletterConsent.emailAddress} = ${emailAddress}`,
      excludedColumns: ['confirmTokenHash'],
      onClosure: 'deleted',
      retention: [newsletterRetention.unconfirmedConsents, newsletterRetention.endedConsents],
    }),
    newsletterSubscriber: createPersonTable(newsletterSubscriber, {
      topic: 'campaigns',
      whereOwnedBy: (_database, { siteId, emailAddress }) =>
        sql`${newsletterSubscriber.siteId} = ${siteId} and ${newsletterSubscriber.emailAddress} = ${emailAddress}`,
      excludedColumns: ['unsubscribeKey'],
      onClosure: 'deleted',
      retention: [newsletterRetention.subscribers],
    }),
  },
  accountErasure: { position: 80, erase: deleteSubscriber },
  guestErasure: { position: 40, erase: deleteSubscriber },
};
