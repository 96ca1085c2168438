import Type from 'typebox';
import { Day, Line, Lines, Uuid } from '../../../core/admin/fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  type Change,
  createOperation,
} from '../../../core/admin/operation.ts';
import type { Database } from '../../../core/database/database.ts';
import { createSentKitLogEntries } from '../../../nutrition/lab-results/service.ts';
import { getSiteKeysById } from '../../../sites/sites/queries.ts';
import {
  isTrackingUrl,
  MAX_TRACKING_URL_LENGTH,
  type OrderActionDeps,
  recordOrderReceipt,
  shipOrder,
} from '../order-actions.ts';
import { findOrderByNumber, updateOrder } from '../queries.ts';
import type { OrderRecord } from '../types.ts';
import {
  assertOrderChangeAccepted,
  createStatusChangeLogEntry,
  lockFoundOrder,
  MAX_ORDERS_PER_REQUEST,
} from './order-changes.ts';

/** Returns the log entries for a dispatched order and its kits. */
export const createShipmentLogEntries = (
  order: OrderRecord,
  kits: readonly string[],
  details: Record<string, unknown>,
): readonly Change[] => [
  createStatusChangeLogEntry(order, 'sent', details),
  ...createSentKitLogEntries(kits),
];

/**
 * Returns the host of a tracking URL for the log. Many carriers put the recipient's postcode into the rest of
 * the URL.
 */
const getLoggedTrackingHost = (trackingUrl: string | null | undefined) =>
  trackingUrl === undefined || trackingUrl === null ? {} : { trackedAt: new URL(trackingUrl).host };

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

/** @returns numbers of the kits that were sent with it @throws AdminRefusal if the order cannot be sent */
async function ship(
  transaction: Database,
  deps: OrderActionDeps,
  order: OrderRecord,
  how: { readonly trackingUrl: string | undefined; readonly now: Date },
): Promise<readonly string[]> {
  const shipped = await shipOrder(transaction, deps, order, how);
  assertOrderChangeAccepted(order, shipped.refusal);
  return shipped.refusal === null ? shipped.kits : [];
}

/** Creates the admin operations on the dispatch and the receipt of orders. */
export function createDispatchOperations(deps: OrderActionDeps): readonly AdminOperation[] {
  return [
    createOperation({
      name: 'order.ship',
      input: Type.Object({ orderId: Uuid(), trackingUrl: Type.Optional(Line(MAX_TRACKING_URL_LENGTH)) }),
      async run(transaction, { orderId, trackingUrl }, { now }) {
        const order = await lockFoundOrder(transaction, deps.orders, orderId);
        if (trackingUrl !== undefined && !isTrackingUrl(trackingUrl)) {
          throw new AdminRefusal('tracking_url', {}, 'trackingUrl');
        }
        const kits = await ship(transaction, deps, order, { trackingUrl, now });
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
          const order = await lockFoundOrder(transaction, deps.orders, orderId);
          const kits = await ship(transaction, deps, order, { trackingUrl, now });
          changes.push(...createShipmentLogEntries(order, kits, getLoggedTrackingHost(trackingUrl)));
        }
        return { changes, message: { key: 'admin.said.shipped', values: { smart_count: found.length } } };
      },
    }),
    createOperation({
      name: 'order.track',
      input: Type.Object({ orderId: Uuid(), trackingUrl: Type.Optional(Line(MAX_TRACKING_URL_LENGTH)) }),
      async run(transaction, { orderId, trackingUrl }) {
        const order = await lockFoundOrder(transaction, deps.orders, orderId);
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
        const order = await lockFoundOrder(transaction, deps.orders, orderId);
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
  ];
}
