import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import { findNotificationText } from './queries.ts';

/** Creates the handler below `/api/notifications`. A site without a notice returns 404. */
export function createNotificationCalls(database: Database, planned: PlannedTexts): Call[] {
  return [
    createCall('fetchNotification', async ({ site, language, now }, { params }) => {
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const text = await findNotificationText(database, { ...scope, notificationId: params.id });
      if (text === undefined) throw createNotFound();
      // The corporate site has its own notice.
      const kind = isCorporate(site.site) ? 'groupNotice' : 'notice';
      const changes = await planned.fetchChanges(now, kind, language.code);
      const shown = changes.readText('notification') ?? text;
      return { notificationId: params.id, text: createPlaceholderFiller(site, language).fill(shown) };
    }),
  ];
}
