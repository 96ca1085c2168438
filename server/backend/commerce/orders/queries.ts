import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import { productKeys } from '../../catalogue/products/views.ts';
import type { HasBoughtProduct } from '../../catalogue/reviews/service.ts';
import type { SelectSoldPieces } from '../../catalogue/search/service.ts';
import type { Database } from '../../core/database/database.ts';
import { findStoredDocument, type StoredDocument } from '../../core/mail/stored-documents.ts';
import type { Person } from '../../core/privacy/personal-data-source.ts';
import { countryCodes } from '../../sites/countries/views.ts';
import { createWithdrawnCondition } from '../withdrawals/queries.ts';
import { deleteCreditsOfOrders } from './credit-queries.ts';
import {
  customerOrder,
  invoice,
  orderLine,
  orderMessage,
  orderNote,
  orderPromotion,
  orderSample,
  orderStatusChange,
  stockMovement,
} from './tables.ts';
import type { OrderRecord } from './types.ts';
import type { WithdrawalPeriodInput } from './withdrawal-period.ts';

export { countCreditedPieces, createReturnCreditedCondition } from './credit-queries.ts';

export type OrderChange = Partial<Omit<typeof customerOrder.$inferInsert, 'orderId' | 'status'>>;
export type OrderLineRecord = typeof orderLine.$inferSelect;

export async function findOrder(handle: Database, orderId: string): Promise<OrderRecord | undefined> {
  const [row] = await handle.select().from(customerOrder).where(eq(customerOrder.orderId, orderId));
  return row;
}

/** Returns the billing details of the latest order of an account; null if it has no orders. */
export async function findLatestBilling(
  handle: Database,
  accountId: string,
): Promise<OrderRecord['billing'] | null> {
  const [row] = await handle
    .select({ billing: customerOrder.billing })
    .from(customerOrder)
    .where(eq(customerOrder.accountId, accountId))
    .orderBy(desc(customerOrder.createdAt))
    .limit(1);
  return row?.billing ?? null;
}

/** Returns the order that was placed from a cart. */
export async function findOrderOfCart(handle: Database, cartId: number): Promise<OrderRecord | undefined> {
  const [row] = await handle.select().from(customerOrder).where(eq(customerOrder.cartId, cartId));
  return row;
}

/** Returns an order and locks it until the transaction ends. */
export async function lockOrder(transaction: Database, orderId: string): Promise<OrderRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId))
    .for('update');
  return row;
}

/** Lists orders by their number. Each site has its own series. */
export async function listOrdersByNumber(handle: Database, orderNumber: string): Promise<OrderRecord[]> {
  return handle
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.orderNumber, orderNumber))
    .orderBy(asc(customerOrder.siteId));
}

/** Returns the order of a site by its number. */
export async function findOrderByNumber(
  handle: Database,
  siteId: number,
  orderNumber: string,
): Promise<OrderRecord | undefined> {
  const [row] = await handle
    .select()
    .from(customerOrder)
    .where(and(eq(customerOrder.siteId, siteId), eq(customerOrder.orderNumber, orderNumber)));
  return row;
}

/** Lists the latest orders, newest first. */
export async function listOrders(
  handle: Database,
  wanted: {
    readonly statuses: readonly OrderStatus[];
    readonly siteId: number | null;
    /** Null: all orders. */
    readonly orderIds: readonly string[] | null;
    readonly limit: number;
  },
): Promise<OrderRecord[]> {
  return handle
    .select()
    .from(customerOrder)
    .where(
      and(
        wanted.statuses.length > 0 ? inArray(customerOrder.status, [...wanted.statuses]) : undefined,
        wanted.siteId === null ? undefined : eq(customerOrder.siteId, wanted.siteId),
        wanted.orderIds === null ? undefined : inArray(customerOrder.orderId, [...wanted.orderIds]),
      ),
    )
    .orderBy(desc(customerOrder.createdAt), desc(customerOrder.orderNumber))
    .limit(wanted.limit);
}

