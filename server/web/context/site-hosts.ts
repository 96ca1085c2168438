import type { Site } from '../../../shared/contract/sites.ts';

/** The domains of imported sites and what they really are: `SITE_DOMAINS`. */
export type SiteDomains = ReadonlyMap<string, string>;

/** A (site, language) pair that some host serves. */
export interface ServedSite {
  readonly site: Site;
  readonly languageId: number;
  /** Domain by which the backend knows the pair. */
  readonly backendDomain: string;
}

/** Development's short name for the Dutch shop, as long as that shop lives on this machine only. */
const shortName = 'localhost';
const shortNameOf = 'havero-nl.localhost';

/** The domain that an imported one really has. A domain that is real already stays as it is. */
export function getRealDomain(domain: string, siteDomains: SiteDomains): string {
  const lower = domain.toLowerCase();
  return siteDomains.get(lower) ?? lower;
}

/**
 * Domain of a Host header: lower case, without port.
 *
 * @returns null for what cannot be a domain of ours: addresses in brackets, user names, spaces
 */
export function parseHost(host: string | undefined): string | null {
  const match = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/.exec((host ?? '').toLowerCase());
  return match?.[1] ?? null;
}

/**
 * Hosts that are served, with their site and language. Matching is exact: no wildcard, no suffix.
 * Every (site, language) pair has a host; the site's own domain is the one of its fallback language.
 */
export function createSiteHosts(
  sites: readonly Site[],
  siteDomains: SiteDomains,
): ReadonlyMap<string, ServedSite> {
  const hosts = new Map<string, ServedSite>();
  for (const site of sites) {
    hosts.set(getRealDomain(site.domain, siteDomains), {
      site,
      languageId: site.fallbackLanguageId,
      backendDomain: site.domain,
    });
    for (const { domain, languageId } of site.languages) {
      hosts.set(getRealDomain(domain, siteDomains), { site, languageId, backendDomain: domain });
    }
  }
  const realDomain = getRealDomain(shortNameOf, siteDomains);
  const dutch = hosts.get(realDomain);
  if (dutch && realDomain.endsWith('.localhost') && !hosts.has(shortName)) hosts.set(shortName, dutch);
  return hosts;
}
