import Type from 'typebox';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import { withdrawalStates } from '../../../../shared/rules/withdrawal.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { AnswerSection } from '../../core/admin/components/AnswerSection.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Line, Text, Uuid } from '../../core/admin/fields.ts';
import { formatMoment } from '../../core/admin/formats.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createLongOperation,
  createOperation,
  type Outcome,
} from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import { findOrder, findOrderByNumber, listOrderLines } from '../orders/queries.ts';
import { createCreditForm, creditFields, creditFromForm, hasCreditInput } from '../orders/service.ts';
import type { OrderChanger } from '../orders/types.ts';
import {
  countOpenWithdrawals,
  findWithdrawal,
  findWithdrawalReceiptForStaff,
  getWithdrawalState,
  listWithdrawals,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalRecord,
} from './queries.ts';
import { composeAnswerMail } from './withdrawal-receipt.ts';

interface WithdrawalAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly orders: OrderChanger;
}

/** Returns the time of the latest answer in milliseconds since 1970, to detect concurrent changes. */
const getAnswerVersion = ({ answeredAt }: WithdrawalRecord): number => answeredAt?.getTime() ?? 0;

const createLoggedChanges = (
  row: WithdrawalRecord,
  after: Pick<WithdrawalRecord, 'answeredAt' | 'closedAt'>,
  details: Record<string, unknown> = {},
): Outcome['changes'] => [
  {
    resource: 'withdrawal',
    resourceId: row.withdrawalId,
    before: { state: getWithdrawalState(row) },
    after: { state: getWithdrawalState(after), ...details },
  },
];

