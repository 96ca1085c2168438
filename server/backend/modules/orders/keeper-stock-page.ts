import { markup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import { createSection, createTable, linkTo } from '../../keeper/html.ts';
import type { KeeperPage } from '../../keeper/keeper-part.ts';
import { listArticleNumbers } from '../products/queries.ts';
import { listHeldVariants, listShortages } from './unpaid-stock.ts';

const MOST_ROWS = 200;

/** Creates the admin page of the stock that unpaid orders reserve and paid orders lack. */
export const createStockPage = (database: Database): KeeperPage => ({
  path: '/orders/stock',
  async read({ t }) {
    const held = await listHeldVariants(database, MOST_ROWS);
    const shortages = await listShortages(database, MOST_ROWS);
    const articles = await listArticleNumbers(
      database,
      [...held, ...shortages].map(({ productVariantId }) => productVariantId),
    );
    const article = t('keeper.field.articleNumber');
    const pieces = t('keeper.orders.quantity');
    const missingTitle = t('keeper.orderStock.missing');
    const heldTitle = t('keeper.orderStock.held');
    return {
      title: t('keeper.orderStock.title'),
      body: markup`${createSection(
        missingTitle,
        createTable(
          [t('keeper.invoices.order'), article, pieces],
          shortages.map((row) => [
            linkTo(`/orders/${row.orderId}`, row.orderNumber),
            articles.get(row.productVariantId) ?? '',
            row.pieces,
          ]),
          { empty: t('keeper.orderStock.missingNone'), caption: missingTitle, figures: [2] },
        ),
      )}${createSection(
        heldTitle,
        markup`<p>${t('keeper.orderStock.heldNote')}</p>`,
        createTable(
          [article, pieces, t('keeper.orderStock.orders')],
          held.map((row) => [articles.get(row.productVariantId) ?? '', row.pieces, row.orders]),
          { empty: t('keeper.orderStock.heldNone'), caption: heldTitle, figures: [1, 2] },
        ),
      )}`,
    };
  },
});
