import { markup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import { formatEuro, formatMoment, linkTo } from '../../keeper/html.ts';
import type { KeeperPage, KeeperPart } from '../../keeper/keeper-part.ts';
import { createList } from '../../keeper/list.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { LinkTokens } from '../../security/link-tokens.ts';
import { listChargedBack, listFailedWork } from '../payments/queries.ts';
import { createOrderOperations } from './keeper-operations.ts';
import { createOrderPage } from './keeper-order-page.ts';
import { countOrders, findPaper, listPapers } from './keeper-queries.ts';
import { createOrderQueuePages } from './keeper-queue.ts';
import { createStockPage } from './keeper-stock-page.ts';
import { createSiteFilter, findSiteByKey, linkToOrder } from './keeper-words.ts';
import type { OrderActs } from './order-acts.ts';
import { listSiteKeys } from './queries.ts';
import { listShortages } from './unpaid-stock.ts';

const kinds = ['invoice', 'credit-note'] as const;
/** Maximum count of shortages; more are shown as this number. */
const MOST_SHORTAGES = 1000;

/** Creates the admin page of invoices and credit notes. */
const createPaperPage = (database: Database): KeeperPage => ({
  path: '/invoices',
  menu: { section: 'orders', label: 'invoices', position: 50 },
  async read(request) {
    const { t, query, locale } = request;
    const { text = '', site = '', kind = '' } = query;
    const keys = await listSiteKeys(database);
    const title = t('keeper.invoices.title');
    const { search, table } = await createList(request, {
      path: '/invoices',
      title,
      empty: t('keeper.invoices.empty'),
      fields: [
        { name: 'text', label: t('keeper.invoices.text'), value: text },
        {
          name: 'kind',
          label: t('keeper.invoices.kind'),
          value: kind,
          choices: [
            ['', t('keeper.orders.all')],
            ...kinds.map((word) => [word, t(`keeper.invoices.${word}`)] as const),
          ],
        },
        createSiteFilter(t, keys, site),
      ],
      find: (range) =>
        listPapers(
          database,
          {
            text: text.trim(),
            siteId: findSiteByKey(keys, site),
            kind: kinds.find((candidate) => candidate === kind) ?? null,
          },
          range,
        ),
      columns: [
        [t('keeper.orders.number'), (paper) => linkTo(`/invoices/${paper.invoiceId}/file`, paper.number)],
        [t('keeper.invoices.kind'), (paper) => t(`keeper.invoices.${paper.kind}`)],
        [t('keeper.orders.at'), (paper) => formatMoment(paper.createdAt, t)],
        [t('keeper.orders.site'), (paper) => keys.get(paper.siteId) ?? paper.siteId],
        [t('keeper.invoices.order'), linkToOrder],
        [
          t('keeper.orders.amount'),
          (paper) => formatEuro(paper.kind === 'invoice' ? paper.totalAmount : -paper.totalAmount, locale),
          'figure',
        ],
      ],
    });
    return { title, body: markup`${search}${table}` };
  },
});

/** Creates the admin pages of orders and their documents. */
export function createOrderKeeper(
  deps: OrderActs & {
    readonly database: Database;
    readonly sites: SiteDirectory;
    readonly mailWriter: MailWriter;
    readonly linkTokens: LinkTokens;
  },
): KeeperPart {
  const { database } = deps;
  return {
    operations: createOrderOperations(deps),
    // Fixed paths come before the path with an order id.
    pages: [
      ...createOrderQueuePages(database),
      createStockPage(database),
      createOrderPage(database),
      createPaperPage(database),
    ],
    files: [
      {
        path: '/invoices/:invoiceId/file',
        async read({ invoiceId = '' }) {
          const paper = /^[1-9]\d{0,14}$/.test(invoiceId)
            ? await findPaper(database, Number(invoiceId))
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
        count: async () => new Set((await listFailedWork(database)).map(({ orderId }) => orderId)).size,
      },
      {
        label: 'chargedBack',
        path: '/orders?money=charged-back',
        count: async () => (await listChargedBack(database)).size,
      },
      {
        label: 'missingStock',
        path: '/orders/stock',
        count: async () =>
          new Set((await listShortages(database, MOST_SHORTAGES)).map(({ orderId }) => orderId)).size,
      },
    ],
  };
}
