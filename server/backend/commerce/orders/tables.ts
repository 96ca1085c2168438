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
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Discount } from '../../../../shared/contract/cart-calculations.ts';
import type { OrderDelivery } from '../../../../shared/contract/orders.ts';
import type { Billing } from '../../../../shared/contract/people.ts';
import type { ProductType } from '../../../../shared/contract/products.ts';
import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import type { VatType } from '../../../../shared/rules/prices.ts';
import { productVariant } from '../../catalogue/products/tables.ts';
import { promotion } from '../../catalogue/promotions/tables.ts';
import { staffMember } from '../../core/admin/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { storedDocument } from '../../core/mail/tables.ts';
import { account } from '../../customers/accounts/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { paymentMethod, site } from '../../sites/sites/tables.ts';
import type { CreditPart, CreditReason } from './credit-parts.ts';
import type { OrderMessageKind } from './order-messages.ts';

const orderStatusList = sql.raw(`('created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled')`);

/**
 * Number series without gaps, by site and year. The transaction that takes a number locks the row until it
 * ends.
 */
export const numberSeries = pgTable(
  'number_series',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Year by the calendar of the site. */
    year: integer('year').notNull(),
    kind: text('kind').$type<'order' | 'invoice' | 'credit-note'>().notNull(),
    /** The last number that was assigned. */
    last: integer('last').notNull(),
    /** Numbers skipped after a restore, because documents that are not in the back-up may have them. */
    skipped: integer('skipped').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.year, t.kind] }),
    check('number_series_kind', sql`${t.kind} in ('order', 'invoice', 'credit-note')`),
  ],
);

/**
 * An order as agreed with the customer. It does not follow later changes of the catalogue. Amounts are euro
 * cents incl. VAT.
 */
export const customerOrder = pgTable(
  'customer_order',
  {
    orderId: uuid('order_id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    status: text('status').$type<OrderStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * SHA-256 of the order's token in hex. The token gives the rights of the customer for this order. Mails
     * derive it from the id (`security/link-tokens.ts`); the hash also accepts it after a change of the key.
     */
    tokenHash: text('token_hash').notNull(),
    /**
     * The cart that it was placed from: one order for each cart. Null for a replacement, which was not
     * ordered by the customer.
     */
    cartId: bigint('cart_id', { mode: 'number' }).unique(),
    billing: jsonb('billing').$type<Billing>().notNull(),
    delivery: jsonb('delivery').$type<OrderDelivery>().notNull(),
    /** Dealer at which the order is collected, for packing. */
    dealerId: integer('dealer_id'),
    parcelShopId: text('parcel_shop_id'),
    newsletterSubscribe: boolean('newsletter_subscribe').notNull(),
    mailCampaignId: text('mail_campaign_id'),
    storeId: text('store_id'),
    subTotalAmount: integer('sub_total_amount').notNull(),
    orderDiscounts: jsonb('order_discounts').$type<Discount[]>().notNull(),
    originalShippingCosts: integer('original_shipping_costs').notNull(),
    shippingDiscounts: jsonb('shipping_discounts').$type<Discount[]>().notNull(),
    shippingCosts: integer('shipping_costs').notNull(),
    shippingCostsExclVat: integer('shipping_costs_excl_vat').notNull(),
    paymentCosts: integer('payment_costs').notNull(),
    totalAmount: integer('total_amount').notNull(),
    totalAmountExclVat: integer('total_amount_excl_vat').notNull(),
    vatAmounts: jsonb('vat_amounts')
      .$type<{ vatType: VatType; vatRatePercentage: number; amountExclVat: number; vatAmount: number }[]>()
      .notNull(),
    /** Discount code as defined by staff. */
    discountCode: text('discount_code'),
    giftCardAmount: integer('gift_card_amount').notNull(),
    /** Null if the gift card pays everything. */
    paymentMethodId: integer('payment_method_id').references(() => paymentMethod.paymentMethodId),
    issuer: text('issuer'),
    /** End of the payment period, after which an unpaid order is cancelled; null once it is paid. */
    paymentDueAt: instant('payment_due_at'),
    /**
     * Network of the visitor (/24 of IPv4, /48 of IPv6) until the order is paid or cancelled. It limits what
     * unpaid orders reserve.
     */
    unpaidNetwork: text('unpaid_network'),
    /** Reason of the cancellation. */
    cancelReason: text('cancel_reason').$type<'customer' | 'shop' | 'unpaid'>(),
    trackingUrl: text('tracking_url'),
    /** Local date on which its customer received it, if the carrier or staff reported it. */
    receivedOn: date('received_on', { mode: 'string' }),
    /** Whether a payment arrived after the cancellation and was refunded: staff should check it. */
    hadLatePayment: boolean('had_late_payment').notNull().default(false),
    /** Account of the customer; null for guests and closed accounts. */
    accountId: uuid('account_id').references(() => account.accountId),
  },
  (t) => [
    index('customer_order_account').on(t.accountId, t.createdAt).where(sql`${t.accountId} is not null`),
    unique('customer_order_number').on(t.siteId, t.orderNumber),
    index('customer_order_due').on(t.paymentDueAt).where(sql`${t.paymentDueAt} is not null`),
    index('customer_order_created').on(t.createdAt),
    index('customer_order_address').on(t.siteId, sql`(${t.billing} ->> 'emailAddress')`),
    index('customer_order_sent').on(t.createdAt).where(sql`${t.status} = 'sent'`),
    check('customer_order_status', sql`${t.status} in ${orderStatusList}`),
    check('customer_order_cancel_reason', sql`${t.cancelReason} in ('customer', 'shop', 'unpaid')`),
    check(
      'customer_order_amounts',
      sql`${t.totalAmount} >= 0 and ${t.giftCardAmount} between 0 and ${t.totalAmount} and ${t.shippingCosts} >= 0`,
    ),
  ],
);

const orderId = () =>
  uuid('order_id')
    .notNull()
    .references(() => customerOrder.orderId);

export const orderStatusChange = pgTable(
  'order_status_change',
  {
    orderId: orderId(),
    status: text('status').$type<OrderStatus>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.status] }),
    check('order_status_change_status', sql`${t.status} in ${orderStatusList}`),
  ],
);

