import type { PasswordRule } from '../../../shared/rules/account/password.ts';
import { listPagesShowingEntry, listRelatedProductIds } from '../catalogue/pages/queries.ts';
import { routedPages } from '../catalogue/pages/service.ts';
import { createPriceModule } from '../catalogue/prices/module.ts';
import { createProductFeedModule } from '../catalogue/product-feed/module.ts';
import { createProductModule } from '../catalogue/products/module.ts';
import { createPromotionModule } from '../catalogue/promotions/module.ts';
import { createReviewModule } from '../catalogue/reviews/module.ts';
import { createSearchModule } from '../catalogue/search/module.ts';
import type { SearchEngineName } from '../catalogue/search/service.ts';
import { createStockModule } from '../catalogue/stock/module.ts';
import { createVocabularyService } from '../catalogue/vocabulary/service.ts';
import { createBookkeepingModule } from '../commerce/bookkeeping/module.ts';
import { createCartModule } from '../commerce/carts/module.ts';
import type { CartService } from '../commerce/carts/types.ts';
import { createGiftCardModule } from '../commerce/gift-cards/module.ts';
import { createOrderDocumentModule } from '../commerce/orders/documents/module.ts';
import { createOrderModule } from '../commerce/orders/module.ts';
import {
  findLatestBilling,
  hasBoughtProduct,
  selectInvoiceDocumentsOfPerson,
  selectSoldPieces,
} from '../commerce/orders/queries.ts';
import { sampleOrders } from '../commerce/orders/samples/sample-orders.ts';
import type { OrderChanger } from '../commerce/orders/types.ts';
import { createPaymentModule } from '../commerce/payments/module.ts';
import type { PaymentSettings } from '../commerce/payments/payment-settings.ts';
import type { Reconciler } from '../commerce/payments/service.ts';
import type { OrderPayments, Payments } from '../commerce/payments/types.ts';
import { createReturnModule } from '../commerce/returns/module.ts';
import { createSiloQuotationModule } from '../commerce/silo-quotations/module.ts';
import { createStockReminderModule } from '../commerce/stock-reminders/module.ts';
import { createWithdrawalModule } from '../commerce/withdrawals/module.ts';
import { selectReceiptsOfPerson } from '../commerce/withdrawals/queries.ts';
import { createContentModule } from '../content/content/module.ts';
import { listPagesWithPicture, readPageLinks } from '../content/content/queries.ts';
import { createRoutedContent } from '../content/content/routed-content.ts';
import { createContentEditingModule } from '../content/content-editing/module.ts';
import { findOpenVersionContaining } from '../content/content-editing/queries.ts';
import { createFooterModule } from '../content/footers/module.ts';
import { createLocationModule } from '../content/locations/module.ts';
import { createNavigationModule } from '../content/navigations/module.ts';
import { createNotificationModule } from '../content/notifications/module.ts';
import { createPictureModule } from '../content/pictures/module.ts';
import { createPreviewModule } from '../content/previews/module.ts';
import type { PreviewService } from '../content/previews/service.ts';
import { createUspModule } from '../content/usps/module.ts';
import { createVacancyModule } from '../content/vacancies/module.ts';
import { auditPersonalData } from '../core/audit/personal-data.ts';
import type { PasswordHashGate } from '../core/http/password-hash-gate.ts';
import { idempotencyPersonalData } from '../core/idempotency/personal-data.ts';
import { limitPersonalData } from '../core/limits/personal-data.ts';
import type { MailTexts } from '../core/mail/mail-texts.ts';
import { createMailPersonalData } from '../core/mail/personal-data.ts';
import { createOutboxAdmin } from '../core/queue/admin.tsx';
import type { KeyRing } from '../core/security/key-ring.ts';
import { createAccountModule } from '../customers/accounts/module.ts';
import { createPasswordValidator, createSessions, type Sessions } from '../customers/accounts/service.ts';
import { createAddressLookupModule } from '../customers/address-lookups/module.ts';
import type { AddressLookupKind, AddressSource } from '../customers/address-lookups/service.ts';
import { createNewsletterModule } from '../customers/newsletter/module.ts';
import { applyEdits, checkEdits } from '../import-export/apply-edits.ts';
import { createFeedAdviceModule } from '../nutrition/feed-advice/module.ts';
import { countUnreadAdvice, findFeedModel } from '../nutrition/feed-advice/queries.ts';
import { createLabResultModule } from '../nutrition/lab-results/module.ts';
import { countUnreadResults } from '../nutrition/lab-results/queries.ts';
import { createCampaignModule } from '../service-desk/mail-campaigns/module.ts';
import { DEFAULT_CAMPAIGN_MAILS_PER_MINUTE } from '../service-desk/mail-campaigns/service.ts';
import { createPersonalDataModule } from '../service-desk/personal-data/module.ts';
import { createSubscriptionModule } from '../service-desk/subscriptions/module.ts';
import { readImportVersion } from '../shop-store/import-version.ts';
import type { ShopEditor } from '../shop-store/shop-editor.ts';
import type { BackendModule, ModuleDeps } from '../sites/backend-module.ts';
import { createCountryModule } from '../sites/countries/module.ts';
import { createLanguageModule } from '../sites/languages/module.ts';
import { createLegalModule } from '../sites/legal/module.ts';
import { createRoutingModule } from '../sites/routing/module.ts';
import { createSiteDirectory, type SiteDirectory } from '../sites/site-directory.ts';
import type { SiteRecord } from '../sites/site-record.ts';
import { createSiteModule } from '../sites/sites/module.ts';
import { getSiteKeysById } from '../sites/sites/queries.ts';
import { createShopOrderChanger } from './order-changer.ts';

