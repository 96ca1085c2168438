import type { ReactNode } from 'react';
import type { AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { MultilineText } from '../../core/admin/components/MultilineText.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { type Cell, Table } from '../../core/admin/components/Table.tsx';
import { formatDay, formatEuro, formatMoment } from '../../core/admin/formats.ts';
import type { Database } from '../../core/database/database.ts';
import { listSamplesOfOrder } from '../../nutrition/lab-results/queries.ts';
import { findPaymentMethod, getSiteKeysById } from '../../sites/sites/queries.ts';
import { listFailedPaymentWork, listPayments, listRefundsOfOrder } from '../payments/queries.ts';
import { isSecured } from '../payments/service.ts';
import { listReturnsOfOrder } from '../returns/queries.ts';
import { listWithdrawalsOfOrder } from '../withdrawals/queries.ts';
import { createCreditForm } from './admin-credits.tsx';
import { listBillingLines, listDeliveryLines, stackLines } from './admin-formatting.tsx';
import { findOrderByPathId } from './admin-order-queue.tsx';
import { listMailsOfOrder, listNotes } from './admin-queries.ts';
import { findOrderWithDetails, type OrderWithDetails } from './documents/queries.ts';
import { listInvoices } from './queries.ts';

type OrderPageContext = Pick<AdminPageRequest, 't' | 'locale' | 'form'>;
type SamplesOfOrder = Awaited<ReturnType<typeof listSamplesOfOrder>>;

/** Returns the operations that are possible now, the next step first. */
function createNextOperationForms(
  details: OrderWithDetails,
  { credit, kits }: { readonly credit: Awaited<ReturnType<typeof createCreditForm>>; readonly kits: number },
  { t, form }: OrderPageContext,
): ReactNode {
  const { order } = details;
  const { orderId, status } = order;
  const { creditedBefore, ...creditForm } = credit;
  const hidden = { orderId };
  const isPacked = status === 'processing';
  const canBeShipped = isPacked || status === 'paid';
  const wasShipped = status === 'sent' || status === 'closed';
  const wasPaid = canBeShipped || wasShipped;
  return (
    <>
      {status === 'paid' && form('order.pack', { hidden })}
      {canBeShipped &&
        form('order.ship', {
          hidden,
          isFolded: !isPacked,
          note: (
            <p>
              {t('admin.orders.shipOnce')}
              {kits > 0 ? ` ${t('admin.orders.shipKits', { smart_count: kits })}` : ''}
            </p>
          ),
        })}
      {wasShipped && (
        <>
          {form('order.track', { hidden, values: { trackingUrl: order.trackingUrl }, isFolded: true })}
          {form('order.receive', { hidden, values: { receivedOn: order.receivedOn }, isFolded: true })}
        </>
      )}
      {wasPaid &&
        order.totalAmount > 0 &&
        form('order.refund', {
          hidden,
          renewed: { refundedBefore: creditedBefore },
          isFolded: true,
          ...creditForm,
        })}
      {status === 'cancelled' || status === 'sent' || status === 'closed'
        ? null
        : form('order.cancel', { hidden, isFolded: true })}
    </>
  );
}

function createOrderHead(
  details: OrderWithDetails,
  site: string,
  { t, locale }: OrderPageContext,
): ReactNode {
  const { order } = details;
  const { billing, delivery } = order;
  const state = t(`admin.orders.status.${order.status}`);
  const why = order.cancelReason === null ? '' : ` (${t(`admin.orders.cancelled.${order.cancelReason}`)})`;
  const known: readonly (readonly [string, Cell])[] = [
    [t('admin.orders.statusLabel'), state + why],
    [t('admin.orders.placed'), formatMoment(order.createdAt, t)],
    [t('admin.orders.site'), site],
    [t('admin.orders.customer'), stackLines(listBillingLines(details, locale))],
    [t('admin.orders.email'), billing.emailAddress],
    [t('admin.orders.phone'), billing.phoneNumber],
    [t('admin.orders.goesTo'), stackLines(listDeliveryLines(details, locale, t))],
    [t('admin.orders.deliveryTime'), delivery.deliveryTimeDays],
    [t('admin.orders.tracking'), order.trackingUrl],
    [t('admin.orders.received'), formatDay(order.receivedOn, t)],
    [
      t('admin.orders.dueAt'),
      order.paymentDueAt === null ? null : t('admin.orders.dueBy', { at: order.paymentDueAt }),
    ],
    [t('admin.orders.marks'), order.hadLatePayment ? t('admin.orders.lateMoney') : null],
  ];
  return <DetailList details={known.filter(([, value]) => value !== null && value !== '')} />;
}

function createLineTable(
  { order, lines, giftCardDigits }: OrderWithDetails,
  { t, locale }: OrderPageContext,
): ReactNode {
  const euro = (cents: number) => formatEuro(cents, locale);
  const rows: (readonly Cell[])[] = lines.map((line) => [
    line.quantity,
    stackLines([
      line.description,
      ...(line.productLabel === '' ? [] : [line.productLabel]),
      ...line.sampleNames,
      ...line.productDiscounts.map(({ description, amount }) => `${description} ${euro(-amount)}`),
    ]),
    line.isGift ? t('admin.orders.gift') : euro(line.totalAmount),
  ]);
  const sums: (readonly Cell[])[] = [
    ...[...order.orderDiscounts, ...order.shippingDiscounts].map(({ description, amount }) => [
      '',
      description,
      euro(-amount),
    ]),
    ['', t('admin.orders.shipping'), euro(order.originalShippingCosts)],
    ...(order.discountCode === null ? [] : [['', t('admin.orders.code'), order.discountCode]]),
    ['', <strong>{t('admin.orders.total')}</strong>, <strong>{euro(order.totalAmount)}</strong>],
    ...(order.giftCardAmount === 0
      ? []
      : [['', t('admin.orders.giftCard', { digits: giftCardDigits ?? '' }), euro(order.giftCardAmount)]]),
  ];
  const title = t('admin.orders.goods');
  const headings = [t('admin.orders.quantity'), title, t('admin.orders.amount')];
  return (
    <Section title={title}>
      <Table headings={headings} rows={[...rows, ...sums]} empty="" caption={title} figures={[2]} />
    </Section>
  );
}

/** Creates the admin page of one order. */
export function createOrderPage(database: Database): AdminPage {
  async function createPaymentSection(
    { order }: OrderWithDetails,
    { t, locale, form }: OrderPageContext,
  ): Promise<ReactNode> {
    const euro = (cents: number) => formatEuro(cents, locale);
    const [payments, refunds, failed] = await Promise.all([
      listPayments(database, order.orderId),
      listRefundsOfOrder(database, order.orderId),
      listFailedPaymentWork(database, [order.orderId]),
    ]);
    const paid = await Promise.all(
      payments.toReversed().map(async (row): Promise<readonly Cell[]> => {
        const isPaymentLost = row.securesOrder && !isSecured(row.status) && order.status !== 'cancelled';
        const method = await findPaymentMethod(database, row.paymentMethodId);
        return [
          formatMoment(row.createdAt, t),
          t('admin.orders.payment', { method: method?.name ?? row.paymentMethodId }),
          row.chargedBackAmount > 0
            ? `${t('admin.orders.chargedBack')}: ${euro(row.chargedBackAmount)}`
            : isPaymentLost
              ? t('admin.orders.authorisationOver')
              : t(`admin.orders.payment.${row.status}`),
          euro(row.amount),
        ];
      }),
    );
    const back = refunds.map((row): readonly Cell[] => [
      formatMoment(row.createdAt, t),
      t(`admin.orders.refund.${row.reason}`),
      t(`admin.orders.refundState.${row.status}`),
      euro(-row.amount),
    ]);
    const failedOperations = failed.map(({ act, failure, itemId, nextAttemptAt }) => (
      <li key={itemId}>
        {t(`admin.outbox.act.${act}`)}: {failure}.{' '}
        {nextAttemptAt === null
          ? form('outbox.retry', { hidden: { letter: `item-${itemId}` } })
          : t('admin.outbox.nextAt', { at: nextAttemptAt })}
      </li>
    ));
    const title = t('admin.orders.money');
    const headings = [
      t('admin.orders.at'),
      t('admin.orders.what'),
      t('admin.orders.statusLabel'),
      t('admin.orders.amount'),
    ];
    return (
      <Section title={title}>
        <Table
          headings={headings}
          rows={[...paid, ...back]}
          empty={t('admin.orders.noMoney')}
          caption={title}
          figures={[3]}
        />
        {failedOperations.length > 0 && (
          <>
            <h3>{t('admin.orders.moneyFailed')}</h3>
            <ul>{failedOperations}</ul>
          </>
        )}
      </Section>
    );
  }

  async function createDocumentSection(
    { order }: OrderWithDetails,
    { t, locale, form }: OrderPageContext,
  ): Promise<ReactNode> {
    const [issuedDocuments, mails] = await Promise.all([
      listInvoices(database, { orderId: order.orderId }),
      listMailsOfOrder(database, order),
    ]);
    const documentTitle = t('admin.orders.documents');
    const mailTitle = t('admin.orders.mails');
    return (
      <>
        <Section title={documentTitle}>
          <Table
            headings={[
              t('admin.orders.number'),
              t('admin.orders.at'),
              t('admin.orders.amount'),
              t('admin.orders.again'),
            ]}
            rows={issuedDocuments.map(({ invoiceId, number, kind, created, totalAmount }) => [
              <AdminLink
                path={`/invoices/${invoiceId}/file`}
              >{`${t(`admin.invoices.${kind}`)} ${number}`}</AdminLink>,
              formatMoment(created, t),
              formatEuro(kind === 'invoice' ? totalAmount : -totalAmount, locale),
              form('order.sendDocument', { hidden: { invoiceId } }),
            ])}
            empty={t('admin.orders.noDocuments')}
            caption={documentTitle}
            figures={[2]}
          />
        </Section>
        <Section title={mailTitle}>
          <Table
            headings={[
              t('admin.orders.subject'),
              t('admin.orders.at'),
              t('admin.orders.sentAt'),
              t('admin.orders.again'),
            ]}
            rows={mails.map(({ outboxMailId, subject, createdAt, sentAt, failure, isWhole }) => [
              subject,
              formatMoment(createdAt, t),
              sentAt === null ? (failure ?? t('admin.orders.notSentYet')) : formatMoment(sentAt, t),
              isWhole
                ? form('order.resendMail', { hidden: { orderId: order.orderId, mailId: outboxMailId } })
                : t('admin.orders.mailNotKept'),
            ])}
            empty={t('admin.orders.noMails')}
            caption={mailTitle}
          />
        </Section>
      </>
    );
  }

  async function createNotes(orderId: string, { t, form }: OrderPageContext): Promise<ReactNode> {
    const notes = await listNotes(database, orderId);
    return (
      <Section title={t('admin.orders.notes')}>
        {notes.map(({ orderNoteId, at, staffMemberName, text }) => (
          <article key={orderNoteId}>
            <p>
              {formatMoment(at, t)} · {staffMemberName ?? t('admin.log.command')}
            </p>
            <MultilineText text={text} />
            {form('order.deleteNote', { hidden: { orderId, noteId: orderNoteId } })}
          </article>
        ))}
        {form('order.note', { hidden: { orderId } })}
      </Section>
    );
  }

  async function createRelatedSections(
    details: OrderWithDetails,
    samples: SamplesOfOrder,
    { t }: OrderPageContext,
  ): Promise<ReactNode> {
    const { orderId } = details.order;
    const [returns, withdrawals] = await Promise.all([
      listReturnsOfOrder(database, orderId),
      listWithdrawalsOfOrder(database, orderId),
    ]);
    const timeline = details.statusChanges.map(({ status, at }): readonly [string, Cell] => [
      formatMoment(at, t),
      t(`admin.orders.status.${status}`),
    ]);
    const links = [
      ...returns.map(({ returnId, at }) => ({
        path: `/returns/${returnId}`,
        label: t('admin.orders.returnOf', { at }),
      })),
      ...withdrawals.map(({ withdrawalId, at }) => ({
        path: `/withdrawals/${withdrawalId}`,
        label: t('admin.orders.withdrawalOf', { at }),
      })),
      { path: `/log?${new URLSearchParams({ text: orderId })}`, label: t('admin.orders.log') },
    ];
    const sampleTitle = t('admin.orders.samples');
    return (
      <>
        {samples.length > 0 && (
          <Section title={sampleTitle}>
            <Table
              headings={[t('admin.orders.number'), t('admin.orders.name'), t('admin.orders.statusLabel')]}
              rows={samples.map(({ sampleNumber, sampleName, state }) => [
                sampleNumber,
                sampleName,
                t(`admin.orders.sample.${state}`),
              ])}
              empty=""
              caption={sampleTitle}
            />
          </Section>
        )}
        <Section title={t('admin.orders.timeline')}>
          <DetailList details={timeline} />
          <ul>
            {links.map(({ path, label }) => (
              <li key={path}>
                <AdminLink path={path}>{label}</AdminLink>
              </li>
            ))}
          </ul>
        </Section>
      </>
    );
  }

  return {
    path: '/orders/:orderId',
    async read({ params, t, locale, form }) {
      const order = await findOrderByPathId(database, params.orderId ?? '');
      const facts = order && (await findOrderWithDetails(database, order.orderId));
      if (!facts) return null;
      const { orderId, orderNumber, siteId } = facts.order;
      const shown = { t, locale, form };
      const [keys, credit, samples] = await Promise.all([
        getSiteKeysById(database),
        createCreditForm(database, facts.order, facts.lines, shown),
        listSamplesOfOrder(database, orderId),
      ]);
      const kits = samples.filter(({ state, isWithdrawn }) => state === 'ordered' && !isWithdrawn).length;
      const slip = (
        <AdminLink path={`/orders/slips?${new URLSearchParams({ order: orderId })}`}>
          {t('admin.orders.slip')}
        </AdminLink>
      );
      return {
        title: t('admin.orders.titleOf', { number: orderNumber }),
        body: (
          <>
            {createOrderHead(facts, keys.get(siteId) ?? '', shown)}
            <p className="actions">{slip}</p>
            {createNextOperationForms(facts, { credit, kits }, shown)}
            {createLineTable(facts, shown)}
            {await createPaymentSection(facts, shown)}
            {await createDocumentSection(facts, shown)}
            {await createRelatedSections(facts, samples, shown)}
            {await createNotes(orderId, shown)}
          </>
        ),
      };
    },
  };
}
