import { type RequestHandler, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { Compile } from 'typebox/compile';
import { ErrorReport } from '../../../shared/contract/error-report.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { ERROR_REPORT_PATH } from '../../../shared/rules/path-constants.ts';
import { isCrossSiteRequest } from '../../platform/cross-site-request.ts';
import { getPathTemplate } from '../../platform/path-template.ts';
import type { BrowserError, StackFrame } from '../../platform/sentry.ts';
import { getVisitorAddressKey } from '../../platform/visitor-address-key.ts';
import { sendProblem } from '../middleware/problem.ts';
import type { BodyReader } from '../middleware/request-body.ts';
import { getRequestContext, getRequestDetails } from '../middleware/request-details.ts';

export interface ErrorReportOptions {
  readonly reportBrowserError: (error: BrowserError) => void;
  readonly bodies: BodyReader;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

const maxBodyBytes = 16_000;
/**
 * Maximum number of reports per minute. A broken release must not flood the service, and one visitor must not
 * crowd out others.
 */
const maxReportsPerMinute = 60;
const maxReportsPerAddress = 10;
const maxAddresses = 2000;

const reportCheck = Compile(ErrorReport);

/** Longest line that is parsed, in characters, to limit the time of the patterns. */
const maxLineLength = 1000;
/** Matches the location at the end of a line: line and column after a URL. */
const locationPattern = /:(\d{1,9}):(\d{1,9})\)?$/;

/**
 * Parses the frames of a browser's stack, innermost first. Other lines (the message, native code) are
 * omitted.
 */
export function parseStack(stack: string): StackFrame[] {
  return stack
    .split('\n')
    .slice(0, 50)
    .flatMap((text) => {
      const line = text.trim();
      const location = line.length > maxLineLength ? null : locationPattern.exec(line);
      if (!location) return [];
      const named = splitFrame(line.slice(0, location.index));
      if (!named) return [];
      return [
        {
          name: named.name || '?',
          file: named.address.split(/[?#]/)[0] ?? '',
          line: Number(location[1]),
          column: Number(location[2]),
        },
      ];
    });
}

/**
 * Splits a frame without its line and column. Chrome writes `at name (address` or `at address`, Firefox and
 * Safari `name@address`.
 *
 * @returns null for a line of another form
 */
function splitFrame(frame: string): { readonly name: string; readonly address: string } | null {
  if (frame.startsWith('at ')) {
    const at = frame.indexOf(' (');
    const [name, address] = at === -1 ? ['', frame.slice(3)] : [frame.slice(3, at), frame.slice(at + 2)];
    return address === '' ? null : { name, address };
  }
  const at = frame.indexOf('@');
  const address = frame.slice(at + 1);
  return at === -1 || address === '' ? null : { name: frame.slice(0, at), address };
}

/**
 * Returns family and major version of a browser: enough to reproduce an error, too little to identify a
 * visitor.
 */
function getBrowser(userAgent: string | undefined): string {
  const [, family, version] = /(Firefox|Edg|OPR|Chrome|Version)\/(\d{1,4})/.exec(userAgent ?? '') ?? [];
  return family === undefined ? 'other' : `${family === 'Version' ? 'Safari' : family} ${version}`;
}

/** @returns undefined if it is not JSON */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // Rejected like every other invalid report.
    return undefined;
  }
}

/** Creates a counter per minute, which starts with the first report. */
function createRateLimit(now: () => number): (address: string) => boolean {
  const counts = new LRUCache<string, { count: number; until: number }>({ max: maxAddresses });
  const isWithin = (key: string, limit: number) => {
    const known = counts.get(key);
    const entry = known && now() < known.until ? known : { count: 0, until: now() + MINUTE_MS };
    entry.count += 1;
    counts.set(key, entry);
    return entry.count <= limit;
  };
  // A report above the limit of its address does not count towards the total limit.
  return (address) => isWithin(address, maxReportsPerAddress) && isWithin('', maxReportsPerMinute);
}

/**
 * Creates the route `POST /errors`, which forwards errors of browser scripts to the error service. Same
 * origin only, since the policy of the pages allows no other. Reports are validated, limited in size and
 * number, and contain nothing that identifies the visitor.
 */
export function createErrorReportRoutes({ reportBrowserError, bodies, now }: ErrorReportOptions): Router {
  const isWithinLimit = createRateLimit(now);

  const check: RequestHandler = (request, response, next) => {
    if (request.method !== 'POST') {
      response.set('allow', 'POST');
      sendProblem(response, 405, 'method_not_allowed');
    } else if (isCrossSiteRequest(request.headers, request.get('host')))
      sendProblem(response, 403, 'foreign_request');
    else if (!request.is('application/json')) sendProblem(response, 415, 'unsupported_media_type');
    else if (!isWithinLimit(getVisitorAddressKey(request.ip ?? '')))
      sendProblem(response, 429, 'too_many_attempts');
    else next();
  };

  const report: RequestHandler = async (request, response) => {
    const body = parseJson(await bodies.read(request, response, maxBodyBytes));
    if (!reportCheck.Check(body)) {
      sendProblem(response, 400, 'validation_failed');
      return;
    }
    const { site, language } = getRequestContext(request);
    const { requestId } = getRequestDetails(request);
    reportBrowserError({
      type: body.type,
      message: body.message,
      frames: parseStack(body.stack),
      fields: {
        path: getPathTemplate(body.path),
        isRejection: String(body.isRejection),
        browser: getBrowser(request.get('user-agent')),
        siteId: site.siteId,
        languageId: language.languageId,
        requestId,
      },
    });
    response.status(204).set('cache-control', 'no-store').end();
  };
  return Router({ caseSensitive: true, strict: true }).all(ERROR_REPORT_PATH, check, report);
}
