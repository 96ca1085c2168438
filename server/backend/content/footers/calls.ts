import { localisePath } from '../../../../shared/rules/localised-segments.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import { findFooter } from './queries.ts';

/** Creates the handlers below `/api/footers`. Columns without any links are left out. */
export function createFooterCalls(database: Database, planned: PlannedTexts): Call[] {
  return [
    createCall('fetchFooter', async ({ site, language, now }, { params }) => {
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const rows = await findFooter(database, { ...scope, footerId: params.id, now });
      if (!rows) throw createNotFound();
      const changes = await planned.fetchChanges(now, 'footer', language.code);
      const texts = createPlaceholderFiller(site, language);
      const columns = rows.columns.map(({ key, title }) => ({
        key,
        title: texts.fill(changes.readText('footer', 'columns', key) ?? title),
        links: rows.links
          .filter(({ columnKey }) => columnKey === key)
          .map((link) => ({
            key: link.key,
            title: texts.fill(changes.readText('footer', 'links', link.key) ?? link.title),
            route: encodeURI(localisePath(link.path, language.code)),
            target: null,
          })),
      }));
      return { footerId: params.id, columns: columns.filter(({ links }) => links.length > 0) };
    }),
  ];
}
