import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { SentForm } from '../../../client/forms/form-action.ts';
import { matchScreen } from '../../../client/pages/all-pages.ts';
import type { ScreenMatch } from '../../../client/pages/page-definition.ts';
import type { Log } from '../../platform/logging.ts';
import type { Trace } from '../../platform/trace-context.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { RouteKind } from '../metrics/route-kind.ts';
import type { CacheOutcome } from '../metrics/web-metrics.ts';
import type { Timings } from './server-timing.ts';

/** Details of a request that the middleware has determined so far. */
export interface RequestFacts {
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
  /** See `getScreen`. */
  screen?: ScreenMatch | null;
  /** Route kind for the log and the metrics: derived from the path at first, refined later. */
  kind: RouteKind;
  /** Result of the page cache; null if it was not used. */
  cache: CacheOutcome | null;
  /** Durations of the parts of the answer so far. */
  readonly timings: Timings;
}

/** Details per request, released with it. Typed, unlike Express's `locals`. */
const factsByRequest = new WeakMap<IncomingMessage, RequestFacts>();

export function setRequestFacts(request: IncomingMessage, facts: RequestFacts): void {
  factsByRequest.set(request, facts);
}

/** @throws Error if `requestLog` has not run: the middleware order is wrong */
export function getRequestFacts(request: IncomingMessage): RequestFacts {
  const facts = factsByRequest.get(request);
  if (!facts) throw new Error('requestLog must come first');
  return facts;
}

/**
 * Returns the static route of a request's path, looked up once; null if the path belongs to the content tree.
 */
export function getScreen(request: Request): ScreenMatch | null {
  const facts = getRequestFacts(request);
  if (facts.screen === undefined) {
    const { language } = getRequestContext(request);
    facts.screen = matchScreen(request.path, language.code);
  }
  return facts.screen;
}

/** @throws Error if `scope` has not run: the middleware order is wrong */
export function getRequestContext(request: IncomingMessage): RequestContext {
  const { context } = getRequestFacts(request);
  if (!context) throw new Error('scope must come before what needs a site');
  return context;
}
