import { visitorCookies } from '../../shared/contract/cookies.ts';

/** Whether this browser has a session, over or not. For the browser only: the session itself is out of reach of scripts. */
export const mayBeSignedIn = (): boolean =>
  document.cookie.split('; ').includes(`${visitorCookies.signedIn.name}=1`);
