import type { Link, MenuGroup } from '../../../../shared/contract/content.ts';
import { localisePath } from '../../../../shared/rules/localised-segments.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { type Call, createCall } from '../../sites/scoped-call.ts';
import { listNavigationItems, type NavigationRow } from './queries.ts';

const menuGroupByFacet: Readonly<Record<string, MenuGroup>> = {
  horseTypes: 'horse',
  ageGroups: 'horse',
  applications: 'need',
  ingredientFlags: 'freeFrom',
};

/**
 * Returns the menu group of an entry: categories form the group of kinds; a landing page belongs to its
 * facet.
 */
function getMenuGroup({ isCategory, facet }: Pick<NavigationRow, 'isCategory' | 'facet'>): MenuGroup | null {
  if (isCategory) return 'kind';
  return facet === null ? null : (menuGroupByFacet[facet] ?? null);
}

/**
 * Creates the handler below `/api/navigations`. Entries without a page on this site are left out, to avoid
 * dead links.
 */
export function createNavigationCalls(database: Database, planned: PlannedTexts): Call[] {
  return [
    createCall('fetchNavigation', async ({ site, language, now }, { params }) => {
      const scope = { siteId: site.site.siteId, languageId: language.languageId };
      const rows = await listNavigationItems(database, { ...scope, navigationId: params.id, now });
      if (!rows) throw createNotFound();
      const changes = await planned.fetchChanges(now, 'menu', language.code);
      const texts = createPlaceholderFiller(site, language);
      const entries = rows.flatMap(({ key, parentKey, scene, title, path, ...list }) => {
        if (path === null) return [];
        const link: Link = {
          key,
          title: texts.fill(changes.readText('main', key) ?? title),
          route: encodeURI(localisePath(path, language.code)),
          target: null,
        };
        return [{ key, parentKey, scene, link, group: getMenuGroup(list) }];
      });
      return {
        navigationId: params.id,
        items: entries
          .filter(({ parentKey }) => parentKey === null)
          .map(({ key, link, scene }) => ({
            key,
            link,
            scene,
            children: entries
              .filter(({ parentKey }) => parentKey === key)
              .map((child) => ({ key: child.key, link: child.link, group: child.group })),
          })),
      };
    }),
  ];
}
