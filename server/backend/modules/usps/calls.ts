import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import type { UspRepository } from './queries.ts';

/** The call below `/api/usps`. A promise that the site has no figure for is not made. */
export function createUspCalls(usps: UspRepository): Call[] {
  return [
    createCall('fetchUsps', async ({ site, language }, { params }) => {
      const found = await usps.find(site.site.siteId, language.languageId, params.collectionId);
      if (!found) throw createNotFound();
      const texts = createPlaceholderFiller(site, language);
      return { collectionId: params.collectionId, usps: found.filter(texts.canFill).map(texts.fill) };
    }),
  ];
}
