import { deferredStaticRoutes } from './deferred-static-routes.ts';
import { registerStaticRoutes } from './pages.ts';

// Registers all pages at once for servers and tests. The browser imports `pages.ts` and loads the others on
// demand.
registerStaticRoutes(deferredStaticRoutes);

export { findFormAction, getPage, listProductCards, matchStaticRoute } from './pages.ts';
