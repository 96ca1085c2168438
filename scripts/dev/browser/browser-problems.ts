import type { PlaceRequest } from '../dev-events.ts';
import { devPaths } from '../dev-paths.ts';
import type { Problem } from '../problem.ts';
import { hideOverlay, showOverlay } from './overlay.ts';

let isBroken = false;
let isToldByServer = false;

/** Whether something has failed in this page since it was loaded: what is on screen may then be in any state. */
export function hasFailed(): boolean {
  return isBroken;
}

/**
 * Shows what is wrong with the sources, as the server says, and takes it away where nothing is. What fails in the page meanwhile follows
 * from it, and is not shown in its place.
 */
export function showServerProblem(problem: Problem | null): void {
  isToldByServer = problem !== null;
  if (problem) showOverlay(problem);
  else hideOverlay();
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
    if (!isToldByServer) showOverlay(problem);
  } catch {
    // The server is away; the message alone still helps.
    if (!isToldByServer) showOverlay({ title, message });
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
