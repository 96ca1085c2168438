import Type from 'typebox';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Choice, Flag, Line, Text } from '../../core/admin/fields.ts';
import { AdminRefusal, createOperation, type Outcome } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { listListedArticles } from '../products/queries.ts';
import { changeStock, refuseFaultyLines } from './change-stock.ts';
import { parseStockList } from './parse-stock-list.ts';
import { readStockAmounts } from './queries.ts';

const PieceCountField = () => Type.Integer({ minimum: 0, maximum: 1_000_000 });
const articleNumber = Line(40);
/** Reason for a correction. */
const reason = Type.Optional(Choice(['mistake', 'damaged', 'lost', 'found']));
const expectedAmount = Type.Optional(Type.Integer({ minimum: 0 }));
/** Size limit in bytes. A list of 5,000 articles has about 100 kB. */
const MAX_UPLOAD_BYTES = 1_000_000;
const MAX_LIST_LINES = 5000;

const setStockOperation = createOperation({
  name: 'stock.set',
  input: Type.Object({
    articleNumber,
    amount: Type.Optional(PieceCountField()),
    isUncounted: Type.Optional(Flag()),
    reason,
    expectedAmount,
  }),
  async run(
    transaction,
    { articleNumber: article, amount, isUncounted = false, ...expected },
    { now, actor },
  ) {
    if (isUncounted === (amount !== undefined)) throw new AdminRefusal('stock_or_uncounted', {}, 'amount');
    const instruction = { articleNumber: article, pieces: amount ?? null };
    const { changes } = await changeStock(transaction, 'set', [instruction], {
      now,
      actorId: actor.id,
      ...expected,
    });
    return { changes };
  },
});

const countStockOperation = createOperation({
  name: 'stock.count',
  input: Type.Object({ articleNumber, amount: PieceCountField(), expectedAmount }),
  async run(transaction, { articleNumber: article, amount, ...expected }, { now, actor }): Promise<Outcome> {
    const instruction = { articleNumber: article, pieces: amount };
    const { changes, stock } = await changeStock(transaction, 'count', [instruction], {
      now,
      actorId: actor.id,
      ...expected,
    });
    const before = stock[0]?.before ?? null;
    if (before === null) return { changes };
    const difference = amount - before;
    return {
      changes,
      message: {
        key: 'admin.stock.saidCount',
        values: {
          article,
          before,
          after: amount,
          difference: difference > 0 ? `+${difference}` : difference,
        },
      },
    };
  },
});

const addDeliveryOperation = createOperation({
  name: 'stock.deliver',
  input: Type.Object({ articleNumber, pieces: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
  async run(transaction, { articleNumber: article, pieces }, { now, actor }) {
    const instruction = { articleNumber: article, pieces };
    const { changes, stock } = await changeStock(transaction, 'deliver', [instruction], {
      now,
      actorId: actor.id,
    });
    return {
      changes,
      message: {
        key: 'admin.stock.saidDelivery',
        values: { article, pieces, after: stock[0]?.after ?? pieces },
      },
    };
  },
});

const importListOperation = createOperation({
  name: 'stock.list',
  input: Type.Object({
    act: Choice(['deliver', 'count', 'set']),
    list: Type.Optional(Text(200_000)),
    reason,
  }),
  files: { file: { maxBytes: MAX_UPLOAD_BYTES, maxCount: 1 } },
  async run(transaction, { act, list = '', reason: why }, { now, actor, files }) {
    const [file] = files.get('file') ?? [];
    const uploadedText = file && file.bytes.length > 0 ? file.bytes.toString('utf8') : '';
    if ((uploadedText === '') === (list.trim() === '')) throw new AdminRefusal('list_or_file', {}, 'list');
    const { lines, faults } = parseStockList(uploadedText === '' ? list : uploadedText);
    refuseFaultyLines(faults);
    if (lines.length === 0) throw new AdminRefusal('list_empty', {}, 'list');
    if (lines.length > MAX_LIST_LINES)
      throw new AdminRefusal('list_too_long', { maximum: MAX_LIST_LINES }, 'list');
    const { changes } = await changeStock(transaction, act, lines, { now, actorId: actor.id, reason: why });
    return {
      changes,
      message: {
        key: 'admin.stock.saidList',
        values: { lines: lines.length, changed: changes.length },
      },
    };
  },
});

/** Creates the admin pages of stock. */
export function createStockAdmin({ database }: { readonly database: Database }): AdminModule {
  return {
    operations: [setStockOperation, countStockOperation, addDeliveryOperation, importListOperation],
    pages: [
      {
        path: '/stock',
        menu: { section: 'goods', label: 'stock', position: 20 },
        async read({ t, form }) {
          const links = (
            <ul>
              <li>
                <AdminLink path="/products?state=soldOut">{t('admin.stock.soldOut')}</AdminLink>
              </li>
              <li>
                <AdminLink path="/products?state=few">{t('admin.stock.few')}</AdminLink>
              </li>
              <li>
                <AdminLink path="/stock.csv">{t('admin.stock.download')}</AdminLink>
              </li>
              <li>
                <AdminLink path="/orders/stock">{t('admin.orderStock.title')}</AdminLink>
              </li>
              <li>
                <AdminLink path="/log?operation=stock">{t('admin.stock.history')}</AdminLink>
              </li>
            </ul>
          );
          const one = (
            <>
              {form('stock.deliver', { isFolded: true })}
              {form('stock.count', { fields: ['articleNumber', 'amount'], isFolded: true })}
              {form('stock.set', {
                fields: ['articleNumber', 'amount', 'isUncounted', 'reason'],
                isFolded: true,
              })}
            </>
          );
          const list = form('stock.list', { note: <p>{t('admin.stock.listNote')}</p> });
          return {
            title: t('admin.stock.title'),
            body: (
              <>
                {links}
                <Section title={t('admin.stock.one')}>{one}</Section>
                <Section title={t('admin.stock.many')}>{list}</Section>
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/stock.csv',
        async read() {
          const articles = await listListedArticles(database);
          const amounts = await readStockAmounts(database);
          const text = articles
            .flatMap(({ productVariantId, articleNumber }) => {
              const amount = amounts.get(productVariantId);
              return amount === undefined ? [] : [`${articleNumber};${amount}\r\n`];
            })
            .join('');
          const bytes = Buffer.from(`articleNumber;amount\r\n${text}`);
          return { type: 'text/csv; charset=utf-8', bytes, fileName: 'stock.csv' };
        },
      },
    ],
  };
}
