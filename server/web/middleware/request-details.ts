import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { SentForm } from '../../../client/forms/form-action.ts';
import type { StaticRouteMatch } from '../../../client/pages/page-definition.ts';
import { matchStaticRoute } from '../../../client/pages/register-all-pages.ts';
import type { Log } from '../../platform/logging.ts';
import type { Trace } from '../../platform/trace-context.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { RouteKind } from '../metrics/route-kind.ts';
import type { CacheOutcome } from '../metrics/web-metrics.ts';
import type { Timings } from './server-timing.ts';

/** Details of a request that the middleware has determined so far. */
export interface RequestDetails {
  readonly requestId: string;
  /** Trace that is sent with every call to the backend. */
  readonly trace: Trace;
  readonly log: Log;
  /** Time of the request, or of the last byte of its upload, on the monotonic clock, in milliseconds. */
  startedAt: number;
  /** Aborted when the visitor disconnects before the answer is complete. */
  readonly signal: AbortSignal;
  /** Set by the `scope` middleware. */
  context: RequestContext | null;
  /** Set if the preview has ended or is invalid: the answer deletes its cookie. */
  isPreviewOver?: true;
  /** The form in the body of the request. */
  form?: SentForm;
  /** See `getStaticRoute`. */
  staticRoute?: StaticRouteMatch | null;
  /** Route kind for the log and the metrics: derived from the path at first, refined later. */
  kind: RouteKind;
  /** Result of the page cache; null if it was not used. */
  cache: CacheOutcome | null;
  /** Durations of the parts of the answer so far. */
  readonly timings: Timings;
}

/** Details per request, released with it. Typed, unlike Express's `locals`. */
const detailsByRequest = new WeakMap<IncomingMessage, RequestDetails>();

export function setRequestDetails(request: IncomingMessage, details: RequestDetails): void {
  detailsByRequest.set(request, details);
}

/** @throws Error if `requestLog` has not run: the middleware order is wrong */
export function getRequestDetails(request: IncomingMessage): RequestDetails {
  const details = detailsByRequest.get(request);
  if (!details) throw new Error('The requestLog middleware must run first');
  return details;
}

/**
 * Returns the static route of a request's path, looked up once; null if the path belongs to the content tree.
 */
export function getStaticRoute(request: Request): StaticRouteMatch | null {
  const details = getRequestDetails(request);
  if (details.staticRoute === undefined) {
    const { language } = getRequestContext(request);
    details.staticRoute = matchStaticRoute(request.path, language.code);
  }
  return details.staticRoute;
}

/** @throws Error if `scope` has not run: the middleware order is wrong */
export function getRequestContext(request: IncomingMessage): RequestContext {
  const { context } = getRequestDetails(request);
  if (!context) throw new Error('The scope middleware must run before code that needs a site');
  return context;
}
