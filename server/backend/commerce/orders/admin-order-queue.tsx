import type { ReactNode } from 'react';
import { type OrderStatus, orderStatuses } from '../../../../shared/rules/orders/order-status.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import type { AdminPage } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { EmptyMessage } from '../../core/admin/components/EmptyMessage.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { Database } from '../../core/database/database.ts';
import { listSamplesOfOrder } from '../../nutrition/lab-results/queries.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { listChargedBackOrderIds, listFailedPaymentWork } from '../payments/queries.ts';
import { listWithdrawnOrders } from '../withdrawals/queries.ts';
import {
  createSiteFilter,
  findSiteByKey,
  linkToOrder,
  listDeliveryLines,
  stackLines,
} from './admin-formatting.tsx';
import { MAX_ORDERS_PER_REQUEST } from './admin-operations.ts';
import { countNotes, listOrdersOfQueue } from './admin-queries.ts';
import { findOrderWithDetails, type OrderWithDetails } from './documents/queries.ts';
import { findOrder } from './queries.ts';

/** Statuses of orders that wait for packing. */
const WAITING_STATUSES: readonly OrderStatus[] = ['paid', 'processing'];

/** Returns the statuses of a filter; by default those that wait for packing. */
function readStatusFilter(status: string): readonly OrderStatus[] {
  if (status === 'all') return [];
  const known = orderStatuses.find((candidate) => candidate === status);
  return known ? [known] : WAITING_STATUSES;
}

