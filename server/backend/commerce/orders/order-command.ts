import { logCommandChanges } from '../../core/admin/change-log.ts';
import type { Change as LoggedChange } from '../../core/admin/operation.ts';
import { commandActor, recordAuditEntry } from '../../core/audit/audit.ts';
import { assertOnePersonSuffices, type CommandContext, createCommand } from '../../core/cli/command.ts';
import { toEuroText } from '../../core/cli/euro-amounts.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import type { Database } from '../../core/database/database.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { listFailedPaymentWork } from '../payments/queries.ts';
import { orderPaymentOperations } from '../payments/service.ts';
import { createShipmentLogEntries, createStatusChangeLogEntry, describeRefund } from './admin-operations.ts';
import type { CreditRefusal } from './credit-parts.ts';
import { sumCredits } from './credit-queries.ts';
import { describeOrder, describeOrderRow } from './describe-order.ts';
import { cancelOrder, type OrderRefusal, shipOrder } from './order-actions.ts';
import { type OrderArguments, type OrderReference, parseOrderArguments } from './parse-arguments.ts';
import { listOrders, listOrdersByNumber } from './queries.ts';
import type { OrderChanger, OrderRecord } from './types.ts';

const LIST_LIMIT = 50;

const USAGE = `Usage: npm run order -- list [--status <state>] [--site <key>] [--failed]
       npm run order -- show <number>
       npm run order -- ship <number> [--tracking https://…]
       npm run order -- cancel <number>
       npm run order -- refund <number> [--lines <position>:<pieces>,…] [--delivery] [--payment-costs]
         [<euro> [--vat <rate>]] [--to-card]

list shows the ${LIST_LIMIT} latest orders without personal data; with --failed those with a refund, capture or release that the payment
provider refused. show shows an order with its customer data. ship records that an order was dispatched together with the kits of its tests,
captures an authorised payment and notifies the customer, with the tracking link if there is one. cancel cancels an order and returns its
stock, discount code, gift card amount and payment. refund refunds a part with a credit note: pieces of lines, delivery, payment costs, or an
amount without goods (goodwill) at a VAT rate. Refunds go to the payment up to the amount it paid, then to the gift card; with --to-card to
the gift card first. States: created, open, paid, processing, sent, closed, cancelled. Order numbers are unique per site: if several sites
have the number, --site <key> selects one. The running backend executes the command; if none runs, it uses the database that DATA_DIR or
DATABASE_URL names.
`;

type Change = Extract<OrderArguments, { kind: 'ship' | 'cancel' | 'refund' }>;

interface OrderCommandContext extends CommandContext {
  readonly orders: OrderChanger;
}

/** @returns the matching order, or why there is not exactly one */
async function findOrderByArgument(
  database: Database,
  { orderNumber, siteKey }: OrderReference,
): Promise<OrderRecord | string> {
  const keys = await getSiteKeysById(database);
  if (siteKey !== null && ![...keys.values()].includes(siteKey)) return `There is no site ${siteKey}.`;
  const found = (await listOrdersByNumber(database, orderNumber)).filter(
    ({ siteId }) => siteKey === null || keys.get(siteId) === siteKey,
  );
  const [order] = found;
  if (!order) return `There is no order ${orderNumber}${siteKey === null ? '' : ` of ${siteKey}`}.`;
  if (found.length === 1) return order;
  const sites = found.map(({ siteId }) => keys.get(siteId) ?? siteId);
  return `Several sites have an order ${orderNumber}: select one with --site: ${sites.join(', ')}.`;
}

/** The result of a change. */
interface OrderChangeResult {
  readonly changes: readonly LoggedChange[];
  /** Euro cents that are refunded; null for other changes. */
  readonly amount: number | null;
}

/** @returns the result, or why the change is refused */
async function change(
  transaction: Database,
  orders: OrderChanger,
  order: OrderRecord,
  wanted: Change,
  now: Date,
): Promise<OrderRefusal | CreditRefusal | OrderChangeResult> {
  const actionDeps = { orders, payments: orderPaymentOperations };
  if (wanted.kind === 'ship') {
    const { trackingUrl } = wanted;
    const shipped = await shipOrder(transaction, actionDeps, order, { trackingUrl, now });
    const details = trackingUrl === undefined ? {} : { trackingUrl };
    return (
      shipped.refusal ?? { changes: createShipmentLogEntries(order, shipped.kits, details), amount: null }
    );
  }
  if (wanted.kind === 'cancel') {
    const refusal = await cancelOrder(transaction, actionDeps, order, now);
    return refusal ?? { changes: [createStatusChangeLogEntry(order, 'cancelled')], amount: null };
  }
  const before = await sumCredits(transaction, order.orderId);
  const { request, means } = wanted;
  const credited = await orders.credit(transaction, order, { request, means, reason: 'refund', now });
  if ('code' in credited) return credited;
  const { amount } = credited;
  return { changes: [describeRefund(order, before, amount)], amount };
}

