import type { SiteRecord } from './site-record.ts';

/** Whether all shops are of this machine (`.localhost`), so that nobody else can be shopping there. */
export const areLocalSites = (sites: readonly Pick<SiteRecord, 'site' | 'languages'>[]): boolean =>
  sites.every(({ site, languages }) =>
    [site, ...languages].every(({ domain }) => domain.endsWith('.localhost')),
  );
