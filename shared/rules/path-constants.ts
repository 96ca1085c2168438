// Paths of the web that are the same on every host and in every language. `npm run boundaries` rejects such paths
// in other files. Translated first segments are in `localised-segments.ts`.

/** The list of news; items are below it (`media-path.ts`). */
export const MEDIA_PATH = '/media/';
/** Feed of the newest items (Atom). */
export const MEDIA_FEED_PATH = '/media/feed.xml';
/** Page after a form that was sent without JavaScript. */
export const FORM_SENT_PATH = '/form/sent/';

/**
 * Pages of links in mails; the token is in the query. Links in sent mails must remain valid, so these paths
 * never change.
 */
export const REVIEW_CONFIRM_PATH = '/review/confirm/';
export const STOCK_REMINDER_CONFIRM_PATH = '/stock-reminder/confirm/';
export const STOCK_REMINDER_UNSUBSCRIBE_PATH = '/stock-reminder/unsubscribe/';
/** Router pattern of both pages of a stock reminder. */
export const STOCK_REMINDER_PATTERN = '/stock-reminder/:step/';

/** Page that starts a preview of the shop at another time; the token is in the fragment. */
export const PREVIEW_PATH = '/preview/';
/** Newsletter pages: the form, and the targets of links in mails. */
export const NEWSLETTER_PATH = '/newsletter/';
export const NEWSLETTER_CONFIRM_PATH = '/newsletter/confirm/';
export const NEWSLETTER_UNSUBSCRIBE_PATH = '/newsletter/unsubscribe/';
/** Router pattern of all newsletter pages. */
export const NEWSLETTER_PATTERN = '/newsletter/:step?/';

/** The account; the paths below it are in `account/account-paths.ts`. */
export const ACCOUNT_PATH = '/account/';

/** Files for crawlers. */
export const PRODUCT_FEED_PATH = '/feeds/products.xml';
export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

/** Endpoints that scripts of a page call; not pages for visitors. */
export const VISITOR_COUNTRY_PATH = '/visitor-country';
export const ERROR_REPORT_PATH = '/errors';
