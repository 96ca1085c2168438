import { markup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import {
  createPaging,
  createSearch,
  createTable,
  formatEuro,
  formatMoment,
  linkTo,
  readPageNumber,
} from '../../keeper/html.ts';
import type { KeeperPage, KeeperPart } from '../../keeper/keeper-part.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import { listFailedWork } from '../payments/queries.ts';
import { createOrderOperations } from './keeper-operations.ts';
import { createOrderPage } from './keeper-order-page.ts';
import { countOrders, findPaper, listPapers } from './keeper-queries.ts';
import { createOrderQueuePages } from './keeper-queue.ts';
import { linkToOrder } from './keeper-words.ts';
import type { OrderActs } from './order-acts.ts';
import { listSiteKeys } from './queries.ts';

const PAGE = 50;
const kinds = ['invoice', 'credit-note'] as const;

/** Invoices and credit notes, as they were sent. */
const createPaperPage = (database: Database): KeeperPage => ({
  path: '/invoices',
  menu: { section: 'orders', label: 'invoices', position: 50 },
  async read({ t, query, locale }) {
    const { text = '', site = '', kind = '' } = query;
    const keys = await listSiteKeys(database);
    const [siteId = null] = [...keys].find(([, key]) => key === site) ?? [];
    const page = readPageNumber(query.p);
    const found = await listPapers(
      database,
      { text: text.trim(), siteId, kind: kinds.find((candidate) => candidate === kind) ?? null },
      { limit: PAGE + 1, offset: (page - 1) * PAGE },
    );
    const title = t('keeper.invoices.title');
    const search = createSearch(
      '/invoices',
      [
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
        {
          name: 'site',
          label: t('keeper.orders.site'),
          value: site,
          choices: [
            ['', t('keeper.orders.allSites')],
            ...[...keys.values()].map((key) => [key, key] as const),
          ],
        },
      ],
      t('keeper.search'),
    );
    const rows = found
      .slice(0, PAGE)
      .map((paper) => [
        linkTo(`/invoices/${paper.invoiceId}/file`, paper.number),
        t(`keeper.invoices.${paper.kind}`),
        formatMoment(paper.createdAt),
        keys.get(paper.siteId) ?? paper.siteId,
        linkToOrder(paper),
        formatEuro(paper.kind === 'invoice' ? paper.totalAmount : -paper.totalAmount, locale),
      ]);
    const headings = [
      t('keeper.orders.number'),
      t('keeper.invoices.kind'),
      t('keeper.orders.at'),
      t('keeper.orders.site'),
      t('keeper.invoices.order'),
      t('keeper.orders.amount'),
    ];
    return {
      title,
      body: markup`${search}${createTable(headings, rows, { empty: t('keeper.invoices.empty'), caption: title, figures: [5] })}${createPaging(
        '/invoices',
        { text, site, kind },
        { page, hasNext: found.length > PAGE, previous: t('keeper.previous'), next: t('keeper.next') },
      )}`,
    };
  },
});

/** What the people who run the shop do with orders, and their papers. */
export function createOrderKeeper(
  deps: OrderActs & {
    readonly database: Database;
    readonly sites: SiteDirectory;
    readonly mailWriter: MailWriter;
  },
): KeeperPart {
  const { database } = deps;
  return {
    operations: createOrderOperations(deps),
    // Paths that are words come before the one of an order.
    pages: [...createOrderQueuePages(database), createOrderPage(database), createPaperPage(database)],
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
    ],
  };
}
