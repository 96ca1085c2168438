import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { PageLink } from './pages/page-definition.ts';

/** Whether the route is a page of the content tree. */
export const isPageRoute = (route: RouteAnswer): route is PageLink =>
  route.kind !== 'redirect' && route.kind !== 'rqsResult' && route.kind !== 'qsResult';
