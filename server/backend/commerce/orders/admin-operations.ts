import Type from 'typebox';
import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import { getOrderPath } from '../../../../shared/rules/checkout/checkout-paths.ts';
import { UUID_PATTERN } from '../../../../shared/rules/uuid.ts';
import { Day, Line, Lines, Text, Uuid } from '../../core/admin/fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  type Change,
  createLongOperation,
  createOperation,
} from '../../core/admin/operation.ts';
import type { Actor } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { sendMailAgain } from '../../core/mail/queries.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { createSentKitLogEntries } from '../../nutrition/lab-results/service.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { creditFields, creditFromForm } from './admin-credits.ts';
import { deleteNote, findOrderDocument, insertNote, listMailsOfOrder } from './admin-queries.ts';
import { sumCredits } from './credit-queries.ts';
import { composeResentDocumentMail } from './documents/resent-document-mail.ts';
import {
  cancelOrder,
  isTrackingUrl,
  MAX_TRACKING_URL_LENGTH,
  type OrderActionDeps,
  type OrderRefusal,
  packOrder,
  recordOrderReceipt,
  shipOrder,
} from './order-actions.ts';
import { findOrder, findOrderByNumber, getSiteKeysById, updateOrder } from './queries.ts';
import type { OrderRecord } from './service.ts';

/** Maximum number of orders in one form. */
export const MAX_ORDERS_PER_REQUEST = 50;

/** @throws AdminRefusal if the operation was refused */
export function assertOrderChangeAccepted({ orderNumber }: OrderRecord, refusal: OrderRefusal | null): void {
  if (refusal !== null) throw new AdminRefusal(refusal.code, { number: orderNumber });
}

/** Returns the log entry for a status change of an order. */
export const createStatusChangeLogEntry = (
  order: OrderRecord,
  status: string,
  details: Record<string, unknown> = {},
): Change => ({
  resource: 'order',
  resourceId: order.orderId,
  before: { number: order.orderNumber, status: order.status },
  after: { number: order.orderNumber, status, ...details },
});

/** Returns the log entries for a dispatched order and its kits. */
export const createShipmentLogEntries = (
  order: OrderRecord,
  kits: readonly string[],
  details: Record<string, unknown>,
): readonly Change[] => [
  createStatusChangeLogEntry(order, 'sent', details),
  ...createSentKitLogEntries(kits),
];

/** Returns the log entry for a refund. @param before euro cents refunded before */
export const describeRefund = (
  { orderId, orderNumber }: OrderRecord,
  before: number,
  amount: number,
): Change => ({
  resource: 'order',
  resourceId: orderId,
  before: { number: orderNumber, refunded: before },
  after: { number: orderNumber, refunded: before + amount },
});

/**
 * Returns the host of a tracking URL for the log. Many carriers put the recipient's postcode into the rest of
 * the URL.
 */
const getLoggedTrackingHost = (trackingUrl: string | null | undefined) =>
  trackingUrl === undefined || trackingUrl === null ? {} : { trackedAt: new URL(trackingUrl).host };

/** Returns the id of the staff account; null for a command. */
const getStaffMemberId = ({ id }: Actor): string | null => (id === 'command' ? null : id);

/** Reads a line of the form for several orders: site, order number and tracking URL. */
function readShipmentLine(line: string): {
  siteKey: string;
  orderNumber: string;
  trackingUrl: string | undefined;
} {
  const [siteKey = '', orderNumber = '', trackingUrl, ...rest] = line.trim().split(/\s+/);
  const isRight =
    orderNumber !== '' && rest.length === 0 && (trackingUrl === undefined || isTrackingUrl(trackingUrl));
  if (!isRight) throw new AdminRefusal('shipment_unreadable', { line: line.slice(0, 200) }, 'shipments');
  return { siteKey, orderNumber, trackingUrl };
}

