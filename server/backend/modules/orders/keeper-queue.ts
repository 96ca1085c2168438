import { type OrderStatus, orderStatuses } from '../../../../shared/rules/orders/order-status.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { Database } from '../../database/database.ts';
import { createSection, createTable, formatEuro, formatMoment, linkTo } from '../../keeper/html.ts';
import type { KeeperPage } from '../../keeper/keeper-part.ts';
import { createList } from '../../keeper/list.ts';
import type { KeeperTranslate } from '../../keeper/texts.ts';
import { listSamplesOfOrder } from '../lab-results/queries.ts';
import { listChargedBack, listFailedWork } from '../payments/queries.ts';
import { listWithdrawnOrders } from '../withdrawals/queries.ts';
import { findOrderFacts, type OrderFacts } from './documents/queries.ts';
import { MOST_AT_ONCE } from './keeper-operations.ts';
import { countNotes, listOrdersOfQueue } from './keeper-queries.ts';
import {
  createSiteFilter,
  findSiteByKey,
  linkToOrder,
  listDeliveryLines,
  stackLines,
} from './keeper-words.ts';
import { findOrder, listSiteKeys } from './queries.ts';

/** Statuses of orders that wait for packing. */
const WAITING: readonly OrderStatus[] = ['paid', 'processing'];

/** Returns the statuses of a filter; by default those that wait for packing. */
function readStatuses(status: string): readonly OrderStatus[] {
  if (status === 'all') return [];
  const known = orderStatuses.find((candidate) => candidate === status);
  return known ? [known] : WAITING;
}

