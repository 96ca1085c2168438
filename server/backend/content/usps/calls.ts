import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import { listUsps } from './queries.ts';

/** Creates the handler below `/api/usps`. Promises for which the site has no value are left out. */
export function createUspCalls(database: Database, planned: PlannedTexts): Call[] {
  return [
    createCall('fetchUsps', async ({ site, language, now }, { params }) => {
      const { collectionId } = params;
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const found = await listUsps(database, { ...scope, collectionId });
      if (!found) throw createNotFound();
      // The corporate site has its own promises and notice.
      const kind = isCorporate(site.site) ? 'groupPromises' : 'promises';
      const changes = await planned.fetchChanges(now, kind, language.code);
      const key = collectionId === site.site.cartUspCollectionId ? 'cartUsps' : 'usps';
      const usps = changes.readLines(key) ?? found;
      const texts = createPlaceholderFiller(site, language);
      return { collectionId, usps: usps.filter(texts.canFill).map(texts.fill) };
    }),
  ];
}
