import { ApiError } from '../../shared/api/api-error.ts';
import { untilShownAgain } from './until-shown-again.ts';

const dropHash = (address: string): string => address.replace(/#.*/s, '');

/**
 * Makes the function that leaves the document for a page that cannot be shown in it: `to`, or the page on the screen from the server
 * where it is null. Several answers may find so for the same page: the document is left once, since each order to the browser breaks off the
 * one before.
 *
 * @returns what rejects with `aborted` if the browser shows this document again, and never resolves
 */
export function createDocumentLeave(
  window: Window,
  location: Pick<Location, 'assign' | 'href' | 'reload'> = window.location,
): (to: URL | null) => Promise<never> {
  let underWay: { readonly to: URL | null; readonly over: Promise<never> } | null = null;

  async function failWhenShownAgain(): Promise<never> {
    await untilShownAgain(window);
    underWay = null;
    throw new ApiError('aborted');
  }

  return (to) => {
    if (underWay && underWay.to === to) return underWay.over;
    underWay = { to, over: failWhenShownAgain() };
    // An address that differs in its hash alone, or after Back not at all, would only scroll.
    const isHere = to !== null && to.hash !== '' && dropHash(to.href) === dropHash(location.href);
    if (to) location.assign(to);
    if (!to || isHere) location.reload();
    return underWay.over;
  };
}
