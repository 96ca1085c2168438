import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CheckoutDraft } from '../../../../shared/contract/carts.ts';
import type { AlternativeShippingAddress, Billing, Shipping } from '../../../../shared/contract/people.ts';
import { productVariant } from '../../catalogue/products/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { account } from '../../customers/accounts/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { paymentMethod, site } from '../../sites/sites/tables.ts';

/**
 * A visitor's cart on one site. Its unguessable ids are in `cart_access`; the number here gives no access.
 */
export const cart = pgTable(
  'cart',
  {
    cartId: bigint('cart_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    created: instant('created').notNull(),
    lastModified: instant('last_modified').notNull(),
    storeId: text('store_id'),
    /** Network of the visitor: /24 of IPv4, /48 of IPv6. */
    clientIp: text('client_ip'),
    billing: jsonb('billing').$type<Billing>(),
    shipping: jsonb('shipping').$type<Shipping>(),
    alternativeShippingAddress: jsonb('alternative_shipping_address').$type<AlternativeShippingAddress>(),
    /** Null once the step is sent. */
    draft: jsonb('draft').$type<CheckoutDraft>(),
    newsletterSubscribe: boolean('newsletter_subscribe').notNull().default(false),
    paymentMethodId: integer('payment_method_id').references(() => paymentMethod.paymentMethodId),
    issuer: text('issuer'),
    mailCampaignId: text('mail_campaign_id'),
    /** Discount code as typed, in capitals without spaces. */
    discountCode: text('discount_code'),
    dealerId: integer('dealer_id'),
    parcelShopId: text('parcel_shop_id'),
    parcelShopZipcodeOrCity: text('parcel_shop_zipcode_or_city'),
    /** Time of the order. The cart is then inaccessible and only records which order it became. */
    orderedAt: instant('ordered_at'),
    /** The owner. A cart with an owner cannot be reached by its id alone. */
    accountId: uuid('account_id').references(() => account.accountId),
    /** Password of a guest who wants an account with the order: Argon2id, as for accounts. */
    passwordHash: text('password_hash'),
    /** Path of the page that activates that account. */
    confirmPath: text('confirm_path'),
  },
  (t) => [
    index('cart_last_modified').on(t.lastModified),
    index('cart_account').on(t.accountId).where(sql`${t.accountId} is not null`),
  ],
);

/** The ids under which a cart can be reached. */
export const cartAccess = pgTable(
  'cart_access',
  {
    /** SHA-256 of the id. */
    idHash: text('id_hash').primaryKey(),
    cartId: bigint('cart_id', { mode: 'number' })
      .notNull()
      .references(() => cart.cartId),
    /** End of a staff member's access; null for the visitor's own id. */
    impersonatedUntil: instant('impersonated_until'),
  },
  (t) => [index('cart_access_cart').on(t.cartId)],
);

export const cartProduct = pgTable(
  'cart_product',
  {
    cartId: bigint('cart_id', { mode: 'number' })
      .notNull()
      .references(() => cart.cartId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    count: integer('count').notNull(),
    /** Position in the cart: one more than that of the line before. */
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.productVariantId] }),
    check('cart_product_count', sql`${t.count} between 1 and 999`),
  ],
);

/** One sample for each piece of a roughage test. */
export const cartSample = pgTable(
  'cart_sample',
  {
    cartId: bigint('cart_id', { mode: 'number' }).notNull(),
    productVariantId: integer('product_variant_id').notNull(),
    /** Unchanged when another sample is removed. */
    sequence: integer('sequence').notNull(),
    /** Null until the sample is named. */
    sampleName: text('sample_name'),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.productVariantId, t.sequence] }),
    foreignKey({
      name: 'cart_sample_line',
      columns: [t.cartId, t.productVariantId],
      foreignColumns: [cartProduct.cartId, cartProduct.productVariantId],
    }),
    check('cart_sample_name', sql`length(${t.sampleName}) between 1 and 60`),
  ],
);

/** A hand-over of a cart to another site. */
export const cartHandover = pgTable(
  'cart_handover',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    cartId: bigint('cart_id', { mode: 'number' })
      .notNull()
      .references(() => cart.cartId),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('cart_handover_cart').on(t.cartId)],
);

/** A single-use key with which a staff member may view a cart. */
export const cartImpersonation = pgTable(
  'cart_impersonation',
  {
    /** SHA-256 of the key. */
    keyHash: text('key_hash').primaryKey(),
    cartId: bigint('cart_id', { mode: 'number' })
      .notNull()
      .references(() => cart.cartId),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('cart_impersonation_cart').on(t.cartId)],
);

/** Visits to a site from a mail campaign, by day. Contains no personal data. */
export const mailCampaignVisit = pgTable(
  'mail_campaign_visit',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    mailCampaignId: text('mail_campaign_id').notNull(),
    day: date('day').notNull(),
    visits: integer('visits').notNull(),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.mailCampaignId, t.day] })],
);
