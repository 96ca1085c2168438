import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { type Call, createCall } from '../scoped-call.ts';
import { findLegalTexts } from './queries.ts';

/** Creates the handlers below `/api/legal`. */
export function createLegalCalls(database: Database): Call[] {
  return [
    createCall('fetchLegalTexts', async ({ site, language }) => {
      const texts = await findLegalTexts(database, site.site.siteId, language.languageId);
      if (!texts) throw createNotFound();
      return texts;
    }),
  ];
}