/** Lists a page of the orders of an account, the latest first, and counts all of them. */
export async function listAccountOrders(
  handle: Database,
  owner: OrderOwner,
  wanted: { readonly offset: number; readonly limit: number },
): Promise<{ readonly orders: OrderRecord[]; readonly total: number }> {
  const isOwn = createOwnerCondition(owner);
  const orders = await handle
    .select()
    .from(customerOrder)
    .where(isOwn)
    .orderBy(desc(customerOrder.createdAt), desc(customerOrder.orderNumber))
    .limit(wanted.limit)
    .offset(wanted.offset);
  return { orders, total: await handle.$count(customerOrder, isOwn) };
}

/** Detaches orders from a deleted account. They keep the data that must be retained by law. */
export async function unlinkOrdersFromAccount(transaction: Database, accountId: string): Promise<void> {
  await transaction
    .update(customerOrder)
    .set({ accountId: null })
    .where(eq(customerOrder.accountId, accountId));
}

export async function insertOrder(
  transaction: Database,
  order: {
    readonly record: typeof customerOrder.$inferInsert;
    readonly lines: readonly Omit<typeof orderLine.$inferInsert, 'orderId'>[];
    readonly samples: readonly Omit<typeof orderSample.$inferInsert, 'orderId'>[];
    readonly promotionIds: readonly number[];
    /** Pieces that were taken, by variant. */
    readonly taken: ReadonlyMap<number, number>;
  },
): Promise<void> {
  const { record, lines, samples, promotionIds, taken } = order;
  const { orderId, status, createdAt } = record;
  await transaction.insert(customerOrder).values(record);
  await transaction.insert(orderStatusChange).values({ orderId, status, at: createdAt });
  await transaction.insert(orderLine).values(lines.map((line) => ({ orderId, ...line })));
  if (samples.length > 0) {
    await transaction.insert(orderSample).values(samples.map((sample) => ({ orderId, ...sample })));
  }
  if (promotionIds.length > 0) {
    await transaction
      .insert(orderPromotion)
      .values(promotionIds.map((promotionId) => ({ orderId, promotionId })));
  }
  const movements = [...taken]
    .filter(([, pieces]) => pieces > 0)
    .map(([productVariantId, pieces]) => ({ productVariantId, pieces }));
  if (movements.length > 0) {
    await transaction
      .insert(stockMovement)
      .values(movements.map((moved) => ({ orderId, kind: 'taken' as const, at: createdAt, ...moved })));
  }
}

export async function updateOrder(
  transaction: Database,
  orderId: string,
  change: OrderChange,
): Promise<void> {
  await transaction.update(customerOrder).set(change).where(eq(customerOrder.orderId, orderId));
}

/**
 * Changes the status of an order.
 *
 * @returns false if the order no longer has the expected status
 */
export async function updateOrderStatus(
  transaction: Database,
  orderId: string,
  step: {
    readonly from: OrderStatus;
    readonly to: OrderStatus;
    readonly at: Date;
    readonly change: OrderChange;
  },
): Promise<boolean> {
  const { from, to, at, change } = step;
  const changed = await transaction
    .update(customerOrder)
    .set({ ...change, status: to })
    .where(and(eq(customerOrder.orderId, orderId), eq(customerOrder.status, from)))
    .returning({ orderId: customerOrder.orderId });
  if (changed.length === 0) return false;
  await transaction.insert(orderStatusChange).values({ orderId, status: to, at });
  return true;
}

/** Lists the lines of an order in their order. */
export const listOrderLines = (handle: Database, orderId: string): Promise<OrderLineRecord[]> =>
  listLinesOfOrders(handle, [orderId]);

/** Lists the lines of some orders, each in its order. */
export async function listLinesOfOrders(
  handle: Database,
  orderIds: readonly string[],
): Promise<OrderLineRecord[]> {
  return handle
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderId, [...orderIds]))
    .orderBy(asc(orderLine.position));
}

export async function listOrderSamples(
  handle: Database,
  orderId: string,
): Promise<(typeof orderSample.$inferSelect)[]> {
  return handle
    .select()
    .from(orderSample)
    .where(eq(orderSample.orderId, orderId))
    .orderBy(asc(orderSample.position), asc(orderSample.sequence));
}

/** Lists every status change of an order, oldest first. */
export const listStatusChanges = (
  handle: Database,
  orderId: string,
): Promise<{ status: OrderStatus; at: Date }[]> => listStatusChangesOfOrders(handle, [orderId]);

