import type { PasswordRule } from '../../shared/rules/account/password.ts';
import type { MailTexts } from './mail/mail-texts.ts';
import type { BackendModule, ModuleDeps } from './module.ts';
import { createAccountModule } from './modules/accounts/module.ts';
import {
  createPasswordValidator,
  createSessions,
  type PasswordHashGate,
  type Sessions,
} from './modules/accounts/service.ts';
import { createAddressLookupModule } from './modules/address-lookups/module.ts';
import type { AddressLookupKind, AddressSource } from './modules/address-lookups/service.ts';
import { createBookkeepingModule } from './modules/bookkeeping/module.ts';
import { createCampaignModule } from './modules/campaigns/module.ts';
import { DEFAULT_CAMPAIGN_MAILS_PER_MINUTE } from './modules/campaigns/service.ts';
import { createCartModule } from './modules/carts/module.ts';
import type { CartService } from './modules/carts/service.ts';
import { createContentModule } from './modules/content/module.ts';
import { createContentEditingModule } from './modules/content-entries/module.ts';
import { createCountryModule } from './modules/countries/module.ts';
import { createFeedAdviceModule } from './modules/feed-advice/module.ts';
import { createFooterModule } from './modules/footers/module.ts';
import { createGiftCardModule } from './modules/gift-cards/module.ts';
import { createLabResultModule } from './modules/lab-results/module.ts';
import { createLanguageModule } from './modules/languages/module.ts';
import { createLegalModule } from './modules/legal/module.ts';
import { createLocationModule } from './modules/locations/module.ts';
import { createNavigationModule } from './modules/navigations/module.ts';
import { createNewsletterModule } from './modules/newsletter/module.ts';
import { createNotificationModule } from './modules/notifications/module.ts';
import { createOrderDocumentModule } from './modules/orders/documents/module.ts';
import { createOrderModule } from './modules/orders/module.ts';
import type { OrderChanger } from './modules/orders/service.ts';
import { createPaymentModule } from './modules/payments/module.ts';
import type { Payments, Reconciler } from './modules/payments/service.ts';
import { createPersonalDataModule } from './modules/personal-data/module.ts';
import { createPictureModule } from './modules/pictures/module.ts';
import { createPreviewModule } from './modules/previews/module.ts';
import type { PreviewService } from './modules/previews/service.ts';
import { createPriceModule } from './modules/prices/module.ts';
import { createProductFeedModule } from './modules/product-feed/module.ts';
import { createProductModule } from './modules/products/module.ts';
import { createPromotionModule } from './modules/promotions/module.ts';
import { createReturnModule } from './modules/returns/module.ts';
import { createReviewModule } from './modules/reviews/module.ts';
import { createRoutingModule } from './modules/routing/module.ts';
import { createSearchModule } from './modules/search/module.ts';
import { createSiloQuotationModule } from './modules/silo-quotations/module.ts';
import { createSiteModule } from './modules/sites/module.ts';
import { createStockModule } from './modules/stock/module.ts';
import { createStockReminderModule } from './modules/stock-reminders/module.ts';
import { createSubscriptionModule } from './modules/subscriptions/module.ts';
import { createUspModule } from './modules/usps/module.ts';
import { createVacancyModule } from './modules/vacancies/module.ts';
import { createVocabularyService } from './modules/vocabulary/service.ts';
import { createWithdrawalModule } from './modules/withdrawals/module.ts';
import { createOutboxAdmin } from './outbox/admin.ts';
import type { PaymentSettings } from './payment-settings.ts';
import { createSiteDirectory, type SiteDirectory } from './scope/site-directory.ts';

export interface ShopModules {
  readonly sites: SiteDirectory;
  readonly modules: readonly BackendModule[];
  readonly sessions: Sessions;
  readonly carts: CartService;
  readonly payments: Payments;
  readonly reconciler: Reconciler;
  readonly orders: OrderChanger;
  readonly previews: PreviewService;
  readonly passwordHashGate: PasswordHashGate;
}

