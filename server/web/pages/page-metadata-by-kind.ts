import type { PageData, PageKind } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Node, PageHeadDetails } from '../structured-data/json-ld.ts';
import { accountPageMetadata } from './page-metadata/account.ts';
import { adviceVideoPageMetadata } from './page-metadata/advice-video.ts';
import { articleKind } from './page-metadata/article.ts';
import { cartPageMetadata } from './page-metadata/cart.ts';
import { cartHandoverPageMetadata } from './page-metadata/cart-handover.ts';
import { cartImpersonationPageMetadata } from './page-metadata/cart-impersonation.ts';
import { categoryPageMetadata } from './page-metadata/category.ts';
import { checkoutBillingPageMetadata } from './page-metadata/checkout-billing.ts';
import { checkoutCompletePageMetadata } from './page-metadata/checkout-complete.ts';
import { checkoutDeliveryPageMetadata } from './page-metadata/checkout-delivery.ts';
import { checkoutPaymentPageMetadata } from './page-metadata/checkout-payment.ts';
import { comparePageMetadata } from './page-metadata/compare.ts';
import { contentPageMetadata } from './page-metadata/content.ts';
import { contentListPageMetadata } from './page-metadata/content-list.ts';
import { dealersPageMetadata } from './page-metadata/dealers.ts';
import { errorPageMetadata } from './page-metadata/error.ts';
import { faqPageMetadata } from './page-metadata/faq.ts';
import { feedCalculatorPageMetadata } from './page-metadata/feed-calculator.ts';
import { formSentPageMetadata } from './page-metadata/form-sent.ts';
import { homePageMetadata } from './page-metadata/home.ts';
import { labResultPageMetadata } from './page-metadata/lab-result.ts';
import { mediaPageMetadata } from './page-metadata/media.ts';
import { newsletterPageMetadata } from './page-metadata/newsletter.ts';
import { notFoundPageMetadata } from './page-metadata/not-found.ts';
import { previewPageMetadata } from './page-metadata/preview.ts';
import { productPageMetadata } from './page-metadata/product.ts';
import { reviewConfirmPageMetadata } from './page-metadata/review-confirm.ts';
import { searchPageMetadata } from './page-metadata/search.ts';
import { stockReminderPageMetadata } from './page-metadata/stock-reminder.ts';
import type { Preview, ServerPageMetadata } from './server-page-metadata.ts';

/** All page kinds. A missing one is a compile error. */
const kinds: { readonly [K in PageKind]: ServerPageMetadata<K> } = {
  accountConfirm: accountPageMetadata,
  accountFeedAdvice: accountPageMetadata,
  accountForgot: accountPageMetadata,
  accountHome: accountPageMetadata,
  accountLogin: accountPageMetadata,
  accountRegister: accountPageMetadata,
  accountResend: accountPageMetadata,
  accountReset: accountPageMetadata,
  accountReturns: accountPageMetadata,
  accountInformation: accountPageMetadata,
  accountInvoices: accountPageMetadata,
  accountOrders: accountPageMetadata,
  accountRqsResults: accountPageMetadata,
  accountSubscriptions: accountPageMetadata,
  adviceVideo: adviceVideoPageMetadata,
  article: articleKind,
  cart: cartPageMetadata,
  cartHandover: cartHandoverPageMetadata,
  cartImpersonation: cartImpersonationPageMetadata,
  category: categoryPageMetadata,
  checkoutBilling: checkoutBillingPageMetadata,
  checkoutDelivery: checkoutDeliveryPageMetadata,
  checkoutPayment: checkoutPaymentPageMetadata,
  checkoutLogin: accountPageMetadata,
  checkoutPasswordForgot: accountPageMetadata,
  checkoutPasswordReset: accountPageMetadata,
  checkoutComplete: checkoutCompletePageMetadata,
  compare: comparePageMetadata,
  content: contentPageMetadata,
  dealers: dealersPageMetadata,
  contentList: contentListPageMetadata,
  error: errorPageMetadata,
  faq: faqPageMetadata,
  feedCalculator: feedCalculatorPageMetadata,
  formSent: formSentPageMetadata,
  home: homePageMetadata,
  media: mediaPageMetadata,
  newsletter: newsletterPageMetadata,
  notFound: notFoundPageMetadata,
  preview: previewPageMetadata,
  product: productPageMetadata,
  qsResult: labResultPageMetadata,
  rqsResult: labResultPageMetadata,
  reviewConfirm: reviewConfirmPageMetadata,
  search: searchPageMetadata,
  stockReminder: stockReminderPageMetadata,
};

/** Each kind is paired with its own data; TypeScript cannot follow the pairing through a union. */
const getMetadataOfKind = ({ kind }: PageData) => kinds[kind] as unknown as ServerPageMetadata<PageKind>;

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
  return [...new Set([...ofSite, ...getMetadataOfKind(data).listSurrogateKeys(data)])];
}

/** Returns the structured data of a page; empty if search engines must not index it. */
export function createPageStructuredData(details: PageHeadDetails): readonly Node[] {
  const { data, head } = details.page;
  return head.isIndexable ? (getMetadataOfKind(data).describe?.(details, data) ?? []) : [];
}

/** Returns the picture for link previews; null if search engines must not index the page. */
export function findPreview(details: PageHeadDetails): Preview | null {
  const { data, head } = details.page;
  return head.isIndexable ? (getMetadataOfKind(data).findPreview?.(details, data) ?? null) : null;
}

/** Returns true if the head of a page links to the feed of stories. */
export const hasStoryFeed = (data: PageData): boolean => getMetadataOfKind(data).hasStoryFeed === true;

/** Returns the article of a page; null if it has none. */
export const findArticle = (data: PageData): ContentPage | null =>
  getMetadataOfKind(data).findArticle?.(data) ?? null;