export const orderLine = pgTable(
  'order_line',
  {
    orderId: orderId(),
    /** Position, starting at 1. A gift has its own position after the line that it belongs to. */
    position: integer('position').notNull(),
    productId: integer('product_id').notNull(),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    productType: integer('product_type').$type<ProductType>().notNull(),
    isGift: boolean('is_gift').notNull(),
    isVoucher: boolean('is_voucher').notNull(),
    isSentAsParcel: boolean('goes_as_parcel').notNull(),
    quantity: integer('quantity').notNull(),
    description: text('description').notNull(),
    productLabel: text('product_label').notNull(),
    originalAmount: integer('original_amount').notNull(),
    totalAmount: integer('total_amount').notNull(),
    productDiscounts: jsonb('product_discounts').$type<Discount[]>().notNull(),
    /** Amount paid for the line, after its share of the order discounts. */
    paidAmount: integer('paid_amount').notNull(),
    vatType: text('vat_type').$type<VatType>().notNull(),
    vatRatePercentage: numeric('vat_rate_percentage', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    vatAmount: integer('vat_amount').notNull(),
    /**
     * Pieces taken from stock; 0 if the variant's stock is not counted. Until the order is paid, it may be
     * lower than the quantity.
     */
    stockAmount: integer('stock_amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('order_line_variant').on(t.productVariantId),
    check('order_line_quantity', sql`${t.quantity} > 0 and ${t.stockAmount} between 0 and ${t.quantity}`),
    check('order_line_vat_type', sql`${t.vatType} in ('high', 'low', 'none')`),
    check('order_line_product_type', sql`${t.productType} between 1 and 5`),
  ],
);

export const orderSample = pgTable(
  'order_sample',
  {
    orderId: orderId(),
    position: integer('position').notNull(),
    sequence: integer('sequence').notNull(),
    sampleName: text('sample_name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position, t.sequence] }),
    foreignKey({
      name: 'order_sample_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLine.orderId, orderLine.position],
    }),
  ],
);

/** Promotions that an order has used. Their uses are released when it is cancelled. */
export const orderPromotion = pgTable(
  'order_promotion',
  {
    orderId: orderId(),
    promotionId: integer('promotion_id')
      .notNull()
      .references(() => promotion.promotionId),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.promotionId] })],
);

/** Stock taken and returned by an order: each once, so that a repeat changes nothing. */
export const stockMovement = pgTable(
  'stock_movement',
  {
    orderId: orderId(),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    kind: text('kind').$type<'taken' | 'returned'>().notNull(),
    pieces: integer('pieces').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productVariantId, t.kind] }),
    index('stock_movement_variant').on(t.productVariantId),
    check('stock_movement_kind', sql`${t.kind} in ('taken', 'returned')`),
    check('stock_movement_pieces', sql`${t.pieces} > 0`),
  ],
);