function createWithdrawalOperations(deps: WithdrawalAdminDeps): readonly AdminOperation[] {
  const { database, sites, mailWriter, orders } = deps;

  async function lock(transaction: Database, withdrawalId: string): Promise<WithdrawalRecord> {
    const row = await lockWithdrawal(transaction, withdrawalId);
    if (!row) throw new AdminRefusal('not_found');
    return row;
  }

  return [
    createOperation({
      name: 'withdrawal.link',
      input: Type.Object({ withdrawalId: Uuid(), orderNumber: Line(40) }),
      async run(transaction, { withdrawalId, orderNumber }) {
        const row = await lock(transaction, withdrawalId);
        const order = await findOrderByNumber(transaction, row.siteId, orderNumber);
        if (!order) throw new AdminRefusal('order_unknown', {}, 'orderNumber');
        if (order.orderId === row.orderId) return { changes: [] };
        await updateWithdrawal(transaction, withdrawalId, { orderId: order.orderId });
        const before = row.orderId;
        return {
          changes: [
            {
              resource: 'withdrawal',
              resourceId: withdrawalId,
              before: { orderId: before },
              after: { orderId: order.orderId, number: order.orderNumber },
            },
          ],
        };
      },
    }),
    createLongOperation({
      name: 'withdrawal.answer',
      input: Type.Object({
        withdrawalId: Uuid(),
        text: Text(4000, 1),
        version: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      async work({ withdrawalId, text, version }, { now, note }) {
        if (text.trim() === '') throw new AdminRefusal('text_missing', {}, 'text');
        const known = await findWithdrawal(database, withdrawalId);
        const site = known && (await sites.findSiteOfMail(known.siteId));
        const language = known && (await sites.findLanguage(known.languageId));
        if (!site || !language) throw new AdminRefusal('not_found');
        await database.transaction('admin-operation', async (transaction) => {
          const row = await lock(transaction, withdrawalId);
          if (version !== undefined && version !== getAnswerVersion(row)) {
            throw new AdminRefusal('changed_meanwhile');
          }
          await updateWithdrawal(transaction, withdrawalId, { answer: text.trim(), answeredAt: now });
          await mailWriter.putMail(transaction, {
            kind: 'withdrawal-answer',
            site,
            language,
            recipient: row.emailAddress,
            now,
            compose: (t) => composeAnswerMail(t, { contract: row.contract, text: text.trim() }),
          });
          const after = { ...row, answeredAt: now };
          await note(transaction, createLoggedChanges(row, after, { answeredAt: now.toISOString() }));
        });
        return { message: { key: 'admin.said.answered' } };
      },
    }),
    createOperation({
      name: 'withdrawal.close',
      input: Type.Object({ withdrawalId: Uuid(), ...creditFields }),
      needsConsent: true,
      consentText: 'admin.consentRefund',
      async run(transaction, { withdrawalId, ...credit }, { now, requireSecondPerson }) {
        const row = await lock(transaction, withdrawalId);
        if (row.closedAt !== null) throw new AdminRefusal('changed_meanwhile');
        let refunded: number | null = null;
        if (hasCreditInput(credit)) {
          const order = row.orderId === null ? undefined : await orders.lock(transaction, row.orderId);
          if (!order) throw new AdminRefusal('withdrawal_without_order', {}, 'goodwill');
          const credited = await creditFromForm(transaction, orders, order, {
            input: credit,
            reason: 'withdrawal',
            now,
          });
          refunded = credited.amount;
          requireSecondPerson(refunded);
        }
        await updateWithdrawal(transaction, withdrawalId, { closedAt: now });
        return {
          changes: createLoggedChanges(row, { ...row, closedAt: now }, refunded === null ? {} : { refunded }),
        };
      },
    }),
    createOperation({
      name: 'withdrawal.reopen',
      input: Type.Object({ withdrawalId: Uuid() }),
      async run(transaction, { withdrawalId }) {
        const row = await lock(transaction, withdrawalId);
        if (row.closedAt === null) return { changes: [] };
        await updateWithdrawal(transaction, withdrawalId, { closedAt: null });
        return { changes: createLoggedChanges(row, { ...row, closedAt: null }) };
      },
    }),
  ];
}

/** Creates the admin pages of withdrawals. */
export function createWithdrawalAdmin(deps: WithdrawalAdminDeps): AdminModule {
  const { database } = deps;
  return {
    operations: createWithdrawalOperations(deps),
    pages: [
      {
        path: '/withdrawals',
        menu: { section: 'orders', label: 'withdrawals', position: 30 },
        async read(request) {
          const { t, query } = request;
          const { state = '', text = '' } = query;
          const keys = await getSiteKeysById(database);
          const title = t('admin.withdrawals.title');
          const { search, table } = await createList(request, {
            path: '/withdrawals',
            title,
            empty: t('admin.withdrawals.empty'),
            fields: [
              { name: 'text', label: t('admin.withdrawals.search'), value: text },
              {
                name: 'state',
                label: t('admin.orders.statusLabel'),
                value: state,
                choices: [
                  ['', t('admin.requests.waiting')],
                  ['all', t('admin.orders.all')],
                  ...withdrawalStates.map((word) => [word, t(`admin.requests.state.${word}`)] as const),
                ],
              },
            ],
            find: (range) =>
              listWithdrawals(
                database,
                {
                  state: state === 'all' ? 'all' : (withdrawalStates.find((word) => word === state) ?? null),
                  text: text.trim(),
                },
                range,
              ),
            columns: [
              [
                t('admin.withdrawals.receivedAt'),
                (row) => (
                  <AdminLink path={`/withdrawals/${row.withdrawalId}`}>
                    {formatMoment(row.receivedAt, t)}
                  </AdminLink>
                ),
              ],
              [t('admin.orders.statusLabel'), (row) => t(`admin.requests.state.${getWithdrawalState(row)}`)],
              [t('admin.withdrawals.contract'), (row) => row.contract],
              [t('admin.orders.customer'), (row) => row.name],
              [t('admin.orders.site'), (row) => keys.get(row.siteId) ?? row.siteId],
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
      },
      {
        path: '/withdrawals/:withdrawalId',
        async read({ params, t, locale, form }) {
          const { withdrawalId = '' } = params;
          const row = isUuid(withdrawalId) ? await findWithdrawal(database, withdrawalId) : undefined;
          if (!row) return null;
          const order = row.orderId === null ? undefined : await findOrder(database, row.orderId);
          const keys = await getSiteKeysById(database);
          const lines = order ? await listOrderLines(database, order.orderId) : [];
          const credit = order && (await createCreditForm(database, order, lines, { t, locale }));
          const state = getWithdrawalState(row);
          const hidden = { withdrawalId };
          const details = (
            <DetailList
              details={[
                [t('admin.orders.statusLabel'), t(`admin.requests.state.${state}`)],
                [t('admin.withdrawals.receivedAt'), formatMoment(row.receivedAt, t)],
                [t('admin.orders.site'), keys.get(row.siteId) ?? row.siteId],
                [t('admin.orders.customer'), row.name],
                [t('admin.orders.email'), row.emailAddress],
                [t('admin.withdrawals.contract'), row.contract],
                [t('admin.withdrawals.lines'), row.lines ?? t('admin.withdrawals.allLines')],
                [
                  t('admin.invoices.order'),
                  order ? (
                    <>
                      <AdminLink path={`/orders/${order.orderId}`}>{order.orderNumber}</AdminLink> ·{' '}
                      {t(`admin.orders.status.${order.status}`)}
                    </>
                  ) : (
                    t('admin.withdrawals.noOrder')
                  ),
                ],
                [
                  t('admin.withdrawals.receipt'),
                  <AdminLink path={`/withdrawals/${withdrawalId}/receipt`}>
                    {t('admin.withdrawals.receiptFile')}
                  </AdminLink>,
                ],
              ]}
            />
          );
          const forms =
            state === 'closed' ? (
              form('withdrawal.reopen', { hidden })
            ) : (
              <>
                {form('withdrawal.link', {
                  hidden,
                  isFolded: true,
                  values: { orderNumber: order?.orderNumber ?? row.contract },
                })}
                {form('withdrawal.answer', {
                  hidden,
                  renewed: { version: getAnswerVersion(row) },
                  isFolded: true,
                })}
                {form('withdrawal.close', {
                  hidden,
                  isFolded: true,
                  fields: credit?.fields ?? [],
                  choices: credit?.choices ?? {},
                  note: <p>{t('admin.withdrawals.closeNote')}</p>,
                })}
              </>
            );
          return {
            title: t('admin.withdrawals.titleOf', { contract: row.contract }),
            body: (
              <>
                {details}
                <AnswerSection t={t} answer={row.answer} answeredAt={row.answeredAt} />
                {forms}
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/withdrawals/:withdrawalId/receipt',
        async read({ withdrawalId = '' }) {
          const receipt = isUuid(withdrawalId)
            ? await findWithdrawalReceiptForStaff(database, withdrawalId)
            : undefined;
          return receipt
            ? { type: 'application/pdf', bytes: receipt.bytes, fileName: receipt.fileName }
            : null;
        },
      },
    ],
    tasks: [{ label: 'withdrawals', path: '/withdrawals', count: () => countOpenWithdrawals(database) }],
  };
}