function describeRefusal(
  { orderNumber, status }: OrderRecord,
  refusal: OrderRefusal | CreditRefusal,
): string {
  switch (refusal.code) {
    case 'order_refund_too_much':
      return `At most ${toEuroText(refusal.amount)} of order ${orderNumber} can still be credited`;
    case 'refund_nothing':
      return `Nothing of order ${orderNumber} would be credited`;
    case 'refund_vat_rate':
      return `--vat must be one of the VAT rates of order ${orderNumber}`;
    case 'refund_pieces':
      return `At most ${refusal.quantity} pieces of line ${refusal.position} of order ${orderNumber} can still be credited`;
    case 'order_not_paid':
      return `The payment authorisation of order ${orderNumber} has expired: it is not paid, and cannot be sent`;
    case 'order_refunded':
      return `Order ${orderNumber} was fully refunded and cannot be sent`;
    case 'order_charged_back':
      return `The customer's bank charged back the payment of order ${orderNumber}: it cannot be sent`;
    case 'order_card_used':
      return `A gift card that was sold with order ${orderNumber} has been used: it cannot be cancelled, only refunded in part`;
    case 'order_not_sendable':
      return `Order ${orderNumber} is ${status} and cannot be sent`;
    case 'order_not_cancellable':
      return `Order ${orderNumber} is ${status} and cannot be cancelled`;
    case 'order_not_packable':
      return `Order ${orderNumber} is ${status} and cannot be packed`;
  }
}

const describeOrderChange = (wanted: Change, orderNumber: string, amount: number | null): string => {
  if (amount !== null) return `${toEuroText(amount)} of order ${orderNumber} will be refunded.`;
  return `Order ${orderNumber} is ${wanted.kind === 'ship' ? 'sent' : 'cancelled'}.`;
};

async function list(
  { openDatabase, print: say, warn }: CommandContext,
  { status, siteKey, isFailed }: Extract<OrderArguments, { kind: 'list' }>,
): Promise<number> {
  const { database } = await openDatabase();
  const keys = await getSiteKeysById(database);
  const [siteId = null] = [...keys].find(([, key]) => key === siteKey) ?? [];
  if (siteKey !== null && siteId === null) {
    warn(`There is no site ${toPlain(siteKey)}.`);
    return 1;
  }
  const statuses = status === null ? [] : [status];
  const failed = Map.groupBy(await listFailedPaymentWork(database), ({ orderId }) => orderId);
  const orderIds = isFailed ? [...failed.keys()] : null;
  const rows = await listOrders(database, { statuses, siteId, orderIds, limit: LIST_LIMIT });
  const lines = rows.map((row) => describeOrderRow(row, keys, failed.get(row.orderId) ?? []));
  say(lines.map(toPlain).join('\n') || 'There are none.');
  return 0;
}

/** Command for orders: lists, shows, sends, cancels and refunds them. */
export const orderCommand = createCommand<OrderArguments, OrderCommandContext>({
  name: 'order',
  usage: USAGE,
  read: parseOrderArguments,
  async run(wanted, context) {
    const { print: say, warn, now, orders } = context;
    const refuse = (fault: string) => {
      warn(toPlain(fault));
      return 1;
    };
    if (wanted.kind === 'refuse') return refuse(`Nothing was changed: ${wanted.fault}`);
    if (wanted.kind === 'list') return list(context, wanted);
    const { database } = await context.openDatabase();
    const matchedOrder = await findOrderByArgument(database, wanted);
    if (typeof matchedOrder === 'string') return refuse(matchedOrder);
    if (wanted.kind === 'show') {
      say(await describeOrder(database, matchedOrder));
      return 0;
    }
    const outcome = await database.transaction('change-order', async (transaction) => {
      const order = await orders.lock(transaction, matchedOrder.orderId);
      if (!order) return `Order ${wanted.orderNumber} no longer exists`;
      const before = await sumCredits(transaction, order.orderId);
      const done = await change(transaction, orders, order, wanted, now);
      if ('code' in done) return describeRefusal(order, done);
      assertOnePersonSuffices(context, (await sumCredits(transaction, order.orderId)) - before);
      await recordAuditEntry(transaction, {
        actor: commandActor,
        act: wanted.kind,
        resource: 'order',
        resourceId: order.orderId,
        ...(done.amount !== null && { details: { amount: done.amount } }),
        now,
      });
      await logCommandChanges(transaction, `order.${wanted.kind}`, done.changes, now);
      return done;
    });
    if (typeof outcome === 'string') return refuse(`${outcome}: nothing was changed.`);
    say(describeOrderChange(wanted, matchedOrder.orderNumber, outcome.amount));
    return 0;
  },
});
