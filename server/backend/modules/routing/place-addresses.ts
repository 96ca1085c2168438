import type { Alternate } from '../../../../shared/contract/routing.ts';
import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import type { PagePlace } from './queries.ts';

/** Creates the functions that build absolute URLs of page locations. */
export function createPlaceAddresses({
  sites,
  publicAddress,
}: {
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
}) {
  async function getAbsoluteUrl(place: PagePlace): Promise<string | undefined> {
    const site = await sites.findSite(place.siteId);
    const language = site?.languages.find(({ languageId }) => languageId === place.languageId);
    return language && getPublicOrigin(language.domain, publicAddress) + encodeURI(place.path);
  }

  /**
   * Returns the alternates of a page at all its locations. Corporate pages are separate content, so corporate
   * sites and shops are not alternates of each other.
   */
  async function createAlternates(site: SiteRecord, places: readonly PagePlace[]): Promise<Alternate[]> {
    const alternates: Alternate[] = [];
    for (const place of places) {
      const other = await sites.findSite(place.siteId);
      if (!other || isCorporate(other.site) !== isCorporate(site.site)) continue;
      const url = await getAbsoluteUrl(place);
      if (url !== undefined) alternates.push({ siteId: place.siteId, languageId: place.languageId, url });
    }
    return alternates;
  }

  return { getAbsoluteUrl, createAlternates };
}
