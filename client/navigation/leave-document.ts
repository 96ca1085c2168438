import { ApiError } from '../../shared/api/api-error.ts';
import { waitUntilPageRestored } from './wait-until-page-restored.ts';

const dropHash = (address: string): string => address.replace(/#.*/s, '');

/**
 * Creates the function that leaves the document for a page that cannot be shown in it: `to`, or if it is
 * null, the current page reloaded from the server. Several responses may require this for the same page. The
 * document is left only once, since each navigation cancels the previous one.
 *
 * @returns a promise that rejects with `aborted` if the browser shows this document again, and never
 *   resolves
 */
export function createLeaveDocument(
  window: Window,
  location: Pick<Location, 'assign' | 'href' | 'reload'> = window.location,
): (to: URL | null) => Promise<never> {
  let pendingLeave: { readonly to: URL | null; readonly settled: Promise<never> } | null = null;

  async function rejectWhenRestored(): Promise<never> {
    await waitUntilPageRestored(window);
    pendingLeave = null;
    throw new ApiError('aborted');
  }

  return (to) => {
    if (pendingLeave && pendingLeave.to === to) return pendingLeave.settled;
    pendingLeave = { to, settled: rejectWhenRestored() };
    // For a URL that differs only in its hash, or not at all after Back, the browser would only scroll.
    const isSameDocument = to !== null && to.hash !== '' && dropHash(to.href) === dropHash(location.href);
    if (to) location.assign(to);
    if (!to || isSameDocument) location.reload();
    return pendingLeave.settled;
  };
}