/**
 * Messages to the customer of an order. They ensure that each is sent once, however often its job is started.
 */
export const orderMessage = pgTable(
  'order_message',
  {
    orderId: orderId(),
    kind: text('kind').$type<OrderMessageKind>().notNull(),
    /** Id of the refund; '' for kinds of which an order has only one message. */
    subject: text('subject').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind, t.subject] }),
    check(
      'order_message_kind',
      sql`${t.kind} in ('received', 'unpaid', 'confirmed', 'sent', 'cancelled', 'refunded', 'gift-cards')`,
    ),
  ],
);

/**
 * A credit of an order: one decision, which is refunded by one or more means and documented by one credit
 * note if money was paid. Orders from before this table have refunds and credit notes without it.
 */
export const orderCredit = pgTable(
  'order_credit',
  {
    orderCreditId: uuid('order_credit_id').primaryKey(),
    /** Sequence of the credits: they are written while the order is locked. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    orderId: orderId(),
    reason: text('reason').$type<CreditReason>().notNull(),
    /** Part that was returned to the gift card, in euro cents. */
    giftCardAmount: integer('gift_card_amount').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('order_credit_order').on(t.orderId),
    check('order_credit_reason', sql`${t.reason} in ('cancelled', 'refund', 'return', 'withdrawal')`),
    check('order_credit_gift_card', sql`${t.giftCardAmount} >= 0`),
  ],
);

/** A part of a credit. The parts of all credits never exceed the order: by line, by VAT rate and in total. */
export const orderCreditPart = pgTable(
  'order_credit_part',
  {
    orderCreditId: uuid('order_credit_id').notNull(),
    /** Sequence, starting at 1. */
    sequence: integer('sequence').notNull(),
    kind: text('kind').$type<CreditPart['kind']>().notNull(),
    /** Position of the order line; null for the other kinds. */
    position: integer('position'),
    /** Pieces of the line; null for the other kinds. */
    quantity: integer('quantity'),
    /** Euro cents incl. VAT; negative only for goodwill that a cancellation offsets. */
    amount: integer('amount').notNull(),
    vatRatePercentage: numeric('vat_rate_percentage', { precision: 5, scale: 2, mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderCreditId, t.sequence] }),
    foreignKey({
      name: 'order_credit_part_credit',
      columns: [t.orderCreditId],
      foreignColumns: [orderCredit.orderCreditId],
    }),
    check(
      'order_credit_part_kind',
      sql`(${t.kind} = 'line' and ${t.position} is not null and ${t.quantity} > 0 and ${t.amount} >= 0)
        or (${t.kind} in ('delivery', 'payment', 'goodwill') and ${t.position} is null and ${t.quantity} is null)`,
    ),
  ],
);

/** Invoices and credit notes as they were sent. Their numbers have no gaps, and they are immutable. */
export const invoice = pgTable(
  'invoice',
  {
    invoiceId: bigint('invoice_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Number such as '2026-V-000001' or '2026-C-000001'. */
    number: text('number').notNull(),
    kind: text('kind').$type<'invoice' | 'credit-note'>().notNull(),
    orderId: orderId(),
    /** Euro cents incl. VAT; positive for credit notes too. */
    totalAmount: integer('total_amount').notNull(),
    /**
     * The credit of a credit note; null for invoices, and for credit notes from before credits were
     * introduced.
     */
    orderCreditId: uuid('order_credit_id').references(() => orderCredit.orderCreditId),
    createdAt: instant('created_at').notNull(),
    storedDocumentId: bigint('stored_document_id', { mode: 'number' })
      .notNull()
      .references(() => storedDocument.storedDocumentId),
  },
  (t) => [
    unique('invoice_number').on(t.siteId, t.number),
    index('invoice_order').on(t.orderId),
    uniqueIndex('invoice_once').on(t.orderId).where(sql`${t.kind} = 'invoice'`),
    uniqueIndex('invoice_order_credit').on(t.orderCreditId).where(sql`${t.orderCreditId} is not null`),
    check('invoice_kind', sql`${t.kind} in ('invoice', 'credit-note')`),
  ],
);

/** Internal note of staff on an order. Customers only see it if they request their personal data. */
export const orderNote = pgTable(
  'order_note',
  {
    orderNoteId: bigint('order_note_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: orderId(),
    at: instant('at').notNull(),
    /** Author; null for a command. */
    staffMemberId: uuid('keeper_id').references(() => staffMember.staffMemberId),
    text: text('text').notNull(),
  },
  (t) => [index('order_note_order').on(t.orderId), check('order_note_text', sql`length(${t.text}) > 0`)],
);
