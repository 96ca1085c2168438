import { and, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { notification, notificationTranslation } from './tables.ts';

export interface NotificationRepository {
  findText(siteId: number, languageId: number, notificationId: number): Promise<string | undefined>;
}

/** SQL of the notices. */
export function createNotificationRepository(database: Database): NotificationRepository {
  return {
    async findText(siteId, languageId, notificationId) {
      const [row] = await database
        .select({ text: notificationTranslation.text })
        .from(notification)
        .innerJoin(
          notificationTranslation,
          and(
            eq(notificationTranslation.notificationId, notification.notificationId),
            eq(notificationTranslation.languageId, languageId),
          ),
        )
        .where(and(eq(notification.notificationId, notificationId), eq(notification.siteId, siteId)));
      return row?.text;
    },
  };
}
