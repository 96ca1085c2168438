import type { SiteRecord } from './site-record.ts';

/** Returns true if all sites have local domains (`.localhost`), so that they are not public. */
export const areLocalSites = (sites: readonly Pick<SiteRecord, 'site' | 'languages'>[]): boolean =>
  sites.every(({ site, languages }) =>
    [site, ...languages].every(({ domain }) => domain.endsWith('.localhost')),
  );
