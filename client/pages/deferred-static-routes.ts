import { accountConfirmPage } from './account-confirm/page.ts';
import { accountFeedAdvicePage } from './account-feed-advice/page.ts';
import { accountForgotPage } from './account-forgot/page.ts';
import { accountHomePage } from './account-home/page.ts';
import { accountInformationPage } from './account-information/page.ts';
import { accountInvoicesPage } from './account-invoices/page.ts';
import { accountLoginPage } from './account-login/page.ts';
import { accountOrdersPage } from './account-orders/page.ts';
import { accountRegisterPage } from './account-register/page.ts';
import { accountResendPage } from './account-resend/page.ts';
import { accountResetPage } from './account-reset/page.ts';
import { accountReturnsPage } from './account-returns/page.ts';
import { accountRqsResultsPage } from './account-rqs-results/page.ts';
import { accountSubscriptionsPage } from './account-subscriptions/page.ts';
import { cartHandoverPage } from './cart-handover/page.ts';
import { cartImpersonationPage } from './cart-impersonation/page.ts';
import { checkoutBillingPage } from './checkout-billing/page.ts';
import { checkoutCompletePage } from './checkout-complete/page.ts';
import { checkoutDeliveryPage } from './checkout-delivery/page.ts';
import { checkoutLoginPage } from './checkout-login/page.ts';
import { checkoutPasswordForgotPage } from './checkout-password-forgot/page.ts';
import { checkoutPasswordResetPage } from './checkout-password-reset/page.ts';
import { checkoutPaymentPage } from './checkout-payment/page.ts';
import { dealersPage } from './dealers/page.ts';
import { feedCalculatorPage } from './feed-calculator/page.ts';
import { formSentPage } from './form-sent/page.ts';
import { mediaPage } from './media/page.ts';
import { newsletterPage } from './newsletter/page.ts';
import { previewPage } from './preview/page.ts';
import { qsResultPage } from './qs-result/page.ts';
import { reviewConfirmPage } from './review-confirm/page.ts';
import { rqsResultPage } from './rqs-result/page.ts';
import { stockReminderPage } from './stock-reminder/page.ts';

/**
 * Static routes that are not in the first bundle. Visitors who enter on another page load them only when they
 * get near a link. These pages do not keep the scroll position, and their forms are only on the pages
 * themselves.
 */
export const deferredStaticRoutes = [
  accountHomePage,
  accountConfirmPage,
  accountForgotPage,
  accountLoginPage,
  accountRegisterPage,
  accountResendPage,
  accountResetPage,
  checkoutLoginPage,
  checkoutPasswordForgotPage,
  checkoutPasswordResetPage,
  accountReturnsPage,
  accountInformationPage,
  accountInvoicesPage,
  accountOrdersPage,
  accountRqsResultsPage,
  accountFeedAdvicePage,
  accountSubscriptionsPage,
  cartHandoverPage,
  cartImpersonationPage,
  checkoutBillingPage,
  checkoutDeliveryPage,
  checkoutPaymentPage,
  checkoutCompletePage,
  dealersPage,
  feedCalculatorPage,
  previewPage,
  mediaPage,
  newsletterPage,
  qsResultPage,
  rqsResultPage,
  reviewConfirmPage,
  stockReminderPage,
  formSentPage,
] as const;
