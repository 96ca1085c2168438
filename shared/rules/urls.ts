// Paths of the web that are the same on every host and in every language. `npm run walls` finds them written anywhere else.
// First segments that are translated: `localised-segments.ts`.

/** The list of news; an item is below it (`media-path.ts`). */
export const MEDIA_PATH = '/media/';
/** Page after a form that was sent without script. */
export const FORM_SENT_PATH = '/form/sent/';

/** Pages of mailed links; the token is in the query. Mails that are sent keep their links, so these paths never change. */
export const REVIEW_CONFIRM_PATH = '/review/confirm/';
export const STOCK_REMINDER_CONFIRM_PATH = '/stock-reminder/confirm/';
export const STOCK_REMINDER_UNSUBSCRIBE_PATH = '/stock-reminder/unsubscribe/';
/** Both pages of a reminder, as the router takes it. */
export const STOCK_REMINDER_PATTERN = '/stock-reminder/:step/';

/** Pages of accounts that mails lead to; those of mailed links keep their paths for the same reason. */
export const ACCOUNT_PATH = '/account/';
export const ACCOUNT_LOGIN_PATH = '/account/login/';
export const ACCOUNT_FORGOT_PATH = '/account/forgot/';
export const ACCOUNT_CONFIRM_PATH = '/account/confirm/';
export const ACCOUNT_RESET_PATH = '/account/reset/';

/** Files for crawlers. */
export const PRODUCT_FEED_PATH = '/feeds/products.xml';
export const ROBOTS_PATH = '/robots.txt';
export const SITEMAP_PATH = '/sitemap.xml';

/** What scripts of a page ask the web; not to be found by visitors. */
export const VISITOR_COUNTRY_PATH = '/visitor-country';
export const ERROR_REPORT_PATH = '/errors';

/** Paths that a visitor or a crawler may spell otherwise (capitals, a slash at the end): such a request is redirected here. */
export const visitedPaths: readonly string[] = [
  MEDIA_PATH,
  FORM_SENT_PATH,
  REVIEW_CONFIRM_PATH,
  STOCK_REMINDER_CONFIRM_PATH,
  STOCK_REMINDER_UNSUBSCRIBE_PATH,
  PRODUCT_FEED_PATH,
  ROBOTS_PATH,
  SITEMAP_PATH,
];

/** All of the above. */
export const fixedPaths: readonly string[] = [...visitedPaths, VISITOR_COUNTRY_PATH, ERROR_REPORT_PATH];
