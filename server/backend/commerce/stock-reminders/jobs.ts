import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { STOCK_REMINDER_UNSUBSCRIBE_PATH } from '../../../../shared/rules/path-constants.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { composeBackInStockMail } from './mails.ts';
import {
  claimSendableReminders,
  deleteOldStockReminders,
  markReminderNotified,
  type WaitingReminder,
} from './queries.ts';
import { stockReminderRetention } from './retention.ts';
import { getVariantName } from './service.ts';

const BATCH_SIZE = 50;

export interface SendRemindersOptions {
  readonly database: Database;
  readonly mailWriter: MailWriter;
  readonly sites: SiteDirectory;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

interface SendRemindersContext {
  readonly now: Date;
  readonly siteById: ReadonlyMap<number, SiteRecord>;
  readonly languageById: ReadonlyMap<number, LanguageRecord>;
}

/**
 * Creates the job that notifies all subscribers when a variant is back: once, in the transaction that records
 * it.
 */
export function createSendRemindersJob({ database, mailWriter, sites, clock }: SendRemindersOptions): Job {
  async function sendReminder(
    transaction: Database,
    reminder: WaitingReminder,
    { now, siteById, languageById }: SendRemindersContext,
  ): Promise<void> {
    const { stockReminderId, siteId, languageId, emailAddress, path } = reminder;
    const [site, language] = [siteById.get(siteId), languageById.get(languageId)];
    if (!site || !language)
      throw new Error(`The site or language of reminder ${stockReminderId} does not exist`);
    const token = createToken();
    await markReminderNotified(transaction, stockReminderId, { now, unsubscribeTokenHash: hashToken(token) });
    await mailWriter.putMail(transaction, {
      kind: 'stock-reminder-back',
      site,
      language,
      recipient: emailAddress,
      now,
      compose: (t, origin) =>
        composeBackInStockMail(t, {
          product: getVariantName(reminder, language.culture),
          url: origin + encodeURI(path),
        }),
      createUnsubscribeUrl: (origin) => `${origin}${STOCK_REMINDER_UNSUBSCRIBE_PATH}?token=${token}`,
    });
  }

  return {
    name: 'stock-reminders',
    intervalMs: MINUTE_MS,
    isShared: true,
    async run(signal) {
      const now = new Date(clock());
      // Read before the transaction: during a transaction the embedded database has no second connection for
      // reading.
      const context: SendRemindersContext = {
        now,
        siteById: new Map((await sites.listSites()).map((record) => [record.site.siteId, record])),
        languageById: new Map((await sites.listLanguages()).map((record) => [record.languageId, record])),
      };
      let sentCount = BATCH_SIZE;
      while (sentCount === BATCH_SIZE && !signal.aborted) {
        sentCount = await database.transaction('send-stock-reminders', async (transaction) => {
          const reminders = await claimSendableReminders(transaction, BATCH_SIZE);
          for (const reminder of reminders) await sendReminder(transaction, reminder, context);
          return reminders.length;
        });
      }
      await deleteOldStockReminders(database, {
        unconfirmed: getRetentionLimit(stockReminderRetention.unconfirmedReminders, now),
        notified: getRetentionLimit(stockReminderRetention.answeredReminders, now),
        waiting: getRetentionLimit(stockReminderRetention.waitingReminders, now),
      });
    },
  };
}
