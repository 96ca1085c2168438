/** The session's cookie; without its prefix where there is no https (development). */
const sessionPattern = /(?:^|;)\s*(?:__Host-)?sid=/;

/** The same, and the cookie of a preview: what its reader sees is not what others see. */
const ownPattern = /(?:^|;)\s*(?:__Host-)?(?:sid|preview)=/;
const previewPattern = /(?:^|;)\s*(?:__Host-)?preview=/;

/**
 * True where the answer is for this visitor alone: they bring a session or a preview, valid or not. It is stored in no cache, and no stored
 * answer is sent for it.
 */
export function hasOwnAnswers(cookie: string | undefined): boolean {
  return cookie !== undefined && ownPattern.test(cookie);
}

/** True where the request carries a preview, valid or not. */
export function hasPreview(cookie: string | undefined): boolean {
  return cookie !== undefined && previewPattern.test(cookie);
}

/** True where the request carries a session, valid or not. */
export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && sessionPattern.test(cookie);
}
