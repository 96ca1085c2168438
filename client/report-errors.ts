import type { ErrorReport } from '../shared/contract/error-report.ts';
import { ERROR_REPORT_PATH } from '../shared/rules/urls.ts';

/** A page that fails in a loop says it a few times, not a thousand. */
const MAX_REPORTS = 5;

function describe(error: unknown, isRejection: boolean, path: string): ErrorReport {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    type: (name || 'Error').slice(0, 100),
    message: message.slice(0, 500),
    stack: (error instanceof Error ? (stack ?? '') : '').slice(0, 6000),
    path: path.slice(0, 300),
    isRejection,
  };
}

/** What is not ours to mend: a request that was given up, and what extensions do to the page. */
function isForeign({ type, stack, message }: ErrorReport): boolean {
  return (
    type === 'AbortError' || message === 'Script error.' || /(chrome|moz|safari-web)-extension:/.test(stack)
  );
}

/**
 * Tells the web of every error that nothing has caught, for its error-reporting service. Loaded only where the web has one.
 *
 * @returns stops telling
 */
export function reportErrors(window: Window): () => void {
  const told = new Set<string>();
  const report = (error: unknown, isRejection: boolean) => {
    const errorReport = describe(error, isRejection, window.location.pathname);
    const key = `${errorReport.message}\n${errorReport.stack}`;
    if (isForeign(errorReport) || told.has(key) || told.size >= MAX_REPORTS) return;
    told.add(key);
    window
      .fetch(ERROR_REPORT_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(errorReport),
        // The error may be the reason why the page is being left.
        keepalive: true,
      })
      // The report itself failed: there is nowhere else to send it.
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