/** Lists every status change of some orders, oldest first. */
export async function listStatusChangesOfOrders(
  handle: Database,
  orderIds: readonly string[],
): Promise<{ orderId: string; status: OrderStatus; at: Date }[]> {
  return (
    handle
      .select({
        orderId: orderStatusChange.orderId,
        status: orderStatusChange.status,
        at: orderStatusChange.at,
      })
      .from(orderStatusChange)
      .where(inArray(orderStatusChange.orderId, [...orderIds]))
      // Several changes may have the same time.
      .orderBy(
        asc(orderStatusChange.at),
        sql`array_position(array['created', 'open', 'paid', 'processing', 'sent', 'closed', 'cancelled'], ${orderStatusChange.status})`,
      )
  );
}

/** Lists the promotions that an order has used. */
export async function listUsedPromotionIds(handle: Database, orderId: string): Promise<number[]> {
  const rows = await handle
    .select({ promotionId: orderPromotion.promotionId })
    .from(orderPromotion)
    .where(eq(orderPromotion.orderId, orderId));
  return rows.map(({ promotionId }) => promotionId);
}

/**
 * Records that the stock taken by an order is returned.
 *
 * @returns pieces by variant that had not been returned before
 */
export async function recordReturnedStock(
  transaction: Database,
  orderId: string,
  now: Date,
): Promise<Map<number, number>> {
  const taken = await transaction
    .select({ productVariantId: stockMovement.productVariantId, pieces: stockMovement.pieces })
    .from(stockMovement)
    .where(and(eq(stockMovement.orderId, orderId), eq(stockMovement.kind, 'taken')));
  if (taken.length === 0) return new Map();
  const returned = await transaction
    .insert(stockMovement)
    .values(taken.map((moved) => ({ orderId, kind: 'returned' as const, at: now, ...moved })))
    .onConflictDoNothing()
    .returning({ productVariantId: stockMovement.productVariantId, pieces: stockMovement.pieces });
  return new Map(returned.map(({ productVariantId, pieces }) => [productVariantId, pieces]));
}

export async function findInvoiceNumber(handle: Database, orderId: string): Promise<string | null> {
  const [row] = await handle
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'invoice')));
  return row?.number ?? null;
}

/** An invoice or a credit note with its order. */
export interface InvoiceRow {
  readonly invoiceId: number;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly created: Date;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly totalAmount: number;
}

/** The owner of orders: an account on a site. */
export interface OrderOwner {
  readonly accountId: string;
  readonly siteId: number;
}

const createOwnerCondition = ({ accountId, siteId }: OrderOwner) =>
  and(eq(customerOrder.accountId, accountId), eq(customerOrder.siteId, siteId));

/** Lists the invoices and credit notes of an account or of an order, the latest first. */
export async function listInvoices(
  handle: Database,
  of: OrderOwner | { readonly orderId: string },
): Promise<InvoiceRow[]> {
  return handle
    .select({
      invoiceId: invoice.invoiceId,
      number: invoice.number,
      kind: invoice.kind,
      created: invoice.createdAt,
      orderId: invoice.orderId,
      orderNumber: customerOrder.orderNumber,
      totalAmount: invoice.totalAmount,
    })
    .from(invoice)
    .innerJoin(customerOrder, eq(customerOrder.orderId, invoice.orderId))
    .where('orderId' in of ? eq(invoice.orderId, of.orderId) : createOwnerCondition(of))
    .orderBy(desc(invoice.createdAt), desc(invoice.invoiceId));
}

/** Returns an invoice or a credit note as it was sent; undefined if it does not belong to the owner. */
export async function findInvoiceFile(
  handle: Database,
  invoiceId: number,
  owner: OrderOwner,
): Promise<StoredDocument | undefined> {
  const [row] = await handle
    .select({ storedDocumentId: invoice.storedDocumentId })
    .from(invoice)
    .innerJoin(customerOrder, eq(customerOrder.orderId, invoice.orderId))
    .where(and(eq(invoice.invoiceId, invoiceId), createOwnerCondition(owner)));
  return row && findStoredDocument(handle, row.storedDocumentId);
}

/** An order that was not paid in time. */
export interface OverdueOrder {
  readonly orderId: string;
  readonly siteId: number;
}

