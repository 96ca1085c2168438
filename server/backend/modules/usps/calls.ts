import type { Database } from '../../database/database.ts';
import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import { listUsps } from './queries.ts';

/** The call below `/api/usps`. A promise that the site has no figure for is not made. */
export function createUspCalls(database: Database): Call[] {
  return [
    createCall('fetchUsps', async ({ site, language }, { params }) => {
      const { collectionId } = params;
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const found = await listUsps(database, { ...scope, collectionId });
      if (!found) throw createNotFound();
      const texts = createPlaceholderFiller(site, language);
      return { collectionId, usps: found.filter(texts.canFill).map(texts.fill) };
    }),
  ];
}
