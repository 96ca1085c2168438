// Paths below the account, the same on every host and in every language. Separate from `urls.ts`, because the
// first script of the browser needs none of them.

/** Paths of the account, for its owner; `:name?` segments are parameters of the router. */
export const ACCOUNT_INFORMATION_PATH = '/account/information/';
export const ACCOUNT_INFORMATION_PATTERN = '/account/information/:action?/';
export const ACCOUNT_ORDERS_PATH = '/account/orders/';
export const ACCOUNT_ORDERS_PATTERN = '/account/orders/:orderId?/';
export const ACCOUNT_INVOICES_PATH = '/account/invoices/';
export const ACCOUNT_RETURNS_PATH = '/account/returns/';
export const ACCOUNT_RETURNS_PATTERN = '/account/returns/:productVariantId?/';
export const ACCOUNT_RQS_RESULTS_PATH = '/account/rqs-results/';
export const ACCOUNT_FEED_ADVICE_PATH = '/account/feed-advice/';
export const ACCOUNT_SUBSCRIPTIONS_PATH = '/account/subscriptions/';
/** Paths for visitors who are not signed in. Mails link to the last three. */
export const ACCOUNT_LOGIN_PATH = '/account/login/';
export const ACCOUNT_REGISTER_PATH = '/account/register/';
export const ACCOUNT_FORGOT_PATH = '/account/forgot/';
export const ACCOUNT_RESEND_PATH = '/account/resend-confirmation/';
export const ACCOUNT_RESET_PATH = '/account/reset/';
export const ACCOUNT_CONFIRM_PATH = '/account/confirm/';

/** Sections of the account owner's details, each with its own URL. */
export const accountInformationSections = [
  'personal',
  'address',
  'addresses',
  'company',
  'email',
  'password',
  'sessions',
  'privacy',
] as const;
export type AccountInformationSection = (typeof accountInformationSections)[number];

export const getAccountInformationPath = (action: AccountInformationSection): string =>
  `${ACCOUNT_INFORMATION_PATH}${action}/`;
export const getAccountOrderPath = (orderId: string): string =>
  `${ACCOUNT_ORDERS_PATH}${encodeURIComponent(orderId)}/`;
export const getAccountReturnPath = (productVariantId: number): string =>
  `${ACCOUNT_RETURNS_PATH}${productVariantId}/`;
