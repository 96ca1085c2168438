import type { PgTable } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

type Schema = typeof schema;

/** Name of a table in `schema.ts`. */
export type TableName = { [K in keyof Schema]: Schema[K] extends PgTable ? K : never }[keyof Schema];

/**
 * What a table holds, which says who may write and who may delete its rows.
 *
 * - `files`: exactly what the imported files say; each import makes it so
 * - `files and past`: what the import writes from the files and from what was stored before
 * - `keeper`: what the shop's own people decide; an import may begin it, and changes and deletes nothing that is there
 * - `person`: what a person wrote, or what is about one; no foreign key may delete it
 * - `derived`: computed from other tables; may be computed anew
 * - `operation`: what the backend notes of its own work
 */
export type TableContents = 'files' | 'files and past' | 'keeper' | 'person' | 'derived' | 'operation';

/** One word for every table. The importer's rows follow from it, and so does what a cascade must never reach. */
export const tableContents = {
  account: 'person',
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
  contentPageProduct: 'files',
  contentPageRelation: 'files',
  contentPageScope: 'files',
  contentPageTranslation: 'files',
  country: 'files',
  countryTranslation: 'files',
  customerOrder: 'person',
  dealer: 'files',
  facetValue: 'files and past',
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
  keeper: 'keeper',
  keeperLog: 'keeper',
  keeperSession: 'operation',
  labReference: 'files',
  labResult: 'person',
  labShelf: 'files',
  language: 'files',
  legalNotice: 'files',
  legalProfile: 'files',
  legalProfileTranslation: 'files',
  legalVatCountry: 'files',
  mailAttachment: 'operation',
  mailCampaignVisit: 'operation',
  navigation: 'files',
  navigationItem: 'files',
  navigationItemTranslation: 'files',
  notification: 'files',
  notificationTranslation: 'files',
  numberSeries: 'operation',
  orderLine: 'person',
  orderMessage: 'operation',
  orderPromotion: 'person',
  orderSample: 'person',
  orderStatusChange: 'person',
  outboxEvent: 'operation',
  outboxMail: 'person',
  parcelShop: 'files',
  payment: 'person',
  paymentMethod: 'files',
  picture: 'files and past',
  price: 'files and past',
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
  promotion: 'keeper',
  promotionCategory: 'keeper',
  promotionProduct: 'keeper',
  promotionSite: 'keeper',
  promotionTranslation: 'keeper',
  rateLimit: 'person',
  refund: 'person',
  returnPhoto: 'person',
  review: 'person',
  reviewTranslation: 'person',
  roughageSample: 'person',
  route: 'files and past',
  sampleNumberSeries: 'operation',
  searchMeaning: 'files',
  searchSynonym: 'files',
  shopImport: 'operation',
  shopRecord: 'files and past',
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
  stock: 'files and past',
  stockMovement: 'person',
  stockReminder: 'person',
  storedDocument: 'person',
  termTranslation: 'files',
  testBankPayment: 'operation',
  uspCollection: 'files',
  uspText: 'files',
  variantPicture: 'files and past',
  withdrawal: 'person',
} as const satisfies Record<TableName, TableContents>;

/** Tables that hold one thing. */
export type TablesOf<C extends TableContents> = {
  [T in TableName]: (typeof tableContents)[T] extends C ? T : never;
}[TableName];
