import { isStaticPath } from '../../../../shared/rules/static-path.ts';
import { checkMarkdown, listRuns, refuseHtml } from '../../core/admin/markdown-input.ts';
import { AdminRefusal } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import { listKnownPaths } from '../../sites/routing/queries.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';

/**
 * Checks the texts of a vacancy like those of pages: no HTML, valid placeholders and valid links.
 *
 * @param sites sites that show it
 * @throws AdminRefusal with the field
 */
export async function checkVacancyTexts(
  handle: Database,
  { title, markdown }: { readonly title: string; readonly markdown: string },
  { sites, language }: { readonly sites: readonly SiteRecord[]; readonly language: LanguageRecord },
): Promise<void> {
  refuseHtml(title, 'title');
  const blocks = checkMarkdown(markdown, 'markdown');
  if (blocks.some(({ type }) => type === 'picture'))
    throw new AdminRefusal('vacancy_picture', {}, 'markdown');
  const paths = listRuns(blocks)
    .flatMap(({ href }) => (href?.startsWith('/') ? [href.replace(/[?#].*$/, '')] : []))
    .filter((path) => !isStaticPath(path));
  const { languageId } = language;
  for (const site of sites) {
    if (!site.languages.some((row) => row.languageId === languageId)) continue;
    if (!createPlaceholderFiller(site, language).canFill(`${title}\n${markdown}`)) {
      throw new AdminRefusal('vacancy_placeholders', { site: site.site.key }, 'markdown');
    }
    const known = await listKnownPaths(handle, { siteId: site.site.siteId, languageId }, paths);
    const dead = paths.find((path) => !known.has(path));
    if (dead !== undefined) {
      throw new AdminRefusal('text_dead_link', { path: dead, site: site.site.key }, 'markdown');
    }
  }
}
