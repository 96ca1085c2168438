import type { PageData, PageKind } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Node, PageHeadDetails } from '../structured-data/json-ld.ts';
import type { Preview, ServerPageMetadata } from './page-kind.ts';
import { accountKind } from './page-metadata/account.ts';
import { adviceVideoKind } from './page-metadata/advice-video.ts';
import { articleKind } from './page-metadata/article.ts';
import { cartKind } from './page-metadata/cart.ts';
import { cartHandoverKind } from './page-metadata/cart-handover.ts';
import { cartImpersonationKind } from './page-metadata/cart-impersonation.ts';
import { categoryKind } from './page-metadata/category.ts';
import { checkoutBillingKind } from './page-metadata/checkout-billing.ts';
import { checkoutCompleteKind } from './page-metadata/checkout-complete.ts';
import { checkoutDeliveryKind } from './page-metadata/checkout-delivery.ts';
import { checkoutPaymentKind } from './page-metadata/checkout-payment.ts';
import { compareKind } from './page-metadata/compare.ts';
import { contentKind } from './page-metadata/content.ts';
import { contentListKind } from './page-metadata/content-list.ts';
import { dealersKind } from './page-metadata/dealers.ts';
import { errorKind } from './page-metadata/error.ts';
import { faqKind } from './page-metadata/faq.ts';
import { feedCalculatorKind } from './page-metadata/feed-calculator.ts';
import { formSentKind } from './page-metadata/form-sent.ts';
import { homeKind } from './page-metadata/home.ts';
import { labResultKind } from './page-metadata/lab-result.ts';
import { mediaKind } from './page-metadata/media.ts';
import { newsletterKind } from './page-metadata/newsletter.ts';
import { notFoundKind } from './page-metadata/not-found.ts';
import { previewKind } from './page-metadata/preview.ts';
import { productKind } from './page-metadata/product.ts';
import { reviewConfirmKind } from './page-metadata/review-confirm.ts';
import { searchKind } from './page-metadata/search.ts';
import { stockReminderKind } from './page-metadata/stock-reminder.ts';

/** All page kinds. A missing one is a compile error. */
const kinds: { readonly [K in PageKind]: ServerPageMetadata<K> } = {
  accountConfirm: accountKind,
  accountFeedAdvice: accountKind,
  accountForgot: accountKind,
  accountHome: accountKind,
  accountLogin: accountKind,
  accountRegister: accountKind,
  accountResend: accountKind,
  accountReset: accountKind,
  accountReturns: accountKind,
  accountInformation: accountKind,
  accountInvoices: accountKind,
  accountOrders: accountKind,
  accountRqsResults: accountKind,
  accountSubscriptions: accountKind,
  adviceVideo: adviceVideoKind,
  article: articleKind,
  cart: cartKind,
  cartHandover: cartHandoverKind,
  cartImpersonation: cartImpersonationKind,
  category: categoryKind,
  checkoutBilling: checkoutBillingKind,
  checkoutDelivery: checkoutDeliveryKind,
  checkoutPayment: checkoutPaymentKind,
  checkoutLogin: accountKind,
  checkoutPasswordForgot: accountKind,
  checkoutPasswordReset: accountKind,
  checkoutComplete: checkoutCompleteKind,
  compare: compareKind,
  content: contentKind,
  dealers: dealersKind,
  contentList: contentListKind,
  error: errorKind,
  faq: faqKind,
  feedCalculator: feedCalculatorKind,
  formSent: formSentKind,
  home: homeKind,
  media: mediaKind,
  newsletter: newsletterKind,
  notFound: notFoundKind,
  preview: previewKind,
  product: productKind,
  qsResult: labResultKind,
  rqsResult: labResultKind,
  reviewConfirm: reviewConfirmKind,
  search: searchKind,
  stockReminder: stockReminderKind,
};

/** Each kind is paired with its own data; TypeScript cannot follow the pairing through a union. */
const getKind = ({ kind }: PageData) => kinds[kind] as unknown as ServerPageMetadata<PageKind>;

/**
 * Lists the surrogate keys of a page, by which caches can purge it: first the site and the site in its
 * language, then products, categories and content pages.
 *
 * @param languageCode language of the page: menus, footers, promises and notices differ per language
 */
export function listSurrogateKeys(
  { siteId, languageCode }: { readonly siteId: number; readonly languageCode: string },
  data: PageData,
): string[] {
  const ofSite = [`site-${siteId}`, `site-${siteId}-${languageCode}`];
  return [...new Set([...ofSite, ...getKind(data).listSurrogateKeys(data)])];
}

/** Returns the structured data of a page; empty if search engines must not index it. */
export function describePage(details: PageHeadDetails): readonly Node[] {
  const { data, head } = details.page;
  return head.isIndexable ? (getKind(data).describe?.(details, data) ?? []) : [];
}

/** Returns the picture for link previews; null if search engines must not index the page. */
export function findPreview(details: PageHeadDetails): Preview | null {
  const { data, head } = details.page;
  return head.isIndexable ? (getKind(data).findPreview?.(details, data) ?? null) : null;
}

/** Returns true if the head of a page links to the feed of stories. */
export const hasFeed = (data: PageData): boolean => getKind(data).hasFeed === true;

/** Returns the article of a page; null if it has none. */
export const findArticle = (data: PageData): ContentPage | null => getKind(data).findArticle?.(data) ?? null;
