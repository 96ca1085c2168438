import type { RoutedPages } from '../../sites/routed-pages.ts';
import { countPages, findRouteByPath, findRouteTargetDetails, listPages } from './queries.ts';

/** The targets of the routing table. */
export const routedPages: RoutedPages = { findRouteByPath, findRouteTargetDetails, countPages, listPages };