/** Creates all modules of the shop. Starts nothing. A module that needs another one receives its service. */
export function createShopModules(
  options: Omit<ModuleDeps, 'sites' | 'sessions' | 'passwords'> & {
    /** Real domain by imported domain. */
    readonly siteDomains: ReadonlyMap<string, string>;
    readonly texts: MailTexts;
    /** Payment settings; by default the test bank for all payments. */
    readonly paymentSettings?: PaymentSettings;
    /** Replaces the payment providers of the settings. */
    readonly createPayments?:
      | ((deps: ModuleDeps & { readonly getOrders: () => OrderChanger }) => Payments)
      | undefined;
    /** Requirements for passwords; by default those of the specification. */
    readonly passwordRule?: PasswordRule | undefined;
    /** Rate at which campaign mails are written, per minute; by default `DEFAULT_CAMPAIGN_MAILS_PER_MINUTE`. */
    readonly campaignMailsPerMinute?: number | undefined;
    /** Service that looks up Dutch addresses. */
    readonly addressLookup?: AddressLookupKind | undefined;
    /** Replaces the address service of that type. */
    readonly addressSource?: AddressSource | undefined;
  },
): ShopModules {
  const sites = createSiteDirectory(options);
  const sessions = createSessions({ ...options, formKey: options.signingKeys.forms });
  const passwords = createPasswordValidator(options.passwordRule);
  const deps: ModuleDeps = { ...options, sites, sessions, passwords };
  const texts = createContentEditingModule(deps);
  const { planned } = texts;
  const words = createVocabularyService(deps);
  const routing = createRoutingModule(deps);
  const products = createProductModule({ ...deps, vocabulary: words, planned });
  const search = createSearchModule({ ...deps, vocabulary: words, products: products.service, planned });
  const giftCards = createGiftCardModule(deps);
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
    getPayments: () => orderPaymentsOf,
  });
  const shops = createSiteModule({ ...deps, routing: routing.service, planned });
  const previews = createPreviewModule({
    ...deps,
    siteDomains: options.siteDomains,
    fetchSite: shops.service.fetchSiteAt,
  });
  const getOrders = () => orders.service;
  const payments = createPaymentModule({
    ...deps,
    texts: options.texts,
    settings: options.paymentSettings ?? { providers: undefined, allowTestBank: false },
    getOrders,
  });
  const accounts = createAccountModule({
    ...deps,
    accountCarts: carts.accountCarts,
    addressLookups: addressLookups.service,
  });
  const orderPaymentsOf = options.createPayments?.({ ...deps, getOrders }) ?? payments.service;
  const orders = createOrderModule({
    ...deps,
    checkout: carts.checkout,
    transferLines: carts.transferLines,
    products: products.service,
    payments: orderPaymentsOf,
    giftCards: giftCards.service,
  });
  return {
    sites,
    sessions,
    carts: carts.service,
    payments: payments.service,
    reconciler: payments.reconciler,
    orders: orders.service,
    previews: previews.service,
    passwordHashGate: accounts.passwordHashGate,
    modules: [
      shops,
      createLanguageModule(deps),
      createCountryModule(deps),
      routing,
      createContentModule({ ...deps, routing: routing.service, planned }),
      createNavigationModule({ ...deps, planned }),
      createFooterModule({ ...deps, planned }),
      createUspModule({ ...deps, planned }),
      texts,
      createNotificationModule({ ...deps, planned }),
      createVacancyModule(deps),
      products,
      search,
      createProductFeedModule(deps),
      createPictureModule(deps),
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
      createPersonalDataModule(deps),
      createReviewModule({ ...deps, products: products.service }),
      createReturnModule({
        ...deps,
        products: products.service,
        orders: orders.service,
      }),
      createLabResultModule({ ...deps, search: search.service, products: products.service }),
      createSiloQuotationModule(deps),
      createFeedAdviceModule({ ...deps, products: products.service }),
      carts,
      createOrderDocumentModule({ ...deps, texts: options.texts }),
      createWithdrawalModule({
        ...deps,
        texts: options.texts,
        orders: orders.service,
      }),
      payments,
      giftCards,
      orders,
      accounts,
      createLocationModule(deps),
      createLegalModule(deps),
      createBookkeepingModule(deps),
      previews,
      { admin: createOutboxAdmin(deps.database) },
      addressLookups,
    ],
  };
}
