import { listArticleNumbers } from '../../catalogue/products/queries.ts';
import type { AdminPage } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import type { Database } from '../../core/database/database.ts';
import { listReservedVariants, listShortages } from './unpaid-order-stock.ts';

const MAX_ROWS = 200;

/** Creates the admin page of the stock that unpaid orders reserve and paid orders lack. */
export const createReservedAndMissingStockPage = (database: Database): AdminPage => ({
  path: '/orders/stock',
  async read({ t }) {
    const held = await listReservedVariants(database, MAX_ROWS);
    const shortages = await listShortages(database, MAX_ROWS);
    const articles = await listArticleNumbers(
      database,
      [...held, ...shortages].map(({ productVariantId }) => productVariantId),
    );
    const article = t('admin.field.articleNumber');
    const pieces = t('admin.orders.quantity');
    const missingTitle = t('admin.orderStock.missing');
    const reservedTitle = t('admin.orderStock.held');
    return {
      title: t('admin.orderStock.title'),
      body: (
        <>
          <Section title={missingTitle}>
            <Table
              headings={[t('admin.invoices.order'), article, pieces]}
              rows={shortages.map((row) => [
                <AdminLink path={`/orders/${row.orderId}`}>{row.orderNumber}</AdminLink>,
                articles.get(row.productVariantId) ?? '',
                row.pieces,
              ])}
              empty={t('admin.orderStock.missingNone')}
              caption={missingTitle}
              figures={[2]}
            />
          </Section>
          <Section title={reservedTitle}>
            <p>{t('admin.orderStock.heldNote')}</p>
            <Table
              headings={[article, pieces, t('admin.orderStock.orders')]}
              rows={held.map((row) => [articles.get(row.productVariantId) ?? '', row.pieces, row.orders])}
              empty={t('admin.orderStock.heldNone')}
              caption={reservedTitle}
              figures={[1, 2]}
            />
          </Section>
        </>
      ),
    };
  },
});
