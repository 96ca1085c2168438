import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { formatEuro } from '../../core/admin/formats.ts';
import type { Database } from '../../core/database/database.ts';
import type { OutboxSection } from '../../core/outbox/admin.tsx';
import { listOrders } from '../orders/queries.ts';
import { listFailedPaymentWork } from './queries.ts';

/** Creates the section with the refunds and other work that a payment provider has refused or not completed. */
export const createFailedPaymentSection = (database: Database): OutboxSection => ({
  async read({ t, locale }) {
    const failed = await listFailedPaymentWork(database);
    const orders = new Map(
      (
        await listOrders(database, {
          statuses: [],
          siteId: null,
          orderIds: [...new Set(failed.map(({ orderId }) => orderId))],
          limit: 1000,
        })
      ).map((order) => [order.orderId, order]),
    );
    if (failed.length === 0) return null;
    const rows = failed.map(({ orderId, act, amount, failure, nextAttemptAt }): readonly Cell[] => {
      const order = orders.get(orderId);
      return [
        order ? <AdminLink path={`/orders/${orderId}`}>{order.orderNumber}</AdminLink> : orderId,
        t(`admin.outbox.act.${act}`),
        amount === null ? null : formatEuro(amount, locale),
        failure,
        nextAttemptAt === null ? t('admin.outbox.givenUp') : t('admin.outbox.nextAt', { at: nextAttemptAt }),
      ];
    });
    const title = t('admin.orders.moneyFailed');
    return (
      <Section title={title}>
        <Table
          headings={[
            t('admin.invoices.order'),
            t('admin.orders.what'),
            t('admin.orders.amount'),
            t('admin.outbox.why'),
            t('admin.orders.statusLabel'),
          ]}
          rows={rows}
          empty=""
          caption={title}
          figures={[2]}
        />
      </Section>
    );
  },
});
