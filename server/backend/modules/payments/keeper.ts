import Type from 'typebox';
import { markup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import { Choice } from '../../keeper/fields.ts';
import { createTable, formatEuro, formatMoment, linkTo } from '../../keeper/html.ts';
import type { KeeperPart } from '../../keeper/keeper-part.ts';
import { type Change, createOperation, type KeeperOperation, KeeperRefusal } from '../../keeper/operation.ts';
import type { OrderChanger } from '../orders/service.ts';
import {
  closeDifference,
  countOpenDifferences,
  type DifferenceRecord,
  findDifference,
  listOpenDifferences,
  lockDifference,
} from './differences/queries.ts';
import { putPaymentWork } from './payment-work.ts';
import { markRefundPending } from './queries.ts';
import { closeReasons } from './tables.ts';

const MOST_ROWS = 200;

const Id = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const describe = (
  { paymentDifferenceId, kind, providerObjectId }: DifferenceRecord,
  reason: string,
): Change => ({
  noun: 'paymentDifference',
  nounId: paymentDifferenceId,
  before: { kind, providerObjectId, state: 'open' },
  after: { kind, providerObjectId, state: 'closed', reason },
});

/** @throws KeeperRefusal if the difference does not exist or is closed */
async function lockOpen(transaction: Database, paymentDifferenceId: number): Promise<DifferenceRecord> {
  const row = await lockDifference(transaction, paymentDifferenceId);
  if (!row) throw new KeeperRefusal('not_found');
  if (row.closedAt !== null) throw new KeeperRefusal('changed_meanwhile');
  return row;
}

const createOperations = (getOrders: () => OrderChanger): readonly KeeperOperation[] => [
  createOperation({
    name: 'paymentDifference.close',
    input: Type.Object({ paymentDifferenceId: Id(), closeReason: Choice(closeReasons) }),
    async run(transaction, { paymentDifferenceId, closeReason }, { now }) {
      const row = await lockOpen(transaction, paymentDifferenceId);
      await closeDifference(transaction, paymentDifferenceId, { reason: closeReason, now });
      return { changes: [describe(row, closeReason)] };
    },
  }),
  createOperation({
    name: 'paymentDifference.refundAgain',
    input: Type.Object({ paymentDifferenceId: Id() }),
    needsConsent: true,
    async run(transaction, { paymentDifferenceId }, { now }) {
      const found = await findDifference(transaction, paymentDifferenceId);
      const { orderId, refundId } = found ?? {};
      if (!orderId || !refundId) throw new KeeperRefusal('not_found');
      // Locks the order first, as everywhere: recording its refunds closes its differences.
      await getOrders().lock(transaction, orderId);
      const row = await lockOpen(transaction, paymentDifferenceId);
      // Retries the same refund, whose credit already has a credit note.
      if (!(await markRefundPending(transaction, refundId))) throw new KeeperRefusal('changed_meanwhile');
      await putPaymentWork(transaction, orderId, [{ act: 'refund', refundId }], now);
      await closeDifference(transaction, paymentDifferenceId, { reason: 'settled', now });
      return { changes: [describe(row, 'refunded-again')] };
    },
  }),
];

/** Creates the admin pages for differences between the providers and the shop. */
export function createPaymentKeeper({
  database,
  getOrders,
}: {
  readonly database: Database;
  readonly getOrders: () => OrderChanger;
}): KeeperPart {
  return {
    operations: createOperations(getOrders),
    pages: [
      {
        path: '/payments',
        async read({ t, locale, form }) {
          const open = await listOpenDifferences(database, MOST_ROWS);
          const title = t('keeper.payments.title');
          const rows = open.map((row) => {
            const { paymentDifferenceId, kind, orderId, orderNumber, providerPaymentId, providerObjectId } =
              row;
            const hidden = { paymentDifferenceId };
            const ids = [...new Set([providerPaymentId, providerObjectId])].join(' ');
            const close = form('paymentDifference.close', { hidden, isFolded: true });
            return [
              formatMoment(row.foundAt, t),
              orderId === null ? (orderNumber ?? '') : linkTo(`/orders/${orderId}`, orderNumber ?? ''),
              markup`<p><strong>${t(`keeper.payments.kind.${kind}`)}</strong> ${ids}</p><p>${t(`keeper.payments.advice.${kind}`)}</p>`,
              formatEuro(row.amount, locale),
              kind === 'refund-failed'
                ? markup`${form('paymentDifference.refundAgain', { hidden })}${close}`
                : close,
            ];
          });
          const headings = [
            t('keeper.orders.at'),
            t('keeper.invoices.order'),
            t('keeper.orders.what'),
            t('keeper.orders.amount'),
            t('keeper.payments.decision'),
          ];
          return {
            title,
            body: markup`<p>${t('keeper.payments.note')}</p>${createTable(headings, rows, {
              empty: t('keeper.payments.empty'),
              caption: title,
              figures: [3],
            })}`,
          };
        },
      },
    ],
    tasks: [
      {
        label: 'paymentDifferences',
        path: '/payments',
        count: async () =>
          [...(await countOpenDifferences(database)).values()].reduce((sum, n) => sum + n, 0),
      },
    ],
  };
}
