import { and, eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { notification, notificationTranslation } from './tables.ts';

/** Returns the text of a notice; undefined if the site has none. */
export async function findNotificationText(
  handle: Database,
  {
    siteId,
    languageId,
    notificationId,
  }: { readonly siteId: number; readonly languageId: number; readonly notificationId: number },
): Promise<string | undefined> {
  const [row] = await handle
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
}