/** Creates the admin pages of the order queue, and the operations on several orders. */
export function createOrderQueuePages(database: Database): readonly KeeperPage[] {
  /**
   * Lists the oldest orders in a status. Orders with a withdrawal are returned separately: staff must check
   * them before sending.
   */
  async function listToDo(status: OrderStatus, siteId: number | null) {
    const found = await listOrdersOfQueue(
      database,
      { statuses: [status], siteId, text: '', orderIds: null, isOldestFirst: true },
      { limit: MOST_AT_ONCE },
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
        const keys = await listSiteKeys(database);
        const failed = new Set((await listFailedWork(database)).map(({ orderId }) => orderId));
        const chargedBack = await listChargedBack(database);
        const ofMoney = money === 'failed' ? failed : money === 'charged-back' ? chargedBack : null;
        // A search includes all statuses.
        const statuses = status === '' && (text !== '' || ofMoney !== null) ? [] : readStatuses(status);
        const title = t('keeper.orders.title');
        const { search, table } = await createList(request, {
          path: '/orders',
          title,
          empty: t('keeper.orders.empty'),
          fields: [
            { name: 'text', label: t('keeper.orders.searchText'), value: text },
            {
              name: 'status',
              label: t('keeper.orders.statusLabel'),
              value: status,
              choices: [
                ['', t('keeper.orders.waiting')],
                ['all', t('keeper.orders.all')],
                ...orderStatuses.map((word) => [word, t(`keeper.orders.status.${word}`)] as const),
              ],
            },
            createSiteFilter(t, keys, site),
            {
              name: 'money',
              label: t('keeper.orders.money'),
              value: money,
              choices: [
                ['', t('keeper.orders.anyMoney')],
                ['failed', t('keeper.orders.moneyFailed')],
                ['charged-back', t('keeper.orders.chargedBack')],
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
                orderIds: ofMoney && [...ofMoney],
                isOldestFirst: statuses === WAITING,
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
            [t('keeper.orders.number'), linkToOrder],
            [t('keeper.orders.statusLabel'), (order) => t(`keeper.orders.status.${order.status}`)],
            [t('keeper.orders.placed'), (order) => formatMoment(order.createdAt, t)],
            [t('keeper.orders.site'), (order) => keys.get(order.siteId) ?? order.siteId],
            [
              t('keeper.orders.customer'),
              ({ billing: { firstName, lastName } }) => `${firstName} ${lastName}`,
            ],
            [t('keeper.orders.total'), (order) => formatEuro(order.totalAmount, locale), 'figure'],
            [
              t('keeper.orders.marks'),
              ({ orderId, hadLatePayment, noteCount, isWithdrawn }) => {
                const marks = [
                  ...(failed.has(orderId) ? [t('keeper.orders.moneyFailed')] : []),
                  ...(chargedBack.has(orderId) ? [t('keeper.orders.chargedBack')] : []),
                  ...(isWithdrawn ? [t('keeper.orders.isWithdrawn')] : []),
                  ...(hadLatePayment ? [t('keeper.orders.lateMoney')] : []),
                  ...(noteCount > 0 ? [t('keeper.orders.noteCount', { smart_count: noteCount })] : []),
                ];
                return marks.length === 0 ? '' : stackLines(marks);
              },
            ],
          ],
        });
        const siteQuery = site === '' ? '' : `?${new URLSearchParams({ site })}`;
        return {
          title,
          body: markup`${search}<p class="actions">${linkTo(`/orders/slips${siteQuery}`, t('keeper.orders.slipsLink'))} · ${linkTo(`/orders/ship${siteQuery}`, t('keeper.orders.shipLink'))} · ${linkTo('/payments', t('keeper.payments.title'))}</p>${table}`,
        };
      },
    },
    {
      path: '/orders/slips',
      async read({ t, query, locale, form }) {
        const { site = '', order: orderId } = query;
        const keys = await listSiteKeys(database);
        const { orders, withdrawn } =
          orderId === undefined
            ? await listToDo('paid', findSiteByKey(keys, site))
            : {
                orders: [await findOrderOrNone(database, orderId)].filter((order) => order !== undefined),
                withdrawn: [],
              };
        const leftOut = describeLeftOut(withdrawn, t);
        const facts = (
          await Promise.all(orders.map((order) => findOrderFacts(database, order.orderId)))
        ).filter((found) => found !== undefined);
        const samples = new Map<string, SamplesOfOrder>();
        for (const { order } of facts)
          samples.set(order.orderId, await listSamplesOfOrder(database, order.orderId));
        const title = t('keeper.orders.slips');
        if (facts.length === 0) {
          return { title, body: markup`${leftOut}<p class="empty">${t('keeper.orders.noneToPack')}</p>` };
        }
        const unpacked = facts.filter(({ order }) => order.status === 'paid');
        const packing =
          unpacked.length === 0
            ? noMarkup
            : form('order.packAll', {
                hidden: { orders: unpacked.map(({ order }) => order.orderId).join(',') },
                note: markup`<p>${t('keeper.orders.slipsNote', { smart_count: facts.length })}</p>`,
              });
        return {
          title,
          body: markup`${leftOut}${packing}${facts.map((found) => createSlip(found, { t, locale, site: keys.get(found.order.siteId) ?? '', samples: samples.get(found.order.orderId) ?? [] }))}`,
        };
      },
    },
    {
      path: '/orders/ship',
      async read({ t, query, locale, form }) {
        const { site = '' } = query;
        const keys = await listSiteKeys(database);
        const packed = await listToDo('processing', findSiteByKey(keys, site));
        // If no order is marked as being packed, the paid orders are offered.
        const { orders: ready, withdrawn } =
          packed.orders.length > 0 ? packed : await listToDo('paid', findSiteByKey(keys, site));
        const leftOut = describeLeftOut(withdrawn, t);
        const title = t('keeper.orders.shipTitle');
        if (ready.length === 0) {
          return { title, body: markup`${leftOut}<p class="empty">${t('keeper.orders.noneToShip')}</p>` };
        }
        const rows = ready.map((order) => [
          linkToOrder(order),
          t(`keeper.orders.status.${order.status}`),
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
          note: markup`<p>${t('keeper.orders.shipNote')}</p>`,
        });
        const headings = [
          t('keeper.orders.number'),
          t('keeper.orders.statusLabel'),
          t('keeper.orders.placed'),
          t('keeper.orders.site'),
          t('keeper.orders.goesTo'),
          t('keeper.orders.total'),
        ];
        return {
          title,
          body: markup`${leftOut}${shipping}${createSection(
            t('keeper.orders.readyToShip'),
            createTable(headings, rows, { empty: '', caption: title, figures: [5] }),
          )}`,
        };
      },
    },
  ];
}

/** Describes the orders that are left out of a batch operation because their customers withdraw. */
const describeLeftOut = (
  withdrawn: readonly Parameters<typeof linkToOrder>[0][],
  t: KeeperTranslate,
): Markup =>
  withdrawn.length === 0
    ? noMarkup
    : markup`<section class="no-print"><p>${t('keeper.orders.leftOut', { smart_count: withdrawn.length })}</p><ul>${withdrawn.map((order) => markup`<li>${linkToOrder(order)}</li>`)}</ul></section>`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the order of an id in a path; undefined if the id is unknown or invalid. */
export const findOrderOrNone = async (database: Database, orderId: string) =>
  UUID.test(orderId) ? findOrder(database, orderId) : undefined;

type SamplesOfOrder = Awaited<ReturnType<typeof listSamplesOfOrder>>;

/**
 * Renders the packing slip: a page for each order, and a page of labels if it contains kits. The laboratory
 * identifies a bag only by its sample number.
 */
function createSlip(
  facts: OrderFacts,
  {
    t,
    locale,
    site,
    samples,
  }: {
    t: Parameters<typeof listDeliveryLines>[2];
    locale: string;
    site: string;
    samples: SamplesOfOrder;
  },
) {
  const { order, lines } = facts;
  const packed = lines.filter(({ goesAsParcel, sampleNames }) => goesAsParcel || sampleNames.length > 0);
  const kits = samples.filter(({ isWithdrawn }) => !isWithdrawn);
  const rows = packed.map(({ position, quantity, description, productLabel, isGift, sampleNames }) => [
    markup`<span class="tick"></span>`,
    quantity,
    stackLines([
      description,
      ...(productLabel === '' ? [] : [productLabel]),
      ...(isGift ? [t('keeper.orders.gift')] : []),
      ...sampleNames.map((name, index) => {
        const kit = kits.find(
          ({ linePosition, sequence }) => linePosition === position && sequence === index + 1,
        );
        return kit ? `${kit.sampleNumber} · ${name}` : name;
      }),
    ]),
  ]);
  const labels =
    kits.length === 0
      ? noMarkup
      : markup`<article class="slip"><h2>${t('keeper.orders.sampleLabels', { number: order.orderNumber })}</h2><ul class="labels">${kits.map(
          ({ sampleNumber, sampleName }) =>
            markup`<li><strong>${sampleNumber}</strong><span>${sampleName}</span></li>`,
        )}</ul></article>`;
  const caption = t('keeper.orders.slipOf', { number: order.orderNumber });
  const headings = [t('keeper.orders.packed'), t('keeper.orders.quantity'), t('keeper.orders.goods')];
  return markup`<article class="slip"><h2>${caption}</h2><p>${formatMoment(order.createdAt, t)} · ${site}</p>${stackLines(listDeliveryLines(facts, locale, t))}${createTable(headings, rows, { empty: t('keeper.orders.nothingToPack'), caption, figures: [1] })}</article>${labels}`;
}
