/**
 * What loads pages, and the screens that only then are known, in one file of its own: who only looks at the page that the server has sent needs none of it. The browser fetches it
 * when the visitor comes near a link or control.
 */
export { loadPage } from '../load-page.ts';
export { mayBeSignedIn } from '../store/signed-in.ts';
export { getBrowserCart } from '../store/visitor-cart.ts';
export { loadAccountConfirm } from './account-confirm/load-account-confirm.ts';
export { loadAccountFeedAdvice } from './account-feed-advice/load-account-feed-advice.ts';
export { loadAccountForgot } from './account-forgot/load-account-forgot.ts';
export { loadAccountHome } from './account-home/load-account-home.ts';
export { loadAccountInformation } from './account-information/load-account-information.ts';
export { loadAccountInvoices } from './account-invoices/load-account-invoices.ts';
export { loadAccountLogin } from './account-login/load-account-login.ts';
export { loadAccountOrders } from './account-orders/load-account-orders.ts';
export { loadAccountRegister } from './account-register/load-account-register.ts';
export { loadAccountResend } from './account-resend/load-account-resend.ts';
export { loadAccountReset } from './account-reset/load-account-reset.ts';
export { loadAccountReturns } from './account-returns/load-account-returns.ts';
export { loadAccountRqsResults } from './account-rqs-results/load-account-rqs-results.ts';
export { loadAccountSubscriptions } from './account-subscriptions/load-account-subscriptions.ts';
export { loadArticle } from './article/load-article.ts';
export { loadCart } from './cart/load-cart.ts';
export { loadCartHandover } from './cart-handover/load-cart-handover.ts';
export { loadCartImpersonation } from './cart-impersonation/load-cart-impersonation.ts';
export { loadCategory } from './category/load-category.ts';
export { loadCheckoutBilling } from './checkout-billing/load-checkout-billing.ts';
export { loadCheckoutComplete } from './checkout-complete/load-checkout-complete.ts';
export { loadCheckoutDelivery } from './checkout-delivery/load-checkout-delivery.ts';
export { loadCheckoutLogin } from './checkout-login/load-checkout-login.ts';
export { loadCheckoutPasswordForgot } from './checkout-password-forgot/load-checkout-password-forgot.ts';
export { loadCheckoutPasswordReset } from './checkout-password-reset/load-checkout-password-reset.ts';
export { loadCheckoutPayment } from './checkout-payment/load-checkout-payment.ts';
export { loadCompare } from './compare/load-compare.ts';
export { loadContent } from './content/load-content.ts';
export { loadDealers } from './dealers/load-dealers.ts';
export { loadFeedCalculator } from './feed-calculator/load-feed-calculator.ts';
export { loadFormSent } from './form-sent/load-form-sent.ts';
export { loadHome } from './home/load-home.ts';
export { laterScreens } from './later-screens.ts';
export { loadMedia } from './media/load-media.ts';
export { loadProduct } from './product/load-product.ts';
export { loadQsResult } from './qs-result/load-qs-result.ts';
export { loadReviewConfirm } from './review-confirm/load-review-confirm.ts';
export { loadRqsResult } from './rqs-result/load-rqs-result.ts';
export { loadSearch } from './search/load-search.ts';
export { loadStockReminder } from './stock-reminder/load-stock-reminder.ts';
