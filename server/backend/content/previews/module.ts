import { createGetOrigin } from '../../core/scope/get-origin.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { SiteService } from '../../sites/sites/service.ts';
import { createPreviewAdmin } from './admin.tsx';
import { createPreviewCalls } from './calls.ts';
import { createPreviewService, type PreviewService } from './service.ts';

/** Creates the module of previews: staff members view the sites at another time. */
export function createPreviewModule(
  deps: ModuleDeps & {
    /** Actual domain by imported domain. */
    readonly siteDomains: ReadonlyMap<string, string>;
    readonly fetchSite: SiteService['fetchSiteAt'];
  },
): BackendModule & { readonly service: PreviewService } {
  const service = createPreviewService({
    ...deps,
    key: deps.signingKeys.previews,
    getOrigin: createGetOrigin(deps),
  });
  return {
    service,
    calls: createPreviewCalls(service),
    admin: createPreviewAdmin({ service, sites: deps.sites }),
  };
}
