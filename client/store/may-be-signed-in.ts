import { visitorCookies } from '../../shared/contract/cookies.ts';

/**
 * Whether this browser has a session, valid or expired. Browser only; scripts cannot read the session itself.
 */
export const mayBeSignedIn = (): boolean =>
  document.cookie.split('; ').includes(`${visitorCookies.signedIn.name}=1`);
