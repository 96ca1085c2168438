/**
 * Folders of components that visitors rarely see on a first page. Their styles are in a deferred style sheet,
 * which pages that need it link (`hasDeferredStyles` in their page.ts). In the browser it is loaded before a
 * navigation shows such a page.
 */
export const deferredStyleFolders = [
  'client/features/account/',
  'client/features/checkout/',
  'client/features/lab-results/',
  'client/features/locations/',
  'client/forms/password/',
  'client/pages/account-confirm/',
  'client/pages/account-feed-advice/',
  'client/pages/account-forgot/',
  'client/pages/account-home/',
  'client/pages/account-information/',
  'client/pages/account-invoices/',
  'client/pages/account-login/',
  'client/pages/account-orders/',
  'client/pages/account-register/',
  'client/pages/account-resend/',
  'client/pages/account-reset/',
  'client/pages/account-returns/',
  'client/pages/account-rqs-results/',
  'client/pages/account-subscriptions/',
  'client/pages/cart-handover/',
  'client/pages/cart-impersonation/',
  'client/pages/cart/',
  'client/pages/checkout-billing/',
  'client/pages/checkout-complete/',
  'client/pages/checkout-delivery/',
  'client/pages/checkout-login/',
  'client/pages/checkout-password-forgot/',
  'client/pages/checkout-password-reset/',
  'client/pages/checkout-payment/',
  'client/pages/compare/',
  'client/pages/dealers/',
  'client/pages/feed-calculator/',

  'client/pages/qs-result/',
  'client/pages/rqs-result/',
  'client/shell/checkout/',
  'client/ui/steps/',
];

/** @param {string} file path below the root, with forward slashes */
export const isDeferredStyleFile = (file) => deferredStyleFolders.some((folder) => file.startsWith(folder));
