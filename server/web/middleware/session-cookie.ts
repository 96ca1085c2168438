/** The session's cookie; without its prefix where there is no https (development). */
const sessionPattern = /(?:^|;)\s*(?:__Host-)?sid=/;

/** True where the request carries a session, valid or not. Its answer is stored in no cache, and no stored answer is sent for it. */
export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && sessionPattern.test(cookie);
}