/** Lists overdue orders in the order of their ids. @param after id after which the list starts */
export async function listOverdueOrders(
  handle: Database,
  { now, after }: { readonly now: Date; readonly after: string | undefined },
  limit: number,
): Promise<OverdueOrder[]> {
  return handle
    .select({ orderId: customerOrder.orderId, siteId: customerOrder.siteId })
    .from(customerOrder)
    .where(
      and(
        isNotNull(customerOrder.paymentDueAt),
        lte(customerOrder.paymentDueAt, now),
        inArray(customerOrder.status, ['created', 'open']),
        after === undefined ? undefined : gt(customerOrder.orderId, after),
      ),
    )
    .orderBy(asc(customerOrder.orderId))
    .limit(limit);
}

/** A dispatched order with the data that determines its withdrawal period. */
export interface DispatchedOrder extends WithdrawalPeriodInput {
  readonly orderId: string;
  readonly sentAt: Date;
  /** Country of its customer (ISO 3166-1 alpha-2). */
  readonly regionCode: string;
}

/**
 * Lists the orders of a site that were dispatched before a time and are not closed, the earliest first.
 *
 * @param wanted.after last order of the previous page
 */
export async function listSent(
  handle: Database,
  wanted: { readonly siteId: number; readonly before: Date; readonly after: DispatchedOrder | undefined },
  limit: number,
): Promise<DispatchedOrder[]> {
  const { siteId, before, after } = wanted;
  const rows = await handle
    .select({ order: customerOrder, sentAt: orderStatusChange.at, regionCode: countryCodes.regionCode })
    .from(customerOrder)
    .innerJoin(
      orderStatusChange,
      and(eq(orderStatusChange.orderId, customerOrder.orderId), eq(orderStatusChange.status, 'sent')),
    )
    .leftJoin(
      countryCodes,
      eq(countryCodes.countryId, sql`(${customerOrder.billing} -> 'address' ->> 'countryId')::integer`),
    )
    .where(
      and(
        eq(customerOrder.siteId, siteId),
        sql`${customerOrder.status} = 'sent'`,
        lte(orderStatusChange.at, before),
        after &&
          sql`(${orderStatusChange.at}, ${customerOrder.orderId}) > (${after.sentAt.toISOString()}::timestamptz, ${after.orderId}::uuid)`,
      ),
    )
    .orderBy(asc(orderStatusChange.at), asc(customerOrder.orderId))
    .limit(limit);
  return rows.map(({ order, sentAt, regionCode }) => ({
    orderId: order.orderId,
    status: order.status,
    createdAt: order.createdAt,
    sentAt,
    receivedOn: order.receivedOn,
    isDigital: order.delivery.kind === 'none',
    deliveryTimeDays: order.delivery.deliveryTimeDays,
    regionCode: regionCode ?? '',
  }));
}

/**
 * Claims a batch of old orders of a site and locks them. Skips orders that are locked by others, orders with
 * a later invoice or credit note, and orders with a withdrawal: the retained withdrawal refers to its order.
 */
export async function claimOldOrders(
  transaction: Database,
  { siteId, before }: { readonly siteId: number; readonly before: Date },
  limit: number,
): Promise<string[]> {
  const rows = await transaction
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.siteId, siteId),
        lt(customerOrder.createdAt, before),
        notExists(
          transaction
            .select({ one: sql`1` })
            .from(invoice)
            .where(and(eq(invoice.orderId, customerOrder.orderId), gte(invoice.createdAt, before))),
        ),
        not(createWithdrawnCondition(transaction, customerOrder.orderId)),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ orderId }) => orderId);
}

/** Selects the invoices and credit notes that refer to a stored document. */
export const selectInvoicesOfDocument = (handle: Database, storedDocumentId: AnyPgColumn) =>
  handle.select({ one: sql`1` }).from(invoice).where(eq(invoice.storedDocumentId, storedDocumentId));

/** Allows a transaction to delete rows that are otherwise immutable (migration 0000). */
export const allowDeletion = (transaction: Database) =>
  transaction.execute(sql`select set_config('shop.retention', 'on', true)`);

/**
 * Deletes orders with the rows of this module. Call `allowDeletion` first, and detach the rows of other
 * modules: `OrderChanger.delete` does both.
 */