/** Creates the admin pages of the order queue, and the operations on several orders. */
export function createOrderQueuePages(database: Database): readonly AdminPage[] {
  /**
   * Lists the oldest orders in a status. Orders with a withdrawal are returned separately: staff must check
   * them before sending.
   */
  async function listPendingOrders(status: OrderStatus, siteId: number | null) {
    const found = await listOrdersOfQueue(
      database,
      { statuses: [status], siteId, text: '', orderIds: null, isOldestFirst: true },
      { limit: MAX_ORDERS_PER_REQUEST },
    );
    const ids = await listWithdrawnOrders(
      database,
      found.map(({ orderId }) => orderId),
    );
    return {
      orders: found.filter(({ orderId }) => !ids.has(orderId)),
      withdrawn: found.filter(({ orderId }) => ids.has(orderId)),
    };
  }

  return [
    {
      path: '/orders',
      menu: { section: 'orders', label: 'orders', position: 10 },
      async read(request) {
        const { t, query, locale } = request;
        const { status = '', site = '', text = '', money = '' } = query;
        const keys = await getSiteKeysById(database);
        const failed = new Set((await listFailedPaymentWork(database)).map(({ orderId }) => orderId));
        const chargedBack = await listChargedBackOrderIds(database);
        const paymentProblemOrders =
          money === 'failed' ? failed : money === 'charged-back' ? chargedBack : null;
        // A search includes all statuses.
        const statuses =
          status === '' && (text !== '' || paymentProblemOrders !== null) ? [] : readStatusFilter(status);
        const title = t('admin.orders.title');
        const { search, table } = await createList(request, {
          path: '/orders',
          title,
          empty: t('admin.orders.empty'),
          fields: [
            { name: 'text', label: t('admin.orders.searchText'), value: text },
            {
              name: 'status',
              label: t('admin.orders.statusLabel'),
              value: status,
              choices: [
                ['', t('admin.orders.waiting')],
                ['all', t('admin.orders.all')],
                ...orderStatuses.map((word) => [word, t(`admin.orders.status.${word}`)] as const),
              ],
            },
            createSiteFilter(t, keys, site),
            {
              name: 'money',
              label: t('admin.orders.money'),
              value: money,
              choices: [
                ['', t('admin.orders.anyMoney')],
                ['failed', t('admin.orders.moneyFailed')],
                ['charged-back', t('admin.orders.chargedBack')],
              ],
            },
          ],
          async find(range) {
            const found = await listOrdersOfQueue(
              database,
              {
                statuses,
                siteId: findSiteByKey(keys, site),
                text: text.trim(),
                orderIds: paymentProblemOrders && [...paymentProblemOrders],
                isOldestFirst: statuses === WAITING_STATUSES,
              },
              range,
            );
            const ids = found.map(({ orderId }) => orderId);
            const notes = await countNotes(database, ids);
            const withdrawn = await listWithdrawnOrders(database, ids);
            return found.map((order) => ({
              ...order,
              noteCount: notes.get(order.orderId) ?? 0,
              isWithdrawn: withdrawn.has(order.orderId),
            }));
          },
          columns: [
            [t('admin.orders.number'), linkToOrder],
            [t('admin.orders.statusLabel'), (order) => t(`admin.orders.status.${order.status}`)],
            [t('admin.orders.placed'), (order) => formatMoment(order.createdAt, t)],
            [t('admin.orders.site'), (order) => keys.get(order.siteId) ?? order.siteId],
            [
              t('admin.orders.customer'),
              ({ billing: { firstName, lastName } }) => `${firstName} ${lastName}`,
            ],
            [t('admin.orders.total'), (order) => formatEuro(order.totalAmount, locale), 'figure'],
            [
              t('admin.orders.marks'),
              ({ orderId, hadLatePayment, noteCount, isWithdrawn }) => {
                const marks = [
                  ...(failed.has(orderId) ? [t('admin.orders.moneyFailed')] : []),
                  ...(chargedBack.has(orderId) ? [t('admin.orders.chargedBack')] : []),
                  ...(isWithdrawn ? [t('admin.orders.isWithdrawn')] : []),
                  ...(hadLatePayment ? [t('admin.orders.lateMoney')] : []),
                  ...(noteCount > 0 ? [t('admin.orders.noteCount', { smart_count: noteCount })] : []),
                ];
                return marks.length === 0 ? '' : stackLines(marks);
              },
            ],
          ],
        });
        const siteQuery = site === '' ? '' : `?${new URLSearchParams({ site })}`;
        return {
          title,
          body: (
            <>
              {search}
              <p className="actions">
                <AdminLink path={`/orders/slips${siteQuery}`}>{t('admin.orders.slipsLink')}</AdminLink> ·{' '}
                <AdminLink path={`/orders/ship${siteQuery}`}>{t('admin.orders.shipLink')}</AdminLink> ·{' '}
                <AdminLink path="/payments">{t('admin.payments.title')}</AdminLink>
              </p>
              {table}
            </>
          ),
        };
      },
    },
    {
      path: '/orders/slips',
      async read({ t, query, locale, form }) {
        const { site = '', order: orderId } = query;
        const keys = await getSiteKeysById(database);
        const { orders, withdrawn } =
          orderId === undefined
            ? await listPendingOrders('paid', findSiteByKey(keys, site))
            : {
                orders: [await findOrderByPathId(database, orderId)].filter((order) => order !== undefined),
                withdrawn: [],
              };
        const leftOut = describeExcludedOrders(withdrawn, t);
        const facts = (
          await Promise.all(orders.map((order) => findOrderWithDetails(database, order.orderId)))
        ).filter((found) => found !== undefined);
        const samples = new Map<string, SamplesOfOrder>();
        for (const { order } of facts)
          samples.set(order.orderId, await listSamplesOfOrder(database, order.orderId));
        const title = t('admin.orders.slips');
        if (facts.length === 0) {
          return {
            title,
            body: (
              <>
                {leftOut}
                <EmptyMessage text={t('admin.orders.noneToPack')} />
              </>
            ),
          };
        }
        const unpacked = facts.filter(({ order }) => order.status === 'paid');
        const packing =
          unpacked.length > 0 &&
          form('order.packAll', {
            hidden: { orders: unpacked.map(({ order }) => order.orderId).join(',') },
            note: <p>{t('admin.orders.slipsNote', { smart_count: facts.length })}</p>,
          });
        return {
          title,
          body: (
            <>
              {leftOut}
              {packing}
              {facts.map((found) => (
                <PackingSlip
                  key={found.order.orderId}
                  details={found}
                  t={t}
                  locale={locale}
                  site={keys.get(found.order.siteId) ?? ''}
                  samples={samples.get(found.order.orderId) ?? []}
                />
              ))}
            </>
          ),
        };
      },
    },
    {
      path: '/orders/ship',
      async read({ t, query, locale, form }) {
        const { site = '' } = query;
        const keys = await getSiteKeysById(database);
        const packed = await listPendingOrders('processing', findSiteByKey(keys, site));
        // If no order is marked as being packed, the paid orders are offered.
        const { orders: ready, withdrawn } =
          packed.orders.length > 0 ? packed : await listPendingOrders('paid', findSiteByKey(keys, site));
        const leftOut = describeExcludedOrders(withdrawn, t);
        const title = t('admin.orders.shipTitle');
        if (ready.length === 0) {
          return {
            title,
            body: (
              <>
                {leftOut}
                <EmptyMessage text={t('admin.orders.noneToShip')} />
              </>
            ),
          };
        }
        const rows = ready.map((order) => [
          linkToOrder(order),
          t(`admin.orders.status.${order.status}`),
          formatMoment(order.createdAt, t),
          keys.get(order.siteId) ?? order.siteId,
          order.delivery.name ?? `${order.billing.firstName} ${order.billing.lastName}`,
          formatEuro(order.totalAmount, locale),
        ]);
        const shipping = form('order.shipAll', {
          values: {
            shipments: ready.map(
              ({ siteId, orderNumber }) => `${keys.get(siteId) ?? siteId} ${orderNumber} `,
            ),
          },
          note: <p>{t('admin.orders.shipNote')}</p>,
        });
        const headings = [
          t('admin.orders.number'),
          t('admin.orders.statusLabel'),
          t('admin.orders.placed'),
          t('admin.orders.site'),
          t('admin.orders.goesTo'),
          t('admin.orders.total'),
        ];
        return {
          title,
          body: (
            <>
              {leftOut}
              {shipping}
              <Section title={t('admin.orders.readyToShip')}>
                <Table headings={headings} rows={rows} empty="" caption={title} figures={[5]} />
              </Section>
            </>
          ),
        };
      },
    },
  ];
}

