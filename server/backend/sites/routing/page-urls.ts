import type { Alternate } from '../../../../shared/contract/routing.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { SiteRecord } from '../site-record.ts';
import type { PageLocation } from './queries.ts';

/** Creates the functions that build absolute URLs of page locations. */
export function createPageUrls({
  sites,
  publicAddress,
}: {
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
}) {
  async function getAbsoluteUrl(location: PageLocation): Promise<string | undefined> {
    const site = await sites.findSite(location.siteId);
    const language = site?.languages.find(({ languageId }) => languageId === location.languageId);
    return language && getPublicOrigin(language.domain, publicAddress) + encodeURI(location.path);
  }

  /**
   * Returns the alternates of a page at all its locations. Corporate pages are separate content, so corporate
   * sites and shops are not alternates of each other.
   */
  async function createAlternates(
    site: SiteRecord,
    locations: readonly PageLocation[],
  ): Promise<Alternate[]> {
    const alternates: Alternate[] = [];
    for (const location of locations) {
      const other = await sites.findSite(location.siteId);
      if (!other || isCorporate(other.site) !== isCorporate(site.site)) continue;
      const url = await getAbsoluteUrl(location);
      if (url !== undefined)
        alternates.push({ siteId: location.siteId, languageId: location.languageId, url });
    }
    return alternates;
  }

  return { getAbsoluteUrl, createAlternates };
}
