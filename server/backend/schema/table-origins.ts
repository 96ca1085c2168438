import type { PgTable } from 'drizzle-orm/pg-core';
import type { PersonTableName } from '../core/privacy/retention.ts';
import type * as schema from './schema.ts';

type SchemaTables = typeof schema;

/** Name of a table in `schema.ts`. */
export type TableName = {
  [K in keyof SchemaTables]: SchemaTables[K] extends PgTable ? K : never;
}[keyof SchemaTables];

/**
 * Origin of a table's rows, which determines who may write and delete them.
 *
 * - `files`: exactly the content of the imported files; each import restores it
 * - `files and history`: written by the import from the files and the stored data
 * - `staff`: managed by staff; an import may add initial rows, but does not change or delete any
 * - `person`: written by or about a person; no foreign key may delete it
 * - `derived`: computed from other tables; can be recomputed
 * - `operation`: records of the backend about its own work
 */
export type TableOrigin = 'files' | 'files and history' | 'staff' | 'person' | 'derived' | 'operation';

/**
 * Origin of every table. Determines the importer's rows and which tables a cascade must never reach. The tables
 * of origin `person` are those with a retention rule.
 */
export const tableOrigins = {
  account: 'person',
  accountAddress: 'person',
  accountRequest: 'person',
  accountSession: 'person',
  accountToken: 'person',
  auditEntry: 'person',
  cart: 'person',
  cartAccess: 'person',
  cartGiftCard: 'person',
  cartHandover: 'person',
  cartImpersonation: 'person',
  cartProduct: 'person',
  cartSample: 'person',
  category: 'files',
  categoryProduct: 'files',
  categoryTranslation: 'files',
  contentPage: 'files',
  contentPageCaption: 'files',
  contentPageCategory: 'files',
  contentPageClip: 'files',
  contentPageProduct: 'files',
  contentPageRelation: 'files',
  contentPageScope: 'files',
  contentPageTranslation: 'files',
  country: 'files',
  countryTranslation: 'files',
  customerOrder: 'person',
  dealer: 'files',
  facetValue: 'files and history',
  feedAdvice: 'person',
  feedModel: 'files',
  footer: 'files',
  footerColumn: 'files',
  footerColumnTranslation: 'files',
  footerLink: 'files',
  footerLinkTranslation: 'files',
  giftCard: 'person',
  giftCardMovement: 'person',
  idempotentAnswer: 'person',
  invoice: 'person',
  job: 'operation',
  staffMember: 'staff',
  adminLog: 'staff',
  adminRequest: 'operation',
  staffSession: 'operation',
  labReference: 'files',
  labResult: 'person',
  labShelf: 'files',
  language: 'files',
  legalNotice: 'files',
  legalProfile: 'files',
  legalProfileTranslation: 'files',
  legalVatCountry: 'files',
  campaign: 'staff',
  campaignRecipient: 'person',
  campaignSite: 'staff',
  campaignText: 'staff',
  mailAttachment: 'operation',
  mailCampaignVisit: 'operation',
  navigation: 'files',
  navigationItem: 'files',
  navigationItemTranslation: 'files',
  newsletterConsent: 'person',
  newsletterSubscriber: 'person',
  notification: 'files',
  notificationTranslation: 'files',
  numberSeries: 'operation',
  orderCredit: 'person',
  orderCreditPart: 'person',
  orderLine: 'person',
  orderNote: 'person',
  orderMessage: 'operation',
  orderPromotion: 'person',
  orderSample: 'person',
  orderStatusChange: 'person',
  outboxEvent: 'operation',
  outboxMail: 'person',
  parcelShop: 'files',
  payment: 'person',
  // Contains ids, numbers and amounts only.
  paymentDifference: 'operation',
  paymentMethod: 'files',
  picture: 'files and history',
  previewLink: 'operation',
  price: 'files and history',
  product: 'files',
  productFacet: 'files',
  productListing: 'derived',
  productListingChange: 'derived',
  productListingVersion: 'derived',
  productPopularity: 'derived',
  productRating: 'derived',
  productRelation: 'files',
  productTranslation: 'files',
  productVariant: 'files',
  productReturn: 'person',
  promotion: 'staff',
  promotionCategory: 'staff',
  promotionProduct: 'staff',
  promotionSite: 'staff',
  promotionTranslation: 'staff',
  rateLimit: 'person',
  refund: 'person',
  returnAnswer: 'person',
  returnPhoto: 'person',
  review: 'person',
  reviewTranslation: 'person',
  roughageSample: 'person',
  route: 'files and history',
  sampleNumberSeries: 'operation',
  searchDocument: 'derived',
  searchIndexState: 'derived',
  searchMeaning: 'files',
  searchSynonym: 'files',
  searchTerm: 'derived',
  searchWord: 'derived',
  shopImport: 'operation',
  shopRecord: 'files and history',
  siloQuotation: 'person',
  site: 'files',
  siteCategory: 'files',
  siteContentPage: 'files',
  siteDeliveryCountry: 'files',
  siteLanguage: 'files',
  sitePaymentMethod: 'files',
  siteProduct: 'files',
  siteSetting: 'files',
  siteShippingMethod: 'files',
  siteVacancy: 'staff',
  stock: 'files and history',
  stockCorrection: 'operation',
  stockMovement: 'person',
  stockReminder: 'person',
  storedDocument: 'person',
  termTranslation: 'files',
  testBankPayment: 'operation',
  uspCollection: 'files',
  uspText: 'files',
  textPicture: 'staff',
  textVersion: 'staff',
  vacancy: 'staff',
  vacancyTranslation: 'staff',
  variantPicture: 'files and history',
  withdrawal: 'person',
} as const satisfies Record<Exclude<TableName, PersonTableName>, Exclude<TableOrigin, 'person'>> &
  Record<PersonTableName, 'person'>;

/** Tables of one origin. */
export type TablesOfOrigin<C extends TableOrigin> = {
  [T in TableName]: (typeof tableOrigins)[T] extends C ? T : never;
}[TableName];
