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

/** The account, and what is below it for its owner; `:name?` parts as the router takes them. */
export const ACCOUNT_PATH = '/account/';
export const ACCOUNT_INFORMATION_PATH = '/account/information/';
export const ACCOUNT_INFORMATION_PATTERN = '/account/information/:action?/';
export const ACCOUNT_ORDERS_PATH = '/account/orders/';
export const ACCOUNT_ORDERS_PATTERN = '/account/orders/:orderId?/';
export const ACCOUNT_INVOICES_PATH = '/account/invoices/';
export const ACCOUNT_RETURNS_PATH = '/account/returns/';
export const ACCOUNT_RETURNS_PATTERN = '/account/returns/:productVariantId?/';
export const ACCOUNT_RQS_RESULTS_PATH = '/account/rqs-results/';
export const ACCOUNT_SUBSCRIPTIONS_PATH = '/account/subscriptions/';
/** For those who are not signed in. Mails that are sent keep their links to the last three. */
export const ACCOUNT_LOGIN_PATH = '/account/login/';
export const ACCOUNT_REGISTER_PATH = '/account/register/';
export const ACCOUNT_FORGOT_PATH = '/account/forgot/';
export const ACCOUNT_RESEND_PATH = '/account/resend-confirmation/';
export const ACCOUNT_RESET_PATH = '/account/reset/';
export const ACCOUNT_CONFIRM_PATH = '/account/confirm/';

/** Parts of what the shop keeps of an owner of an account, each with an address of its own. */
export const informationActions = [
  'personal',
  'address',
  'company',
  'email',
  'password',
  'sessions',
  'privacy',
] as const;
export type InformationAction = (typeof informationActions)[number];

export const getInformationPath = (action: InformationAction): string =>
  `${ACCOUNT_INFORMATION_PATH}${action}/`;
export const getAccountOrderPath = (orderId: string): string =>
  `${ACCOUNT_ORDERS_PATH}${encodeURIComponent(orderId)}/`;
export const getAccountReturnPath = (productVariantId: number): string =>
  `${ACCOUNT_RETURNS_PATH}${productVariantId}/`;

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
  ACCOUNT_PATH,
  ACCOUNT_INFORMATION_PATH,
  ACCOUNT_ORDERS_PATH,
  ACCOUNT_INVOICES_PATH,
  ACCOUNT_RETURNS_PATH,
  ACCOUNT_RQS_RESULTS_PATH,
  ACCOUNT_SUBSCRIPTIONS_PATH,
  ACCOUNT_LOGIN_PATH,
  ACCOUNT_REGISTER_PATH,
  ACCOUNT_FORGOT_PATH,
  ACCOUNT_RESEND_PATH,
  ACCOUNT_RESET_PATH,
  ACCOUNT_CONFIRM_PATH,
  PRODUCT_FEED_PATH,
  ROBOTS_PATH,
  SITEMAP_PATH,
];

/** All of the above. */
export const fixedPaths: readonly string[] = [...visitedPaths, VISITOR_COUNTRY_PATH, ERROR_REPORT_PATH];
