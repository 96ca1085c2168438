import { getStaticRouteOfSegment } from '../../../shared/rules/localised-segments.ts';
import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';
import { parseMarkdown } from '../core/markdown/markdown-blocks.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { findContentText, getSitePageIds, isContentOnSite, listContent } from '../shop-store/shop-content.ts';
import type { SiteLanguageHost } from '../shop-store/shop-routes.ts';
import { omitTextPart } from '../sites/placeholders.ts';
import type { RouteRow } from '../sites/routing/queries.ts';
import { listOldPaths } from './redirects.ts';

/**
 * Checks that every link in a text leads to an existing address, on each site that shows the text.
 *
 * @param oldPaths former addresses of the host, which redirect
 */
export function checkLinks(
  files: ShopFiles,
  host: SiteLanguageHost,
  routes: readonly RouteRow[],
  issues: IssueList,
  oldPaths: ReadonlySet<string> = new Set(),
): void {
  const addresses = new Set([...routes.map(({ path }) => path), ...oldPaths, ...listOldPaths(files, host)]);
  for (const item of listContent(files)) {
    const text = findContentText(files, item, host.code);
    if (!text || !isContentOnSite(item, host.site)) continue;
    const describesTests = getSitePageIds(host.site).rqsContentPageId !== null;
    for (const path of listLinkedPaths(
      omitTextPart(text.bodyMarkdown, describesTests ? 'noTests' : 'tests'),
    )) {
      if (addresses.has(path) || path === MEDIA_PATH) continue;
      if (getStaticRouteOfSegment(path.split('/')[1] ?? '') !== undefined) continue;
      issues.add(
        text.file,
        text.row,
        'bodyMarkdown',
        `a link leads to ${path}, which the site ${host.site.key} has not: correct it, or remove it`,
        { code: 'text_dead_link', values: { path, site: host.site.key } },
      );
    }
  }
}

function listLinkedPaths(markdown: string): Set<string> {
  if (!markdown.includes('](')) return new Set();
  const runs = parseMarkdown(markdown).flatMap((block) => {
    if (block.type === 'list') return block.items.flat();
    return block.type === 'paragraph' ? block.content : [];
  });
  const paths = runs.flatMap(({ href }) => (href?.startsWith('/') ? [href.replace(/[?#].*$/, '')] : []));
  return new Set(paths);
}
