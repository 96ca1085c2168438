import { getScreenOfSegment } from '../../../shared/rules/localised-segments.ts';
import type { IssueList } from './import-error.ts';
import { parseMarkdown } from './markdown-blocks.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { findContentText, isContentOnSite, listContent } from './shop-content.ts';
import type { HostOfFiles, RouteRow } from './shop-routes.ts';

/** Every link within a text leads to an address that the shop has, on each site that shows the text. */
export function checkLinks(
  files: ShopFiles,
  host: HostOfFiles,
  routes: readonly RouteRow[],
  issues: IssueList,
): void {
  const addresses = new Set(routes.map(({ path }) => path));
  for (const item of listContent(files)) {
    const text = findContentText(files, item, host.code);
    if (!text || !isContentOnSite(item, host.site)) continue;
    for (const path of listLinkedPaths(text.bodyMarkdown)) {
      if (addresses.has(path) || path === '/media/') continue;
      if (getScreenOfSegment(path.split('/')[1] ?? '') !== undefined) continue;
      issues.add(
        text.file,
        text.row,
        'bodyMarkdown',
        `a link leads to ${path}, which the site ${host.site.key} has not: correct it, or remove it`,
      );
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