/** Creates the admin operations on orders. */
export function createOrderOperations(
  deps: OrderActionDeps & {
    readonly database: Database;
    readonly sites: SiteDirectory;
    readonly mailWriter: MailWriter;
    readonly linkTokens: LinkTokens;
  },
): readonly AdminOperation[] {
  const { database, orders, sites, mailWriter, linkTokens } = deps;

  async function lock(transaction: Database, orderId: string): Promise<OrderRecord> {
    const order = await orders.lock(transaction, orderId);
    if (!order) throw new AdminRefusal('not_found');
    return order;
  }

  /** @returns numbers of the kits that were sent with it @throws AdminRefusal if the order cannot be sent */
  async function ship(
    transaction: Database,
    order: OrderRecord,
    how: { readonly trackingUrl: string | undefined; readonly now: Date },
  ): Promise<readonly string[]> {
    const shipped = await shipOrder(transaction, deps, order, how);
    assertOrderChangeAccepted(order, shipped.refusal);
    return shipped.refusal === null ? shipped.kits : [];
  }

  return [
    createOperation({
      name: 'order.pack',
      input: Type.Object({ orderId: Uuid() }),
      async run(transaction, { orderId }, { now }) {
        const order = await lock(transaction, orderId);
        assertOrderChangeAccepted(order, await packOrder(transaction, deps, order, now));
        return { changes: [createStatusChangeLogEntry(order, 'processing')] };
      },
    }),
    createOperation({
      name: 'order.packAll',
      input: Type.Object({
        orders: Type.String({
          pattern: `^${UUID_PATTERN}(?:,${UUID_PATTERN}){0,${MAX_ORDERS_PER_REQUEST - 1}}$`,
          maxLength: MAX_ORDERS_PER_REQUEST * 37,
        }),
      }),
      async run(transaction, { orders: ids }, { now }) {
        const changes: Change[] = [];
        // Locks in a fixed order, so that concurrent operations wait without a deadlock.
        for (const orderId of [...new Set(ids.split(','))].sort()) {
          const order = await lock(transaction, orderId);
          if ((await packOrder(transaction, deps, order, now)) === null) {
            changes.push(createStatusChangeLogEntry(order, 'processing'));
          }
        }
        return { changes, message: { key: 'admin.said.packed', values: { smart_count: changes.length } } };
      },
    }),
    createOperation({
      name: 'order.ship',
      input: Type.Object({ orderId: Uuid(), trackingUrl: Type.Optional(Line(MAX_TRACKING_URL_LENGTH)) }),
      async run(transaction, { orderId, trackingUrl }, { now }) {
        const order = await lock(transaction, orderId);
        if (trackingUrl !== undefined && !isTrackingUrl(trackingUrl)) {
          throw new AdminRefusal('tracking_url', {}, 'trackingUrl');
        }
        const kits = await ship(transaction, order, { trackingUrl, now });
        return {
          changes: createShipmentLogEntries(order, kits, getLoggedTrackingHost(trackingUrl)),
          ...(kits.length > 0 && {
            message: { key: 'admin.said.shippedKits', values: { smart_count: kits.length } },
          }),
        };
      },
    }),
    createOperation({
      name: 'order.shipAll',
      input: Type.Object({ shipments: Lines(MAX_ORDERS_PER_REQUEST, MAX_TRACKING_URL_LENGTH + 200) }),
      async run(transaction, { shipments }, { now }) {
        const siteIds = new Map(
          [...(await getSiteKeysById(transaction))].map(([siteId, key]) => [key, siteId]),
        );
        const found = [];
        for (const line of shipments) {
          const shipment = readShipmentLine(line);
          const siteId = siteIds.get(shipment.siteKey);
          const order =
            siteId === undefined
              ? undefined
              : await findOrderByNumber(transaction, siteId, shipment.orderNumber);
          if (!order) throw new AdminRefusal('shipment_unknown', { line: line.slice(0, 200) }, 'shipments');
          found.push({ orderId: order.orderId, ...shipment });
        }
        const changes: Change[] = [];
        for (const { orderId, trackingUrl } of found.sort((a, b) => (a.orderId < b.orderId ? -1 : 1))) {
          const order = await lock(transaction, orderId);
          const kits = await ship(transaction, order, { trackingUrl, now });
          changes.push(...createShipmentLogEntries(order, kits, getLoggedTrackingHost(trackingUrl)));
        }
        return { changes, message: { key: 'admin.said.shipped', values: { smart_count: found.length } } };
      },
    }),
    createOperation({
      name: 'order.track',
      input: Type.Object({ orderId: Uuid(), trackingUrl: Type.Optional(Line(MAX_TRACKING_URL_LENGTH)) }),
      async run(transaction, { orderId, trackingUrl }) {
        const order = await lock(transaction, orderId);
        const { orderNumber: number, status, trackingUrl: before } = order;
        if (status !== 'sent' && status !== 'closed') throw new AdminRefusal('order_not_sent', { number });
        if (trackingUrl !== undefined && !isTrackingUrl(trackingUrl)) {
          throw new AdminRefusal('tracking_url', {}, 'trackingUrl');
        }
        const after = trackingUrl ?? null;
        if (after === before) return { changes: [] };
        // The mail links to the order page, which shows the tracking link from now on.
        await updateOrder(transaction, orderId, { trackingUrl: after });
        const describe = (url: string | null) => ({ number, status, ...getLoggedTrackingHost(url) });
        const change = { before: describe(before), after: describe(after) };
        return { changes: [{ resource: 'order', resourceId: orderId, ...change }] };
      },
    }),
    createOperation({
      name: 'order.receive',
      input: Type.Object({ orderId: Uuid(), receivedOn: Day() }),
      async run(transaction, { orderId, receivedOn }, { now }) {
        const order = await lock(transaction, orderId);
        const { orderNumber: number, status, receivedOn: before } = order;
        if (status !== 'sent' && status !== 'closed') throw new AdminRefusal('order_not_sent', { number });
        const refusal = await recordOrderReceipt(transaction, order, { receivedOn, now });
        if (refusal) throw new AdminRefusal(refusal.code, {}, 'receivedOn');
        const change = { before: { number, receivedOn: before }, after: { number, receivedOn } };
        return {
          changes: before === receivedOn ? [] : [{ resource: 'order', resourceId: orderId, ...change }],
        };
      },
    }),
    createOperation({
      name: 'order.cancel',
      input: Type.Object({ orderId: Uuid() }),
      needsConsent: true,
      async run(transaction, { orderId }, { now, requireSecondPerson }) {
        const order = await lock(transaction, orderId);
        const before = await sumCredits(transaction, orderId);
        assertOrderChangeAccepted(order, await cancelOrder(transaction, deps, order, now));
        requireSecondPerson((await sumCredits(transaction, orderId)) - before);
        return { changes: [createStatusChangeLogEntry(order, 'cancelled')] };
      },
    }),
    createOperation({
      name: 'order.refund',
      input: Type.Object({
        orderId: Uuid(),
        ...creditFields,
        // Euro cents credited before, as the form displayed: submitting it twice refunds once.
        refundedBefore: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      needsConsent: true,
      async run(transaction, { orderId, refundedBefore, ...asked }, { now, requireSecondPerson }) {
        const order = await lock(transaction, orderId);
        const before = await sumCredits(transaction, orderId);
        if (refundedBefore !== undefined && refundedBefore !== before) {
          throw new AdminRefusal('changed_meanwhile');
        }
        const { amount } = await creditFromForm(transaction, orders, order, {
          input: asked,
          reason: 'refund',
          now,
        });
        requireSecondPerson(amount);
        return { changes: [describeRefund(order, before, amount)] };
      },
    }),
    createOperation({
      name: 'order.note',
      input: Type.Object({ orderId: Uuid(), text: Text(4000, 1) }),
      async run(transaction, { orderId, text }, { now, actor }) {
        if (text.trim() === '') throw new AdminRefusal('text_missing', {}, 'text');
        await lock(transaction, orderId);
        const note = { orderId, at: now, staffMemberId: getStaffMemberId(actor), text: text.trim() };
        const orderNoteId = await insertNote(transaction, note);
        return {
          changes: [{ resource: 'order', resourceId: orderId, before: null, after: { noteId: orderNoteId } }],
        };
      },
    }),
    createOperation({
      name: 'order.deleteNote',
      input: Type.Object({ orderId: Uuid(), noteId: Type.Integer({ minimum: 1 }) }),
      async run(transaction, { orderId, noteId }) {
        const isDeleted = await deleteNote(transaction, { orderId, orderNoteId: noteId });
        return {
          changes: isDeleted
            ? [{ resource: 'order', resourceId: orderId, before: { noteId }, after: null }]
            : [],
        };
      },
    }),
    createOperation({
      name: 'order.resendMail',
      input: Type.Object({ orderId: Uuid(), mailId: Type.Integer({ minimum: 1 }) }),
      async run(transaction, { orderId, mailId }, { now }) {
        const order = await lock(transaction, orderId);
        const mail = (await listMailsOfOrder(transaction, order)).find(
          ({ outboxMailId }) => outboxMailId === mailId,
        );
        if (!mail) throw new AdminRefusal('not_found');
        if (!mail.isWhole) throw new AdminRefusal('mail_not_kept');
        await sendMailAgain(transaction, mailId, now);
        return {
          changes: [
            { resource: 'order', resourceId: orderId, before: null, after: { mailedAgain: mail.kind } },
          ],
          message: { key: 'admin.said.mailed' },
        };
      },
    }),
    createLongOperation({
      name: 'order.sendDocument',
      input: Type.Object({ invoiceId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
      async work({ invoiceId }, { now, note }) {
        const issuedDocument = await findOrderDocument(database, invoiceId);
        const known = issuedDocument && (await findOrder(database, issuedDocument.orderId));
        const site = known && (await sites.findSiteOfMail(known.siteId));
        const language = known && (await sites.findLanguage(known.languageId));
        const locale = language && resolveLocale(language.code);
        if (!issuedDocument || !site || !language || !locale) throw new AdminRefusal('not_found');
        const { orderId, number, storedDocumentId } = issuedDocument;
        const token = linkTokens.derive({ purpose: 'order', id: orderId });
        await database.transaction('admin-operation', async (transaction) => {
          const order = await lock(transaction, orderId);
          await mailWriter.putMail(transaction, {
            kind: 'order-document',
            site,
            language,
            recipient: order.billing.emailAddress,
            now,
            compose: (t, origin) =>
              composeResentDocumentMail(t, {
                document: number,
                order: order.orderNumber,
                url: origin + getOrderPath(locale, { orderId, token }),
              }),
            documents: [storedDocumentId],
          });
          await note(transaction, [
            { resource: 'order', resourceId: orderId, before: null, after: { mailedAgain: number } },
          ]);
        });
        return { message: { key: 'admin.said.mailed' } };
      },
    }),
  ];
}
