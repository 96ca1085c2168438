import { type Call, createCall } from '../scoped-call.ts';
import type { RoutingService } from './service.ts';

/** Creates the handlers below `/api/routing`. */
export function createRoutingCalls(service: RoutingService): Call[] {
  return [
    createCall('fetchRoute', (context, { query }) => service.fetchRoute(context, query.url)),
    createCall('resolveUrl', (context, { body }) => service.resolveUrl(context, body)),
    createCall('fetchSitemap', (context) => service.fetchSitemap(context)),
    createCall('fetchSitemapFile', (context, { params }) =>
      service.fetchSitemapFile(context, params.section, params.page),
    ),
  ];
}
