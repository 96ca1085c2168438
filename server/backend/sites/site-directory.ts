import type { Database } from '../core/database/database.ts';
import { serializeCalls } from '../core/database/serialize-calls.ts';
import type { LanguageRecord, SiteRecord } from './site-record.ts';
import { type ReadPageLinks, readSites } from './sites/queries.ts';

/**
 * All open sites and languages, cached for a few seconds, because each request needs them to resolve its
 * scope.
 */
export interface SiteDirectory {
  findSite(siteId: number): Promise<SiteRecord | undefined>;
  /** Returns a site, also a closed one, because its pending mails are still sent. */
  findSiteOfMail(siteId: number): Promise<SiteRecord | undefined>;
  findLanguage(languageId: number): Promise<LanguageRecord | undefined>;
  /** Returns site and language of a host, in lower case and without port. */
  findByDomain(domain: string): Promise<{ site: SiteRecord; languageId: number } | undefined>;
  listSites(): Promise<readonly SiteRecord[]>;
  listLanguages(): Promise<readonly LanguageRecord[]>;
  /**
   * Makes imports and edits committed before the call visible in the next results. Needed for data that
   * others cache longer than a few seconds: within two seconds they are notified to purge it, request it
   * immediately, and would cache the previous state.
   */
  reloadIfOutdated(): Promise<void>;
}

export interface SiteDirectoryOptions {
  readonly database: Database;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Real domain by imported domain. */
  readonly siteDomains: ReadonlyMap<string, string>;
  readonly readPageLinks: ReadPageLinks;
  /** Returns a number that every import and edit of the shop increases. */
  readShopVersion(database: Database): Promise<number>;
  /** Maximum age of the cached sites, in milliseconds. */
  readonly maxAgeMs?: number;
}

/**
 * Site that plain `localhost` leads to while its own domain is a development domain. If it does not exist,
 * the first site is used.
 */
const LOCALHOST_SITE_KEY = 'havero-nl';

interface DirectoryContents {
  /** Import version that the database had before the sites were read. */
  readonly version: number;
  readonly readAtMs: number;
  readonly sites: ReadonlyMap<number, SiteRecord>;
  readonly retired: ReadonlyMap<number, SiteRecord>;
  readonly languages: ReadonlyMap<number, LanguageRecord>;
  readonly domains: ReadonlyMap<string, { site: SiteRecord; languageId: number }>;
}

function withRealDomains(record: SiteRecord, siteDomains: ReadonlyMap<string, string>): SiteRecord {
  const getReal = (domain: string): string => siteDomains.get(domain.toLowerCase()) ?? domain.toLowerCase();
  return {
    ...record,
    site: { ...record.site, domain: getReal(record.site.domain) },
    languages: record.languages.map((row) => ({ ...row, domain: getReal(row.domain) })),
  };
}

/** Creates the directory. Nothing is read before the first call. */
export function createSiteDirectory(options: SiteDirectoryOptions): SiteDirectory {
  const { database, clock, siteDomains, readPageLinks, readShopVersion, maxAgeMs = 10_000 } = options;
  let contents: DirectoryContents | undefined;
  let reading: Promise<DirectoryContents> | undefined;

  async function readContents(): Promise<DirectoryContents> {
    const version = await readShopVersion(database);
    const rows = await readSites(database, readPageLinks);
    const records = rows.sites.map((record) => withRealDomains(record, siteDomains));
    const sites = records.filter(({ site }) => site.retiredAt === null);
    const domains = new Map<string, { site: SiteRecord; languageId: number }>();
    for (const site of sites) {
      for (const { domain, languageId } of site.languages) domains.set(domain, { site, languageId });
      // Set last, so that the site's own domain always has its fallback language.
      domains.set(site.site.domain, { site, languageId: site.site.fallbackLanguageId });
    }
    const local = sites.find(({ site }) => site.key === LOCALHOST_SITE_KEY) ?? sites[0];
    if (local?.site.domain.endsWith('.localhost')) {
      domains.set('localhost', { site: local, languageId: local.site.fallbackLanguageId });
    }
    return {
      version,
      readAtMs: clock(),
      sites: new Map(sites.map((site) => [site.site.siteId, site])),
      retired: new Map(
        records.filter(({ site }) => site.retiredAt !== null).map((record) => [record.site.siteId, record]),
      ),
      languages: new Map(rows.languages.map((language) => [language.languageId, language])),
      domains,
    };
  }

  /**
   * Caches the read contents, unless a newer version is already cached: a read that started earlier may end
   * later.
   */
  function cacheIfNewer(read: DirectoryContents): void {
    if (!contents || read.version >= contents.version) contents = read;
  }

  async function getContents(): Promise<DirectoryContents> {
    // An empty shop is read again immediately, because an import may be running.
    if (contents && contents.sites.size > 0 && clock() - contents.readAtMs < maxAgeMs) return contents;
    reading ??= readContents().finally(() => {
      reading = undefined;
    });
    const read = await reading;
    cacheIfNewer(read);
    return contents ?? read;
  }

  const reloadIfOutdated = serializeCalls(async () => {
    if (contents?.version !== (await readShopVersion(database))) cacheIfNewer(await readContents());
  });

  return {
    findSite: async (siteId) => (await getContents()).sites.get(siteId),
    async findSiteOfMail(siteId) {
      const { sites, retired } = await getContents();
      return sites.get(siteId) ?? retired.get(siteId);
    },
    findLanguage: async (languageId) => (await getContents()).languages.get(languageId),
    findByDomain: async (domain) => (await getContents()).domains.get(domain),
    listSites: async () => [...(await getContents()).sites.values()],
    listLanguages: async () => [...(await getContents()).languages.values()],
    reloadIfOutdated,
  };
}