export async function deleteOrderRows(transaction: Database, orderIds: readonly string[]): Promise<void> {
  const ids = [...orderIds];
  await transaction.delete(invoice).where(inArray(invoice.orderId, ids));
  await deleteCreditsOfOrders(transaction, ids);
  // Each table comes after the tables that refer to it.
  const tables = [
    orderMessage,
    orderNote,
    orderStatusChange,
    orderSample,
    orderLine,
    orderPromotion,
    stockMovement,
    customerOrder,
  ];
  for (const table of tables) await transaction.delete(table).where(inArray(table.orderId, ids));
}

/**
 * Assigns the orders that a guest placed with an address on a site to the account of that address. Rows of
 * other modules follow with `OrderChanger.attachGuestOrders`.
 *
 * @param owner.emailAddress address in its normal form
 * @returns ids of the orders
 */
export async function attachGuestOrders(
  transaction: Database,
  owner: { readonly accountId: string; readonly siteId: number; readonly emailAddress: string },
): Promise<string[]> {
  const { accountId, siteId, emailAddress } = owner;
  const attached = await transaction
    .update(customerOrder)
    .set({ accountId })
    .where(
      and(
        eq(customerOrder.siteId, siteId),
        isNull(customerOrder.accountId),
        // Billing details store addresses in their normal form.
        eq(sql`${customerOrder.billing} ->> 'emailAddress'`, emailAddress),
      ),
    )
    .returning({ orderId: customerOrder.orderId });
  return attached.map(({ orderId }) => orderId);
}

/**
 * Lists the orders of a person on a site, the latest first.
 *
 * @param person.accountId null: only guest orders with this address
 */
export async function listOrdersOfPerson(
  handle: Database,
  person: { readonly accountId: string | null; readonly siteId: number; readonly emailAddress: string },
): Promise<OrderRecord[]> {
  const { accountId, siteId, emailAddress } = person;
  return handle
    .select()
    .from(customerOrder)
    .where(
      or(
        accountId === null ? undefined : eq(customerOrder.accountId, accountId),
        and(
          eq(customerOrder.siteId, siteId),
          isNull(customerOrder.accountId),
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, emailAddress),
        ),
      ),
    )
    .orderBy(desc(customerOrder.createdAt));
}

/** Creates the condition for the orders of a person: those of the account, and guest orders if included. */
export const createPersonOrderCondition = ({
  accountId,
  siteId,
  emailAddress,
  hasGuestOrders = false,
}: Person) =>
  or(
    eq(customerOrder.accountId, accountId),
    hasGuestOrders
      ? and(
          eq(customerOrder.siteId, siteId),
          isNull(customerOrder.accountId),
          // Billing details store addresses in their normal form.
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, emailAddress),
        )
      : undefined,
  );

/** Selects the ids of the orders of a person. */
export const selectOrdersOfPerson = (handle: Database, person: Person) =>
  handle
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(createPersonOrderCondition(person));

/** Selects the ids of the documents of a person's invoices and credit notes. */
export const selectInvoiceDocumentsOfPerson = (handle: Database, person: Person) =>
  handle
    .select({ storedDocumentId: invoice.storedDocumentId })
    .from(invoice)
    .where(inArray(invoice.orderId, selectOrdersOfPerson(handle, person)));

/** Deletes the internal notes on a person's orders, which have no retention period. */
export async function deleteOrderNotesOfPerson(
  transaction: Database,
  person: { readonly accountId: string } | { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  const isOwn =
    'accountId' in person
      ? eq(customerOrder.accountId, person.accountId)
      : and(
          eq(customerOrder.siteId, person.siteId),
          isNull(customerOrder.accountId),
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, person.emailAddress),
        );
  const ids = transaction.select({ orderId: customerOrder.orderId }).from(customerOrder).where(isOwn);
  await transaction.delete(orderNote).where(inArray(orderNote.orderId, ids));
}

/** Looks an order up by the address of its billing details, or by its account. */
export const hasBoughtProduct: HasBoughtProduct = async (handle, bought) => {
  const [row] = await handle
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .where(
      and(
        eq(customerOrder.siteId, bought.siteId),
        or(
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, bought.emailAddress),
          bought.accountId === null ? undefined : eq(customerOrder.accountId, bought.accountId),
        ),
        inArray(customerOrder.status, ['sent', 'closed']),
        eq(orderLine.productId, bought.productId),
      ),
    )
    .limit(1);
  return row !== undefined;
};

