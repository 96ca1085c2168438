import type { ErrorReport } from '../shared/contract/error-report.ts';
import { ERROR_REPORT_PATH } from '../shared/rules/path-constants.ts';

/** Maximum number of reports per page, so that an error in a loop is not sent a thousand times. */
const MAX_REPORTS = 5;

function describeError(error: unknown, isRejection: boolean, path: string): ErrorReport {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    type: (name || 'Error').slice(0, 100),
    message: message.slice(0, 500),
    stack: (error instanceof Error ? (stack ?? '') : '').slice(0, 6000),
    path: path.slice(0, 300),
    isRejection,
  };
}

/** Whether the shop cannot fix the error: an aborted request, or an error of a browser extension. */
function isExternalError({ type, stack, message }: ErrorReport): boolean {
  return (
    type === 'AbortError' || message === 'Script error.' || /(chrome|moz|safari-web)-extension:/.test(stack)
  );
}

/**
 * Reports every uncaught error to the web server for its error-reporting service. Loaded only if the web
 * server has one.
 *
 * @returns function that stops reporting
 */
export function reportErrors(window: Window): () => void {
  const reportedKeys = new Set<string>();
  const report = (error: unknown, isRejection: boolean) => {
    const errorReport = describeError(error, isRejection, window.location.pathname);
    const key = `${errorReport.message}\n${errorReport.stack}`;
    if (isExternalError(errorReport) || reportedKeys.has(key) || reportedKeys.size >= MAX_REPORTS) return;
    reportedKeys.add(key);
    window
      .fetch(ERROR_REPORT_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(errorReport),
        // The request must survive leaving the page, which the error may cause.
        keepalive: true,
      })
      // A failed report cannot be reported elsewhere.
      .catch(() => undefined);
  };
  const onError = (event: ErrorEvent) => report(event.error ?? event.message, false);
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason, true);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
