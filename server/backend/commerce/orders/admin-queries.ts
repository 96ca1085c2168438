import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../../shared/rules/orders/order-status.ts';
import { staffNames } from '../../core/admin/views.ts';
import type { Database } from '../../core/database/database.ts';
import { escapeLike } from '../../core/database/escape-like.ts';
import { listMailsContaining, type MailSummary } from '../../core/mail/queries.ts';
import { findStoredDocument, type StoredDocument } from '../../core/mail/stored-documents.ts';
import { customerOrder, invoice, orderNote } from './tables.ts';
import type { OrderRecord } from './types.ts';

/** Filter of the order list. An empty text matches all. */
export interface OrderFilter {
  /** Empty: all statuses. */
  readonly statuses: readonly OrderStatus[];
  readonly siteId: number | null;
  /** Number, email address or name, or a part of it. */
  readonly text: string;
  /** Null: all orders. */
  readonly orderIds: readonly string[] | null;
  /**
   * Whether the oldest orders come first: waiting orders are processed in the order in which they arrived.
   */
  readonly isOldestFirst: boolean;
}

/** Returns the condition that finds orders by text. */
function matches(text: string): SQL | undefined {
  if (text === '') return undefined;
  const pattern = `%${escapeLike(text)}%`;
  const { billing } = customerOrder;
  return or(
    ilike(customerOrder.orderNumber, pattern),
    sql`${billing} ->> 'emailAddress' ilike ${pattern}`,
    sql`(${billing} ->> 'firstName') || ' ' || (${billing} ->> 'lastName') ilike ${pattern}`,
    sql`${billing} ->> 'companyName' ilike ${pattern}`,
  );
}

export async function listOrdersOfQueue(
  handle: Database,
  { statuses, siteId, text, orderIds, isOldestFirst }: OrderFilter,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<OrderRecord[]> {
  const way = isOldestFirst ? asc : desc;
  return handle
    .select()
    .from(customerOrder)
    .where(
      and(
        statuses.length > 0 ? inArray(customerOrder.status, [...statuses]) : undefined,
        siteId === null ? undefined : eq(customerOrder.siteId, siteId),
        matches(text),
        orderIds === null ? undefined : inArray(customerOrder.orderId, [...orderIds]),
      ),
    )
    .orderBy(
      // Orders that are not being packed yet come first.
      ...(isOldestFirst ? [sql`${customerOrder.status} <> 'paid'`] : []),
      way(customerOrder.createdAt),
      way(customerOrder.orderNumber),
    )
    .limit(limit)
    .offset(offset);
}

/** Counts the orders in a status. */
export const countOrders = (handle: Database, status: OrderStatus): Promise<number> =>
  handle.$count(customerOrder, eq(customerOrder.status, status));

export interface OrderNote {
  readonly orderNoteId: number;
  readonly at: Date;
  /** Null for a command. */
  readonly staffMemberName: string | null;
  readonly text: string;
}

/** Lists the notes of an order, oldest first. */
export async function listNotes(handle: Database, orderId: string): Promise<OrderNote[]> {
  return handle
    .select({
      orderNoteId: orderNote.orderNoteId,
      at: orderNote.at,
      staffMemberName: staffNames.name,
      text: orderNote.text,
    })
    .from(orderNote)
    .leftJoin(staffNames, eq(staffNames.staffMemberId, orderNote.staffMemberId))
    .where(eq(orderNote.orderId, orderId))
    .orderBy(asc(orderNote.orderNoteId));
}

/** Counts the notes of orders. */
export async function countNotes(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await handle
    .select({ orderId: orderNote.orderId, notes: count() })
    .from(orderNote)
    .where(inArray(orderNote.orderId, [...orderIds]))
    .groupBy(orderNote.orderId);
  return new Map(rows.map(({ orderId, notes }) => [orderId, notes]));
}

/** @returns the id of the note */
export async function insertNote(
  transaction: Database,
  note: typeof orderNote.$inferInsert,
): Promise<number> {
  const [row] = await transaction
    .insert(orderNote)
    .values(note)
    .returning({ orderNoteId: orderNote.orderNoteId });
  if (!row) throw new Error('The order note was not inserted');
  return row.orderNoteId;
}

/** @returns false if the order has no such note */
export async function deleteNote(
  transaction: Database,
  note: { readonly orderId: string; readonly orderNoteId: number },
): Promise<boolean> {
  const rows = await transaction
    .delete(orderNote)
    .where(and(eq(orderNote.orderId, note.orderId), eq(orderNote.orderNoteId, note.orderNoteId)))
    .returning({ orderNoteId: orderNote.orderNoteId });
  return rows.length > 0;
}

/** Filter of invoices and credit notes. An empty text matches all. */
export interface OrderDocumentFilter {
  /** Number of the document or of its order, or a part of it. */
  readonly text: string;
  readonly siteId: number | null;
  readonly kind: 'invoice' | 'credit-note' | null;
}

export interface OrderDocumentRow {
  readonly invoiceId: number;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly siteId: number;
  readonly createdAt: Date;
  readonly totalAmount: number;
  readonly orderId: string;
  readonly orderNumber: string;
}

/** Lists invoices and credit notes, the latest first. */
export async function listOrderDocuments(
  handle: Database,
  { text, siteId, kind }: OrderDocumentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderDocumentRow[]> {
  const pattern = `%${escapeLike(text)}%`;
  return handle
    .select({
      invoiceId: invoice.invoiceId,
      number: invoice.number,
      kind: invoice.kind,
      siteId: invoice.siteId,
      createdAt: invoice.createdAt,
      totalAmount: invoice.totalAmount,
      orderId: invoice.orderId,
      orderNumber: customerOrder.orderNumber,
    })
    .from(invoice)
    .innerJoin(customerOrder, eq(customerOrder.orderId, invoice.orderId))
    .where(
      and(
        text === ''
          ? undefined
          : or(ilike(invoice.number, pattern), ilike(customerOrder.orderNumber, pattern)),
        siteId === null ? undefined : eq(invoice.siteId, siteId),
        kind === null ? undefined : eq(invoice.kind, kind),
      ),
    )
    .orderBy(desc(invoice.createdAt), desc(invoice.invoiceId))
    .limit(limit)
    .offset(offset);
}

/** Returns an invoice or a credit note of any customer. */
export async function findOrderDocument(
  handle: Database,
  invoiceId: number,
): Promise<(StoredDocument & Pick<OrderDocumentRow, 'orderId' | 'number'>) | undefined> {
  const [row] = await handle
    .select({
      orderId: invoice.orderId,
      number: invoice.number,
      storedDocumentId: invoice.storedDocumentId,
    })
    .from(invoice)
    .where(eq(invoice.invoiceId, invoiceId));
  const document = row && (await findStoredDocument(handle, row.storedDocumentId));
  return document && { ...row, ...document };
}

/** Lists the mails to the customer of an order, the latest first. They are found by the order number. */
export const listMailsOfOrder = (
  handle: Database,
  { siteId, orderNumber, billing, createdAt }: OrderRecord,
): Promise<MailSummary[]> =>
  listMailsContaining(handle, {
    siteId,
    emailAddress: billing.emailAddress,
    since: createdAt,
    text: orderNumber,
  });
