import type { SourceLocationRequest } from '../dev-events.ts';
import { devServerPaths } from '../dev-paths.ts';
import type { Problem } from '../problem.ts';
import { hideOverlay, showOverlay } from './overlay.ts';

let isPageBroken = false;
let hasServerProblem = false;

/**
 * Returns true if an error has occurred in this page since it was loaded; its state may then be inconsistent.
 */
export function hasFailed(): boolean {
  return isPageBroken;
}

/**
 * Shows the problem of the sources that the server reports, or hides it if there is none. Errors of the page
 * in the meantime are consequences and do not replace it.
 */
export function showServerProblem(problem: Problem | null): void {
  hasServerProblem = problem !== null;
  if (problem) showOverlay(problem);
  else hideOverlay();
}

/**
 * Shows an error of this page with its location in the source, which the server determines.
 *
 * @param stack stack of calls or of components, with URLs of this server
 */
export async function showBrowserError(title: string, error: unknown, stack?: string): Promise<void> {
  isPageBroken = true;
  const message = error instanceof Error ? error.message : String(error);
  const own = error instanceof Error ? (error.stack ?? '') : '';
  const request: SourceLocationRequest = { title, message, stack: stack ?? own };
  try {
    const answer = await fetch(devServerPaths.places, { method: 'POST', body: JSON.stringify(request) });
    const problem: Problem = await answer.json();
    if (!hasServerProblem) showOverlay(problem);
  } catch {
    // The server is not available; the message alone is still useful.
    if (!hasServerProblem) showOverlay({ title, message });
  }
}

/** Shows uncaught errors of this page. */
export function watchForErrors(): void {
  window.addEventListener('error', (event) => {
    // A picture that fails to load is an event without an error.
    if (event.error) void showBrowserError('Runtime error', event.error);
  });
  window.addEventListener('unhandledrejection', (event) => {
    void showBrowserError('Runtime error', event.reason);
  });
}
