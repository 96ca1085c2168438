/** Matches the session cookie, also without its prefix over http (development). */
const sessionPattern = /(?:^|;)\s*(?:__Host-)?sid=/;

/** Matches the session cookie or a preview cookie: both make answers differ from those of other visitors. */
const personalPattern = /(?:^|;)\s*(?:__Host-)?(?:sid|preview)=/;
const previewPattern = /(?:^|;)\s*(?:__Host-)?preview=/;

/**
 * Returns true if the answer is for this visitor alone, because the request carries a session or preview
 * cookie, valid or not. Such an answer is not cached, and no cached answer is sent.
 */
export function hasPersonalCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && personalPattern.test(cookie);
}

/** Returns true if the request carries a preview cookie, valid or not. */
export function hasPreviewCookie(cookie: string | undefined): boolean {
  return cookie !== undefined && previewPattern.test(cookie);
}

/** Returns true if the request carries a session cookie, valid or not. */
export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && sessionPattern.test(cookie);
}
