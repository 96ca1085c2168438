/** The session's cookie; without its prefix where there is no https (development). */
const sessionPattern = /(?:^|;)\s*(?:__Host-)?sid=/;

/** True where the visitor may be somebody: what he is answered is kept nowhere, and nothing that is kept is sent to him. */
export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && sessionPattern.test(cookie);
}