/** Describes the orders that are left out of a batch operation because their customers withdraw. */
const describeExcludedOrders = (
  withdrawn: readonly Parameters<typeof linkToOrder>[0][],
  t: AdminTranslate,
): ReactNode =>
  withdrawn.length > 0 && (
    <section className="no-print">
      <p>{t('admin.orders.leftOut', { smart_count: withdrawn.length })}</p>
      <ul>
        {withdrawn.map((order) => (
          <li key={order.orderId}>{linkToOrder(order)}</li>
        ))}
      </ul>
    </section>
  );

/** Returns the order of an id in a path; undefined if the id is unknown or invalid. */
export const findOrderByPathId = async (database: Database, orderId: string) =>
  isUuid(orderId) ? findOrder(database, orderId) : undefined;

type SamplesOfOrder = Awaited<ReturnType<typeof listSamplesOfOrder>>;

/**
 * Packing slip: a page for each order, and a page of labels if it contains kits. The laboratory identifies a
 * bag only by its sample number.
 */
function PackingSlip({
  details,
  t,
  locale,
  site,
  samples,
}: {
  readonly details: OrderWithDetails;
  readonly t: AdminTranslate;
  readonly locale: string;
  readonly site: string;
  readonly samples: SamplesOfOrder;
}) {
  const { order, lines } = details;
  const packed = lines.filter(({ isSentAsParcel, sampleNames }) => isSentAsParcel || sampleNames.length > 0);
  const kits = samples.filter(({ isWithdrawn }) => !isWithdrawn);
  const rows = packed.map(({ position, quantity, description, productLabel, isGift, sampleNames }) => [
    <span className="tick" />,
    quantity,
    stackLines([
      description,
      ...(productLabel === '' ? [] : [productLabel]),
      ...(isGift ? [t('admin.orders.gift')] : []),
      ...sampleNames.map((name, index) => {
        const kit = kits.find(
          ({ linePosition, sequence }) => linePosition === position && sequence === index + 1,
        );
        return kit ? `${kit.sampleNumber} · ${name}` : name;
      }),
    ]),
  ]);
  const labels = kits.length > 0 && (
    <article className="slip">
      <h2>{t('admin.orders.sampleLabels', { number: order.orderNumber })}</h2>
      <ul className="labels">
        {kits.map(({ sampleNumber, sampleName }) => (
          <li key={sampleNumber}>
            <strong>{sampleNumber}</strong>
            <span>{sampleName}</span>
          </li>
        ))}
      </ul>
    </article>
  );
  const caption = t('admin.orders.slipOf', { number: order.orderNumber });
  const headings = [t('admin.orders.packed'), t('admin.orders.quantity'), t('admin.orders.goods')];
  return (
    <>
      <article className="slip">
        <h2>{caption}</h2>
        <p>
          {formatMoment(order.createdAt, t)} · {site}
        </p>
        {stackLines(listDeliveryLines(details, locale, t))}
        <Table
          headings={headings}
          rows={rows}
          empty={t('admin.orders.nothingToPack')}
          caption={caption}
          figures={[1]}
        />
      </article>
      {labels}
    </>
  );
}
