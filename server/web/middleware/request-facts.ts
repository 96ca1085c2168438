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

/** What the middleware has found out about a request so far. */
export interface RequestFacts {
  readonly requestId: string;
  /** Sent along with every call to the backend. */
  readonly trace: Trace;
  readonly log: Log;
  /** When the request came, or the last byte of its upload, on the clock that only goes forward, in milliseconds. */
  startedAt: number;
  /** Aborted when the visitor leaves before the answer is complete. */
  readonly signal: AbortSignal;
  /** There from `scope` on. */
  context: RequestContext | null;
  /** Their preview is over, or none of ours: the answer takes its cookie away. */
  isPreviewOver?: true;
  /** The form that the request brings. */
  form?: SentForm;
  /** See `getScreen`. */
  screen?: ScreenMatch | null;
  /** By the path at first; whoever knows better says so. For the log and the metrics. */
  kind: RouteKind;
  /** How the page cache answered; null where nobody asked it. */
  cache: CacheOutcome | null;
  /** What the parts of the answer took so far. */
  readonly timings: Timings;
}

/** One entry per request, gone with it: typed, where Express's `locals` would be anything. */
const factsByRequest = new WeakMap<IncomingMessage, RequestFacts>();

export function setRequestFacts(request: IncomingMessage, facts: RequestFacts): void {
  factsByRequest.set(request, facts);
}

/** @throws Error where `requestLog` has not run: a mistake in the order of the middleware */
export function getRequestFacts(request: IncomingMessage): RequestFacts {
  const facts = factsByRequest.get(request);
  if (!facts) throw new Error('requestLog must come first');
  return facts;
}

/** The screen that has the path of a request, looked up once; null where the content tree says what is there. */
export function getScreen(request: Request): ScreenMatch | null {
  const facts = getRequestFacts(request);
  if (facts.screen === undefined) {
    const { language } = getRequestContext(request);
    facts.screen = matchScreen(request.path, language.code);
  }
  return facts.screen;
}

/** @throws Error where `scope` has not run: a mistake in the order of the middleware */
export function getRequestContext(request: IncomingMessage): RequestContext {
  const { context } = getRequestFacts(request);
  if (!context) throw new Error('scope must come before what needs a site');
  return context;
}
