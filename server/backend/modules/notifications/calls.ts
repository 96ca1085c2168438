import type { Database } from '../../database/database.ts';
import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import { findNotificationText } from './queries.ts';

/** The call below `/api/notifications`; a site without a notice answers 404. */
export function createNotificationCalls(database: Database): Call[] {
  return [
    createCall('fetchNotification', async ({ site, language }, { params }) => {
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const text = await findNotificationText(database, { ...scope, notificationId: params.id });
      if (text === undefined) throw createNotFound();
      return { notificationId: params.id, text: createPlaceholderFiller(site, language).fill(text) };
    }),
  ];
}
