import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import type { NotificationRepository } from './queries.ts';

/** The call below `/api/notifications`; a site without a notice answers 404. */
export function createNotificationCalls(notifications: NotificationRepository): Call[] {
  return [
    createCall('fetchNotification', async ({ site, language }, { params }) => {
      const text = await notifications.findText(site.site.siteId, language.languageId, params.id);
      if (text === undefined) throw createNotFound();
      return { notificationId: params.id, text: createPlaceholderFiller(site, language).fill(text) };
    }),
  ];
}
