import { getScreenOfSegment } from '../../../shared/rules/localised-segments.ts';
import type { IssueList } from './import-error.ts';
import { parseMarkdown } from './markdown-blocks.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { findContentText, isContentOnSite, listContent } from './shop-content.ts';
import type { RouteRow } from './shop-routes.ts';

/** Every link within a text leads to an address that the shop has, on each site that shows the text. */
export function checkLinks(files: ShopFiles, routes: readonly RouteRow[], issues: IssueList): void {
  const addresses = new Set(routes.map(({ siteId, languageId, path }) => `${siteId}/${languageId}${path}`));
  for (const item of listContent(files)) {
    for (const { languageId, code } of files.languages) {
      const text = findContentText(files, item, code);
      if (!text) continue;
      const paths = listLinkedPaths(text.bodyMarkdown);
      const sites = files.sites.filter(
        (site) =>
          isContentOnSite(item, site) &&
          site.languages.some((language) => language.languageId === languageId),
      );
      for (const path of paths) {
        const dead = sites.find(({ siteId }) => !addresses.has(`${siteId}/${languageId}${path}`));
        if (!dead || path === '/media/' || getScreenOfSegment(path.split('/')[1] ?? '') !== undefined)
          continue;
        issues.add(
          text.file,
          text.row,
          'bodyMarkdown',
          `a link leads to ${path}, which the site ${dead.key} has not`,
        );
      }
    }
  }
}

function listLinkedPaths(markdown: string): Set<string> {
  const runs = parseMarkdown(markdown).flatMap((block) => {
    if (block.type === 'list') return block.items.flat();
    return block.type === 'paragraph' ? block.content : [];
  });
  const paths = runs.flatMap(({ href }) => (href?.startsWith('/') ? [href.replace(/[?#].*$/, '')] : []));
  return new Set(paths);
}
