// Paths of the web that are the same on every host and in every language. `npm run walls` finds them written anywhere else.
// First segments that are translated: `localised-segments.ts`.

/** The list of news; an item is below it (`media-path.ts`). */
export const MEDIA_PATH = '/media/';
/** The newest of it, for readers (Atom). */
export const MEDIA_FEED_PATH = '/media/feed.xml';
/** Page after a form that was sent without script. */
export const FORM_SENT_PATH = '/form/sent/';

/** Pages of mailed links; the token is in the query. Mails that are sent keep their links, so these paths never change. */
export const REVIEW_CONFIRM_PATH = '/review/confirm/';
export const STOCK_REMINDER_CONFIRM_PATH = '/stock-reminder/confirm/';
export const STOCK_REMINDER_UNSUBSCRIBE_PATH = '/stock-reminder/unsubscribe/';
/** Both pages of a reminder, as the router takes it. */
export const STOCK_REMINDER_PATTERN = '/stock-reminder/:step/';

/** Where the shop is entered at another moment; the token is in the fragment. */
export const PREVIEW_PATH = '/preview/';
/** The newsletter: the page of its form, and those of its mails. */
export const NEWSLETTER_PATH = '/newsletter/';
export const NEWSLETTER_CONFIRM_PATH = '/newsletter/confirm/';
export const NEWSLETTER_UNSUBSCRIBE_PATH = '/newsletter/unsubscribe/';
/** All of them, as the router takes them. */
export const NEWSLETTER_PATTERN = '/newsletter/:step?/';

/** The account; what is below it: `account/account-paths.ts`. */
export const ACCOUNT_PATH = '/account/';

/** Files for crawlers. */
export const PRODUCT_FEED_PATH = '/feeds/products.xml';
export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

/** What scripts of a page ask the web; not to be found by visitors. */
export const VISITOR_COUNTRY_PATH = '/visitor-country';
export const ERROR_REPORT_PATH = '/errors';
