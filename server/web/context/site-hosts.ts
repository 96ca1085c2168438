import type { Language, Site } from '../../../shared/contract/sites.ts';

/** The domains of imported sites and what they really are: `SITE_DOMAINS`. */
export type SiteDomains = ReadonlyMap<string, string>;

/** A (site, language) pair that some host serves. */
export interface ServedSite {
  readonly site: Site;
  readonly languageId: number;
  /** Domain by which the backend knows the pair. */
  readonly backendDomain: string;
  /** The one domain of the pair that absolute URLs and cache keys name, whichever alias was asked for. */
  readonly registeredDomain: string;
}

/** Development's short name for the Dutch shop, or else the first one, as long as that shop lives on this machine only. */
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
    const { fallbackLanguageId } = site;
    const ofFallback = site.languages.find(({ languageId }) => languageId === fallbackLanguageId)?.domain;
    hosts.set(getRealDomain(site.domain, siteDomains), {
      site,
      languageId: fallbackLanguageId,
      backendDomain: site.domain,
      registeredDomain: getRealDomain(ofFallback ?? site.domain, siteDomains),
    });
    for (const { domain, languageId } of site.languages) {
      const registeredDomain = getRealDomain(domain, siteDomains);
      hosts.set(registeredDomain, { site, languageId, backendDomain: domain, registeredDomain });
    }
  }
  const named = sites.find(({ domain }) => domain === shortNameOf) ?? sites[0];
  const realDomain = named && getRealDomain(named.domain, siteDomains);
  const served = realDomain === undefined ? undefined : hosts.get(realDomain);
  if (served && realDomain?.endsWith('.localhost') && !hosts.has(shortName)) hosts.set(shortName, served);
  return hosts;
}

/** True for a Host header without capitals: every address has one form, and this is its host's. */
export function isLowerCaseHost(host: string | undefined): boolean {
  return host === host?.toLowerCase();
}

/** The hosts of the sites list that was answered last. */
export interface HostDirectory {
  /** Takes a list; the same list again costs nothing. */
  learn(sites: readonly Site[]): ReadonlyMap<string, ServedSite>;
  /** Takes the languages, of which a served site names one. */
  learnLanguages(languages: readonly Language[]): void;
  /** Site and language of a Host header in its one form, from memory alone; undefined where it is unknown so far. */
  find(host: string | undefined): ServedSite | undefined;
  /** Language of a served site, from memory alone. */
  findLanguage(served: ServedSite): Language | undefined;
  /** True where a list that was looked at within the last second has no such host: it need not be looked at again. */
  isStranger(host: string | undefined): boolean;
}

/** A site that is added is served a second after the list has it, however many ask for hosts that are none. */
const strangerMs = 1000;

/**
 * Makes the directory of a process; it knows nothing before the first list.
 *
 * @param now milliseconds that only go forward
 */
export function createHostDirectory(siteDomains: SiteDomains, now: () => number): HostDirectory {
  let last: { readonly sites: readonly Site[]; readonly hosts: ReadonlyMap<string, ServedSite> } | null =
    null;
  let learnedAt = Number.NEGATIVE_INFINITY;
  let languages: readonly Language[] = [];
  return {
    learn: (sites) => {
      learnedAt = now();
      if (last?.sites !== sites) last = { sites, hosts: createSiteHosts(sites, siteDomains) };
      return last.hosts;
    },
    learnLanguages: (list) => {
      languages = list;
    },
    find: (host) => {
      const domain = last && isLowerCaseHost(host) ? parseHost(host) : null;
      return domain === null ? undefined : last?.hosts.get(domain);
    },
    findLanguage: ({ languageId }) => languages.find((language) => language.languageId === languageId),
    isStranger: (host) => {
      // A backend without a shop knows no host yet; its answer is another one.
      if (!last || last.hosts.size === 0 || now() - learnedAt >= strangerMs) return false;
      const domain = parseHost(host);
      return domain === null || !last.hosts.has(domain);
    },
  };
}