export interface ShopModules {
  readonly sites: SiteDirectory;
  readonly modules: readonly BackendModule[];
  readonly sessions: Sessions;
  readonly carts: CartService;
  readonly payments: Payments;
  readonly reconciler: Reconciler;
  readonly orders: OrderChanger;
  readonly previews: PreviewService;
  readonly passwordHashGate: PasswordHashGate<SiteRecord>;
}

/**
 * Creates all modules of the shop. Starts nothing. A module that needs another one receives its service.
 *
 * Long because it is one list: it shows in one place what each module receives from which.
 */
export function createShopModules(
  options: Omit<ModuleDeps, 'sites'> & {
    /** Absolute folder of the drawn pictures. */
    readonly picturesDir: string;
    /**
     * Keys for hashes of gift card numbers and PINs, the same in all backends of the shop and after every
     * start.
     */
    readonly giftCardKeys: KeyRing;
    /** Real domain by imported domain. */
    readonly siteDomains: ReadonlyMap<string, string>;
    readonly texts: MailTexts;
    /** Payment settings; by default the test bank for all payments. */
    readonly paymentSettings?: PaymentSettings;
    /** Replaces the payment providers of the settings. */
    readonly createPayments?:
      | ((deps: ModuleDeps & { readonly orders: OrderChanger }) => Payments)
      | undefined;
    /** Replaces the payment operations of orders; needed with `createPayments`. */
    readonly orderPayments?: OrderPayments | undefined;
    /** Requirements for passwords; by default those of the specification. */
    readonly passwordRule?: PasswordRule | undefined;
    /** Rate at which campaign mails are written, per minute; by default `DEFAULT_CAMPAIGN_MAILS_PER_MINUTE`. */
    readonly campaignMailsPerMinute?: number | undefined;
    /** Engine of lists and searches; by default the one in memory. */
    readonly searchEngine?: SearchEngineName | undefined;
    /** Service that looks up Dutch addresses. */
    readonly addressLookup?: AddressLookupKind | undefined;
    /** Replaces the address service of that type. */
    readonly addressSource?: AddressSource | undefined;
  },
): ShopModules {
  const sites = createSiteDirectory({ ...options, readPageLinks, readShopVersion: readImportVersion });
  const sessions = createSessions({ ...options, formKey: options.signingKeys.forms });
  const passwords = createPasswordValidator(options.passwordRule);
  const deps: ModuleDeps = { ...options, sites };
  const editor: ShopEditor = { applyEdits, checkEdits };
  const texts = createContentEditingModule({ ...deps, editor, listPagesShowingEntry });
  const { planned } = texts;
  const words = createVocabularyService(deps);
  const routing = createRoutingModule({
    ...deps,
    pages: routedPages,
    content: createRoutedContent(deps),
    listStaticPages: () => shop.modules.flatMap(({ staticPages = [] }) => staticPages),
  });
  const products = createProductModule({ ...deps, vocabulary: words, planned, findFeedModel });
  const search = createSearchModule({
    ...deps,
    vocabulary: words,
    products: products.service,
    planned,
    selectSoldPieces,
    searchEngine: options.searchEngine,
  });
  const giftCards = createGiftCardModule({ ...deps, giftCardKeys: options.giftCardKeys });
  const orders = createShopOrderChanger(options.orderPayments);
  const payments = createPaymentModule({
    ...deps,
    texts: options.texts,
    settings: options.paymentSettings ?? { providers: undefined, allowTestBank: false },
    orders,
  });
  const paymentService = options.createPayments?.({ ...deps, orders }) ?? payments.service;
  const addressLookups = createAddressLookupModule({
    ...deps,
    addressLookup: options.addressLookup,
    addressSource: options.addressSource,
  });
  const carts = createCartModule({
    ...deps,
    addressLookups: addressLookups.service,
    products: products.service,
    giftCards: giftCards.service,
    texts: options.texts,
    passwords,
    payments: paymentService,
  });
  const shops = createSiteModule({ ...deps, routing: routing.service, planned });
  const previews = createPreviewModule({
    ...deps,
    siteDomains: options.siteDomains,
    fetchSite: shops.service.fetchSiteAt,
  });
  const accounts = createAccountModule({
    ...deps,
    accountCarts: carts.accountCarts,
    accountOrders: { attachGuestOrders: orders.attachGuestOrders, findLatestBilling },
    unreadCounts: { countUnreadAdvice, countUnreadResults },
    addressLookups: addressLookups.service,
    sessions,
    passwords,
  });
  const shop: ShopModules = {
    sites,
    sessions,
    carts: carts.service,
    payments: payments.service,
    reconciler: payments.reconciler,
    orders,
    previews: previews.service,
    passwordHashGate: accounts.passwordHashGate,
    modules: [
      shops,
      createLanguageModule(deps),
      createCountryModule(deps),
      routing,
      createContentModule({ ...deps, routing: routing.service, planned, listRelatedProductIds }),
      createNavigationModule({ ...deps, planned }),
      createFooterModule({ ...deps, planned }),
      createUspModule({ ...deps, planned }),
      texts,
      createNotificationModule({ ...deps, planned }),
      createVacancyModule({ ...deps, listPagesShowingEntry }),
      products,
      search,
      createProductFeedModule(deps),
      createPictureModule({
        ...deps,
        picturesDir: options.picturesDir,
        texts: { listPagesWithPicture, findOpenVersionContaining },
      }),
      createPriceModule(deps),
      createPromotionModule(deps),
      createStockModule(deps),
      createStockReminderModule(deps),
      createSubscriptionModule({ ...deps, products: products.service }),
      createNewsletterModule(deps),
      createCampaignModule({
        ...deps,
        campaignMailsPerMinute: options.campaignMailsPerMinute ?? DEFAULT_CAMPAIGN_MAILS_PER_MINUTE,
      }),
      createPersonalDataModule({
        ...deps,
        passwords,
        listSources: () => shop.modules.flatMap(({ personalData = [] }) => personalData),
      }),
      createReviewModule({ ...deps, products: products.service, hasBoughtProduct }),
      createReturnModule({
        ...deps,
        products: products.service,
        orders,
        sessions,
      }),
      createLabResultModule({ ...deps, search: search.service, products: products.service, sampleOrders }),
      createSiloQuotationModule(deps),
      createFeedAdviceModule({ ...deps, products: products.service }),
      carts,
      createOrderDocumentModule({ ...deps, texts: options.texts }),
      createWithdrawalModule({
        ...deps,
        texts: options.texts,
        orders,
      }),
      payments,
      giftCards,
      createOrderModule({
        ...deps,
        checkout: carts.checkout,
        transferLines: carts.transferLines,
        products: products.service,
        payments: paymentService,
        giftCards: giftCards.service,
        sessions,
        orders,
      }),
      accounts,
      createLocationModule({ ...deps, editor }),
      createLegalModule(deps),
      createBookkeepingModule(deps),
      previews,
      {
        admin: createOutboxAdmin({
          database: deps.database,
          listSiteKeys: getSiteKeysById,
          sections: [payments.failedPaymentSection],
        }),
      },
      {
        personalData: [
          auditPersonalData,
          idempotencyPersonalData,
          limitPersonalData,
          createMailPersonalData([selectInvoiceDocumentsOfPerson, selectReceiptsOfPerson]),
        ],
      },
      addressLookups,
    ],
  };
  return shop;
}
