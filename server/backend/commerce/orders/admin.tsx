import type { AdminModule, AdminPage } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { listChargedBackOrderIds, listFailedPaymentWork } from '../payments/queries.ts';
import { createSiteFilter, findSiteByKey, linkToOrder } from './admin-formatting.tsx';
import { createOrderOperations } from './admin-operations.ts';
import { createOrderPage } from './admin-order-page.tsx';
import { createOrderQueuePages } from './admin-order-queue.tsx';
import { countOrders, findOrderDocument, listOrderDocuments } from './admin-queries.ts';
import { createReservedAndMissingStockPage } from './admin-reserved-stock-page.tsx';
import type { OrderActionDeps } from './order-actions.ts';
import { listShortages } from './unpaid-order-stock.ts';

const documentKinds = ['invoice', 'credit-note'] as const;
/** Maximum count of shortages; more are shown as this number. */
const MAX_SHORTAGES = 1000;

/** Creates the admin page of invoices and credit notes. */
const createDocumentPage = (database: Database): AdminPage => ({
  path: '/invoices',
  menu: { section: 'orders', label: 'invoices', position: 50 },
  async read(request) {
    const { t, query, locale } = request;
    const { text = '', site = '', kind = '' } = query;
    const keys = await getSiteKeysById(database);
    const title = t('admin.invoices.title');
    const { search, table } = await createList(request, {
      path: '/invoices',
      title,
      empty: t('admin.invoices.empty'),
      fields: [
        { name: 'text', label: t('admin.invoices.text'), value: text },
        {
          name: 'kind',
          label: t('admin.invoices.kind'),
          value: kind,
          choices: [
            ['', t('admin.orders.all')],
            ...documentKinds.map((word) => [word, t(`admin.invoices.${word}`)] as const),
          ],
        },
        createSiteFilter(t, keys, site),
      ],
      find: (range) =>
        listOrderDocuments(
          database,
          {
            text: text.trim(),
            siteId: findSiteByKey(keys, site),
            kind: documentKinds.find((candidate) => candidate === kind) ?? null,
          },
          range,
        ),
      columns: [
        [
          t('admin.orders.number'),
          (paper) => <AdminLink path={`/invoices/${paper.invoiceId}/file`}>{paper.number}</AdminLink>,
        ],
        [t('admin.invoices.kind'), (paper) => t(`admin.invoices.${paper.kind}`)],
        [t('admin.orders.at'), (paper) => formatMoment(paper.createdAt, t)],
        [t('admin.orders.site'), (paper) => keys.get(paper.siteId) ?? paper.siteId],
        [t('admin.invoices.order'), linkToOrder],
        [
          t('admin.orders.amount'),
          (paper) => formatEuro(paper.kind === 'invoice' ? paper.totalAmount : -paper.totalAmount, locale),
          'figure',
        ],
      ],
    });
    return {
      title,
      body: (
        <>
          {search}
          {table}
        </>
      ),
    };
  },
});

/** Creates the admin pages of orders and their documents. */
export function createOrderAdmin(
  deps: OrderActionDeps & {
    readonly database: Database;
    readonly sites: SiteDirectory;
    readonly mailWriter: MailWriter;
    readonly linkTokens: LinkTokens;
  },
): AdminModule {
  const { database } = deps;
  return {
    operations: createOrderOperations(deps),
    // Fixed paths come before the path with an order id.
    pages: [
      ...createOrderQueuePages(database),
      createReservedAndMissingStockPage(database),
      createOrderPage(database),
      createDocumentPage(database),
    ],
    files: [
      {
        path: '/invoices/:invoiceId/file',
        async read({ invoiceId = '' }) {
          const paper = /^[1-9]\d{0,14}$/.test(invoiceId)
            ? await findOrderDocument(database, Number(invoiceId))
            : undefined;
          return paper ? { type: paper.mediaType, bytes: paper.bytes, fileName: paper.fileName } : null;
        },
      },
    ],
    tasks: [
      { label: 'ordersToPack', path: '/orders', count: () => countOrders(database, 'paid') },
      {
        label: 'moneyFailed',
        path: '/orders?money=failed',
        count: async () =>
          new Set((await listFailedPaymentWork(database)).map(({ orderId }) => orderId)).size,
      },
      {
        label: 'chargedBack',
        path: '/orders?money=charged-back',
        count: async () => (await listChargedBackOrderIds(database)).size,
      },
      {
        label: 'missingStock',
        path: '/orders/stock',
        count: async () =>
          new Set((await listShortages(database, MAX_SHORTAGES)).map(({ orderId }) => orderId)).size,
      },
    ],
  };
}
