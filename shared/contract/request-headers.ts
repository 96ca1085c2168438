/**
 * Answer to a bot check: the challenge, a dot, and the solution; `unavailable` from a client that cannot
 * compute one.
 */
export const BOT_CHECK_HEADER = 'x-bot-check-token';
/** Value that the web sends for a form without JavaScript. */
export const NO_BOT_CHECK_TOKEN = 'unavailable';
/**
 * Sent by the web if so many password hashes are queued that new visitors must provide a proof of work. Never
 * passed on from a visitor.
 */
export const PASSWORD_HASHING_BUSY_HEADER = 'x-hash-crowded';
/** `formToken` of the account, from a form of a private page that was sent without JavaScript. */
export const FORM_TOKEN_HEADER = 'x-form-token';
/** Time of the preview for which an answer was created, ISO 8601. Missing in all other answers. */
export const PREVIEW_HEADER = 'x-preview';
