import type { PageData, PageKind } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { Node, PageHeadDetails } from '../structured-data/json-ld.ts';
import { accountKind } from './kinds/account.ts';
import { adviceVideoKind } from './kinds/advice-video.ts';
import { articleKind } from './kinds/article.ts';
import { cartKind } from './kinds/cart.ts';
import { cartHandoverKind } from './kinds/cart-handover.ts';
import { cartImpersonationKind } from './kinds/cart-impersonation.ts';
import { categoryKind } from './kinds/category.ts';
import { checkoutBillingKind } from './kinds/checkout-billing.ts';
import { checkoutCompleteKind } from './kinds/checkout-complete.ts';
import { checkoutDeliveryKind } from './kinds/checkout-delivery.ts';
import { checkoutPaymentKind } from './kinds/checkout-payment.ts';
import { compareKind } from './kinds/compare.ts';
import { contentKind } from './kinds/content.ts';
import { contentListKind } from './kinds/content-list.ts';
import { dealersKind } from './kinds/dealers.ts';
import { errorKind } from './kinds/error.ts';
import { faqKind } from './kinds/faq.ts';
import { feedCalculatorKind } from './kinds/feed-calculator.ts';
import { formSentKind } from './kinds/form-sent.ts';
import { homeKind } from './kinds/home.ts';
import { labResultKind } from './kinds/lab-result.ts';
import { mediaKind } from './kinds/media.ts';
import { newsletterKind } from './kinds/newsletter.ts';
import { notFoundKind } from './kinds/not-found.ts';
import { previewKind } from './kinds/preview.ts';
import { productKind } from './kinds/product.ts';
import { reviewConfirmKind } from './kinds/review-confirm.ts';
import { searchKind } from './kinds/search.ts';
import { stockReminderKind } from './kinds/stock-reminder.ts';
import type { PageKindOnServer, Preview } from './page-kind.ts';

/** All page kinds. A missing one is a compile error. */
const kinds: { readonly [K in PageKind]: PageKindOnServer<K> } = {
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
const getKind = ({ kind }: PageData) => kinds[kind] as unknown as PageKindOnServer<PageKind>;

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
