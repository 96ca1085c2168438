import { sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import {
  createPersonTable,
  type PersonalDataSource,
  type PersonIdentity,
} from '../../core/privacy/personal-data-source.ts';
import { deleteRemindersOf } from './queries.ts';
import { stockReminderRetention } from './retention.ts';
import { stockReminder } from './tables.ts';

const erase = (transaction: Database, person: PersonIdentity): Promise<void> =>
  deleteRemindersOf(transaction, person, 'all');

/** Stock reminders of an address. */
export const stockReminderPersonalData: PersonalDataSource = {
  tables: {
    stockReminder: createPersonTable(stockReminder, {
      topic: 'reminders',
      whereOwnedBy: (_database, { siteId, emailAddress }) =>
        sql`${stockReminder.siteId} = ${siteId} and ${stockReminder.emailAddress} = ${emailAddress}`,
      excludedColumns: ['confirmTokenHash', 'unsubscribeTokenHash'],
      onClosure: 'deleted',
      retention: [
        stockReminderRetention.unconfirmedReminders,
        stockReminderRetention.answeredReminders,
        stockReminderRetention.waitingReminders,
      ],
    }),
  },
  accountErasure: { position: 70, erase },
  guestErasure: { position: 30, erase },
};
