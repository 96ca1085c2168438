import Type from 'typebox';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { Choice } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import {
  type AdminOperation,
  AdminRefusal,
  type Change,
  createOperation,
} from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import type { OrderChanger } from '../orders/types.ts';
import {
  closeDifference,
  countOpenDifferences,
  type DifferenceRecord,
  findDifference,
  listOpenDifferences,
  lockDifference,
} from './differences/queries.ts';
import { enqueuePaymentWork } from './payment-work.ts';
import { markRefundPending } from './queries.ts';
import { differenceCloseReasons } from './tables.ts';

const MAX_ROWS = 200;

const DifferenceId = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const describeClosedDifference = (
  { paymentDifferenceId, kind, providerObjectId }: DifferenceRecord,
  reason: string,
): Change => ({
  resource: 'paymentDifference',
  resourceId: paymentDifferenceId,
  before: { kind, providerObjectId, state: 'open' },
  after: { kind, providerObjectId, state: 'closed', reason },
});

/** @throws AdminRefusal if the difference does not exist or is closed */
async function lockOpenDifference(
  transaction: Database,
  paymentDifferenceId: number,
): Promise<DifferenceRecord> {
  const row = await lockDifference(transaction, paymentDifferenceId);
  if (!row) throw new AdminRefusal('not_found');
  if (row.closedAt !== null) throw new AdminRefusal('changed_meanwhile');
  return row;
}

const createDifferenceOperations = (orders: OrderChanger): readonly AdminOperation[] => [
  createOperation({
    name: 'paymentDifference.close',
    input: Type.Object({ paymentDifferenceId: DifferenceId(), closeReason: Choice(differenceCloseReasons) }),
    async run(transaction, { paymentDifferenceId, closeReason }, { now }) {
      const row = await lockOpenDifference(transaction, paymentDifferenceId);
      await closeDifference(transaction, paymentDifferenceId, { reason: closeReason, now });
      return { changes: [describeClosedDifference(row, closeReason)] };
    },
  }),
  createOperation({
    name: 'paymentDifference.refundAgain',
    input: Type.Object({ paymentDifferenceId: DifferenceId() }),
    needsConsent: true,
    async run(transaction, { paymentDifferenceId }, { now }) {
      const found = await findDifference(transaction, paymentDifferenceId);
      const { orderId, refundId } = found ?? {};
      if (!orderId || !refundId) throw new AdminRefusal('not_found');
      // Locks the order first, as everywhere: recording its refunds closes its differences.
      await orders.lock(transaction, orderId);
      const row = await lockOpenDifference(transaction, paymentDifferenceId);
      // Retries the same refund, whose credit already has a credit note.
      if (!(await markRefundPending(transaction, refundId))) throw new AdminRefusal('changed_meanwhile');
      await enqueuePaymentWork(transaction, orderId, [{ act: 'refund', refundId }], now);
      await closeDifference(transaction, paymentDifferenceId, { reason: 'settled', now });
      return { changes: [describeClosedDifference(row, 'refunded-again')] };
    },
  }),
];

/** Creates the admin pages for differences between the providers and the shop. */
export function createPaymentDifferenceAdmin({
  database,
  orders,
}: {
  readonly database: Database;
  readonly orders: OrderChanger;
}): AdminModule {
  return {
    operations: createDifferenceOperations(orders),
    pages: [
      {
        path: '/payments',
        async read({ t, locale, form }) {
          const open = await listOpenDifferences(database, MAX_ROWS);
          const title = t('admin.payments.title');
          const rows = open.map((row) => {
            const { paymentDifferenceId, kind, orderId, orderNumber, providerPaymentId, providerObjectId } =
              row;
            const hidden = { paymentDifferenceId };
            const ids = [...new Set([providerPaymentId, providerObjectId])].join(' ');
            const close = form('paymentDifference.close', { hidden, isFolded: true });
            return [
              formatMoment(row.foundAt, t),
              orderId === null ? (
                (orderNumber ?? '')
              ) : (
                <AdminLink path={`/orders/${orderId}`}>{orderNumber ?? ''}</AdminLink>
              ),
              <>
                <p>
                  <strong>{t(`admin.payments.kind.${kind}`)}</strong> {ids}
                </p>
                <p>{t(`admin.payments.advice.${kind}`)}</p>
              </>,
              formatEuro(row.amount, locale),
              kind === 'refund-failed' ? (
                <>
                  {form('paymentDifference.refundAgain', { hidden })}
                  {close}
                </>
              ) : (
                close
              ),
            ];
          });
          const headings = [
            t('admin.orders.at'),
            t('admin.invoices.order'),
            t('admin.orders.what'),
            t('admin.orders.amount'),
            t('admin.payments.decision'),
          ];
          return {
            title,
            body: (
              <>
                <p>{t('admin.payments.note')}</p>
                <Table
                  headings={headings}
                  rows={rows}
                  empty={t('admin.payments.empty')}
                  caption={title}
                  figures={[3]}
                />
              </>
            ),
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