/** Selects the units that determine the popularity of products. */
export const selectSoldPieces: SelectSoldPieces = (since) => sql`
  select o.site_id, l.product_id, least(sum(l.quantity), 2147483647)::int as pieces
  from ${customerOrder} o
  join ${orderLine} l on l.order_id = o.order_id
  join ${productKeys} on ${productKeys.productId} = l.product_id
  where o.created_at >= ${since.toISOString()}::timestamptz
    and o.status in ('paid', 'processing', 'sent', 'closed')
    and not l.is_gift
  group by 1, 2
`;

/** Lists the gift card lines of an order, in their order. */
export async function listGiftCardLines(
  handle: Database,
  orderId: string,
): Promise<Pick<OrderLineRecord, 'quantity' | 'originalAmount'>[]> {
  return handle
    .select({ quantity: orderLine.quantity, originalAmount: orderLine.originalAmount })
    .from(orderLine)
    .where(and(eq(orderLine.orderId, orderId), eq(orderLine.isVoucher, true)))
    .orderBy(asc(orderLine.position));
}

/** Returns the order of a site that matches both number and address; null if there is none. */
export async function findOrderIdByNumberAndAddress(
  handle: Database,
  order: { readonly siteId: number; readonly orderNumber: string; readonly emailAddress: string },
): Promise<string | null> {
  const [row] = await handle
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.siteId, order.siteId),
        eq(customerOrder.orderNumber, order.orderNumber),
        eq(sql`lower(${customerOrder.billing} ->> 'emailAddress')`, order.emailAddress),
      ),
    );
  return row?.orderId ?? null;
}

/** Returns the order numbers of orders by their ids. */
export async function readOrderNumbersById(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await handle
    .select({ orderId: customerOrder.orderId, orderNumber: customerOrder.orderNumber })
    .from(customerOrder)
    .where(inArray(customerOrder.orderId, [...orderIds]));
  return new Map(rows.map(({ orderId, orderNumber }) => [orderId, orderNumber]));
}

/** A line of a dispatched order. */
export interface BoughtLine {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly productVariantId: number;
  readonly description: string;
  readonly productLabel: string;
  readonly quantity: number;
}

/**
 * Lists the goods that were sent to an account in parcels, the latest order first. Test kits and digital
 * goods are left out.
 */
export async function listBoughtLines(
  handle: Database,
  owner: OrderOwner,
  orderId?: string,
): Promise<BoughtLine[]> {
  return handle
    .select({
      orderId: customerOrder.orderId,
      orderNumber: customerOrder.orderNumber,
      orderedAt: customerOrder.createdAt,
      productVariantId: orderLine.productVariantId,
      description: orderLine.description,
      productLabel: orderLine.productLabel,
      quantity: orderLine.quantity,
    })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .where(
      and(
        createOwnerCondition(owner),
        inArray(customerOrder.status, ['sent', 'closed']),
        eq(orderLine.isSentAsParcel, true),
        orderId === undefined ? undefined : eq(customerOrder.orderId, orderId),
      ),
    )
    .orderBy(desc(customerOrder.createdAt), desc(customerOrder.orderNumber), asc(orderLine.position));
}

/** Selects the ids of the carts whose orders came from a link of a campaign. */
export const selectOrderedCartsOfCampaign = (handle: Database, mailCampaignId: string) =>
  handle
    .select({ cartId: sql<number>`${customerOrder.cartId}` })
    .from(customerOrder)
    .where(and(eq(customerOrder.mailCampaignId, mailCampaignId), isNotNull(customerOrder.cartId)));

/** Counts the orders of a campaign that were not cancelled, and sums the paid ones in euro cents incl. VAT. */
export async function sumOrdersOfCampaign(
  handle: Database,
  mailCampaignId: string,
): Promise<{ readonly orders: number; readonly revenue: number }> {
  const { status, totalAmount } = customerOrder;
  const [row] = await handle
    .select({
      orders: sql<number>`count(*) filter (where ${status} <> 'cancelled')`.mapWith(Number),
      revenue:
        sql<number>`coalesce(sum(${totalAmount}) filter (where ${status} in ('paid', 'processing', 'sent', 'closed')), 0)`.mapWith(
          Number,
        ),
    })
    .from(customerOrder)
    .where(eq(customerOrder.mailCampaignId, mailCampaignId));
  return row ?? { orders: 0, revenue: 0 };
}
