import { type Call, createCall } from '../scoped-call.ts';
import type { SiteService } from './service.ts';

/** Creates the handlers below `/api/sites`. */
export function createSiteCalls(service: SiteService): Call[] {
  return [
    createCall('fetchSiteByDomain', (_context, { query }) => service.fetchSiteByDomain(query.domain)),
    createCall('fetchSite', (_context, { params }) => service.fetchSite(params.id)),
    createCall('fetchSites', () => service.fetchSites()),
    createCall('fetchSiteSettings', (_context, { params }) => service.fetchSettings(params.id)),
    createCall('checkLocalization', (_context, { query }) =>
      service.checkLocalization(query.url, query.countryCode),
    ),
  ];
}
