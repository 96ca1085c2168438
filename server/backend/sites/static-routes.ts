import { getLocalisedSegment, type StaticRouteName } from '../../../shared/rules/localised-segments.ts';
import type { PageLocation } from './routing/queries.ts';
import type { SiteDirectory } from './site-directory.ts';
import type { SiteRecord } from './site-record.ts';

/** Returns the path of a static route in a language; undefined if the language does not exist. */
export async function findStaticRoutePath(
  sites: SiteDirectory,
  screen: StaticRouteName,
  languageId: number,
): Promise<string | undefined> {
  const language = await sites.findLanguage(languageId);
  return language && `/${getLocalisedSegment(screen, language.code)}/`;
}

/** Lists the locations of a static route on the sites that have it. */
export async function listStaticRouteLocations(
  sites: SiteDirectory,
  screen: StaticRouteName,
  has: (site: SiteRecord) => boolean,
): Promise<PageLocation[]> {
  const locations: PageLocation[] = [];
  for (const other of (await sites.listSites()).filter(has)) {
    for (const { languageId } of other.languages) {
      const path = await findStaticRoutePath(sites, screen, languageId);
      if (path !== undefined) locations.push({ siteId: other.site.siteId, languageId, path });
    }
  }
  return locations;
}
