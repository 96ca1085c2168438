import type { Language, Site } from '../../../shared/contract/sites.ts';

/** Domains of imported sites and their real domains: `SITE_DOMAINS`. */
export type SiteDomains = ReadonlyMap<string, string>;

/** A site and language that a host serves. */
export interface ServedSite {
  readonly site: Site;
  readonly languageId: number;
  /** Domain under which the backend knows the site and language. */
  readonly backendDomain: string;
  /** The domain of the site and language in absolute URLs and cache keys, whichever alias was requested. */
  readonly registeredDomain: string;
}

/**
 * Short name in development for the Dutch site, or otherwise the first one, as long as its domains are those
 * of this machine.
 */
const developmentShortName = 'localhost';
const shortNameDomain = 'havero-nl.localhost';

/** Returns the real domain of an imported one. A domain that is already real is returned unchanged. */
export function getRealDomain(domain: string, siteDomains: SiteDomains): string {
  const lower = domain.toLowerCase();
  return siteDomains.get(lower) ?? lower;
}

/**
 * Returns the domain of a Host header: lower case, without port.
 *
 * @returns null if it cannot be a domain of a site: IPv6 addresses, user names, spaces
 */
export function parseHost(host: string | undefined): string | null {
  const match = /^([a-z0-9.-]{1,253})(?::\d{1,5})?$/.exec((host ?? '').toLowerCase());
  return match?.[1] ?? null;
}

/**
 * Lists all hosts that are served, with their site and language. Matching is exact: no wildcards, no
 * suffixes. Every site and language has a host; the site's own domain is that of its fallback language.
 */
export function createSiteHosts(
  sites: readonly Site[],
  siteDomains: SiteDomains,
): ReadonlyMap<string, ServedSite> {
  const hosts = new Map<string, ServedSite>();
  for (const site of sites) {
    const { fallbackLanguageId } = site;
    const fallbackDomain = site.languages.find(({ languageId }) => languageId === fallbackLanguageId)?.domain;
    hosts.set(getRealDomain(site.domain, siteDomains), {
      site,
      languageId: fallbackLanguageId,
      backendDomain: site.domain,
      registeredDomain: getRealDomain(fallbackDomain ?? site.domain, siteDomains),
    });
    for (const { domain, languageId } of site.languages) {
      const registeredDomain = getRealDomain(domain, siteDomains);
      hosts.set(registeredDomain, { site, languageId, backendDomain: domain, registeredDomain });
    }
  }
  const named = sites.find(({ domain }) => domain === shortNameDomain) ?? sites[0];
  const realDomain = named && getRealDomain(named.domain, siteDomains);
  const served = realDomain === undefined ? undefined : hosts.get(realDomain);
  if (served && realDomain?.endsWith('.localhost') && !hosts.has(developmentShortName))
    hosts.set(developmentShortName, served);
  return hosts;
}

/** Returns true if a Host header has no capitals, as in a canonical URL. */
export function isLowerCaseHost(host: string | undefined): boolean {
  return host === host?.toLowerCase();
}

/** Hosts of the last list of sites. */
export interface HostDirectory {
  /** Stores a list of sites and returns its hosts. Storing the same list again has no cost. */
  setSites(sites: readonly Site[]): ReadonlyMap<string, ServedSite>;
  /** Stores the languages, so that served sites can be resolved to one. */
  setLanguages(languages: readonly Language[]): void;
  /**
   * Returns site and language of a canonical Host header, from memory only; undefined if it is unknown so
   * far.
   */
  find(host: string | undefined): ServedSite | undefined;
  /** Returns the language of a served site, from memory only. */
  findLanguage(served: ServedSite): Language | undefined;
  /**
   * Returns true if a list that was checked within the last second does not contain the host, so that it need
   * not be checked again.
   */
  isUnknownHost(host: string | undefined): boolean;
}

/**
 * Time after which an unknown host is checked again. A new site is served after a second, and a flood of
 * unknown hosts causes one check per second.
 */
const unknownHostTtlMs = 1000;

/**
 * Creates the host directory of a process, which is empty until the first list of sites.
 *
 * @param now monotonic clock in milliseconds
 */
export function createHostDirectory(siteDomains: SiteDomains, now: () => number): HostDirectory {
  let last: { readonly sites: readonly Site[]; readonly hosts: ReadonlyMap<string, ServedSite> } | null =
    null;
  let sitesSetAt = Number.NEGATIVE_INFINITY;
  let languages: readonly Language[] = [];
  return {
    setSites: (sites) => {
      sitesSetAt = now();
      if (last?.sites !== sites) last = { sites, hosts: createSiteHosts(sites, siteDomains) };
      return last.hosts;
    },
    setLanguages: (list) => {
      languages = list;
    },
    find: (host) => {
      const domain = last && isLowerCaseHost(host) ? parseHost(host) : null;
      return domain === null ? undefined : last?.hosts.get(domain);
    },
    findLanguage: ({ languageId }) => languages.find((language) => language.languageId === languageId),
    isUnknownHost: (host) => {
      // A backend without sites has no hosts yet; such requests get another answer.
      if (!last || last.hosts.size === 0 || now() - sitesSetAt >= unknownHostTtlMs) return false;
      const domain = parseHost(host);
      return domain === null || !last.hosts.has(domain);
    },
  };
}
