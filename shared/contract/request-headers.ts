/** Answer to a bot check: the challenge, a dot, and what was worked out; `unavailable` from who cannot work anything out. */
export const BOT_CHECK_HEADER = 'x-bot-check-token';
/** What the web says there for a form that was sent without script. */
export const NO_BOT_CHECK = 'unavailable';
/** Of the web: as many wait to have a password hashed there that new visitors have to work for it. Never passed on from a visitor. */
export const HASH_CROWDED_HEADER = 'x-hash-crowded';
/** The `formToken` of the account, from a form of a private page that was sent without script. */
export const FORM_TOKEN_HEADER = 'x-form-token';
/** Of an answer that was made for the moment of a preview: that moment, ISO 8601. Others do not have it. */
export const PREVIEW_HEADER = 'x-preview';
