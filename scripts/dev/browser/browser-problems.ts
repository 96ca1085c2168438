import type { PlaceRequest } from '../dev-events.ts';
import { devPaths } from '../dev-paths.ts';
import type { Problem } from '../problem.ts';
import { showOverlay } from './overlay.ts';

let isBroken = false;

/** Whether something has failed in this page since it was loaded: what is on screen may then be in any state. */
export function hasFailed(): boolean {
  return isBroken;
}

/**
 * Shows an error of this page with its place in the source, which the server knows.
 *
 * @param stack of calls or of components, with addresses of this server in it
 */
export async function showBrowserError(title: string, error: unknown, stack?: string): Promise<void> {
  isBroken = true;
  const message = error instanceof Error ? error.message : String(error);
  const own = error instanceof Error ? (error.stack ?? '') : '';
  const request: PlaceRequest = { title, message, stack: stack ?? own };
  try {
    const answer = await fetch(devPaths.places, { method: 'POST', body: JSON.stringify(request) });
    const problem: Problem = await answer.json();
    showOverlay(problem);
  } catch {
    // The server is away; the message alone still helps.
    showOverlay({ title, message });
  }
}

/** Shows whatever nobody caught in this page. */
export function watchForErrors(): void {
  window.addEventListener('error', (event) => {
    // A picture that does not arrive is an event without an error.
    if (event.error) void showBrowserError('Runtime error', event.error);
  });
  window.addEventListener('unhandledrejection', (event) => {
    void showBrowserError('Runtime error', event.reason);
  });
}
