import { type Call, createCall } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import type { FooterRepository } from './queries.ts';

/** The call below `/api/footers`. A column that is left without links is left out. */
export function createFooterCalls(footers: FooterRepository): Call[] {
  return [
    createCall('fetchFooter', async ({ site, language }, { params }) => {
      const rows = await footers.find(site.site.siteId, language.languageId, params.id);
      if (!rows) throw createNotFound();
      const texts = createPlaceholderFiller(site, language);
      const columns = rows.columns.map(({ key, title }) => ({
        key,
        title: texts.fill(title),
        links: rows.links
          .filter(({ columnKey }) => columnKey === key)
          .map((link) => ({
            key: link.key,
            title: texts.fill(link.title),
            route: encodeURI(link.path),
            target: null,
          })),
      }));
      return { footerId: params.id, columns: columns.filter(({ links }) => links.length > 0) };
    }),
  ];
}
