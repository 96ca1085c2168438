import { ApiError } from '../../../shared/api/api-error.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import { createFailureLogFields } from '../backend-client/failure-log-fields.ts';

/**
 * Maximum number of reports of one type per minute: while a backend is down every page fails in the same way.
 */
const MAX_REPORTS_PER_MINUTE = 10;

/** Reports that the data of a page or of a part of a page failed to load. */
export type ReportFailure = (
  error: unknown,
  about: {
    /** 'page_data_failed', 'optional_data_failed'. */
    readonly event: string;
    /** Page kind; '' if the path was not resolved yet. */
    readonly page: string;
    readonly requestId: string;
  },
) => void;

/**
 * Creates the reporter of failed pages and parts of pages. It sends each failure to the error service with
 * the name of the failed call and the reason, for example the path of a contract violation. The number of
 * reports per page kind and call is limited.
 *
 * @param options.now monotonic clock in milliseconds
 */
export function createFailureReporter(options: {
  readonly reporter: Pick<ErrorReporter, 'reportError'>;
  readonly now: () => number;
}): ReportFailure {
  const { reporter, now } = options;
  const counts = new Map<string, number>();
  let windowEnd = 0;
  return (error, about) => {
    if (now() >= windowEnd) {
      counts.clear();
      windowEnd = now() + MINUTE_MS;
    }
    const call = error instanceof ApiError ? error.call : undefined;
    const fields = { ...about, ...(call !== undefined && { call }), ...createFailureLogFields(error) };
    const kind = `${about.event} ${about.page} ${call}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= MAX_REPORTS_PER_MINUTE) reporter.reportError(error, fields);
  };
}
