import Type from 'typebox';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { AnswerSection } from '../../core/admin/components/AnswerSection.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { MultilineText } from '../../core/admin/components/MultilineText.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Text } from '../../core/admin/fields.ts';
import { formatMoment } from '../../core/admin/formats.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createOperation,
  type Outcome,
} from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { Database } from '../../core/database/database.ts';
import { getSiteKeysById } from '../../sites/sites/queries.ts';
import {
  countUnanswered,
  findQuotation,
  getQuotationState,
  listQuotations,
  lockQuotation,
  type QuotationRecord,
  quotationStates,
  updateQuotation,
} from './queries.ts';

const QuotationIdField = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Returns the time of the latest answer in milliseconds since 1970, to detect concurrent changes. */
const getAnswerVersion = ({ answeredAt }: Pick<QuotationRecord, 'answeredAt'>): number =>
  answeredAt?.getTime() ?? 0;

const createLoggedChanges = (
  row: QuotationRecord,
  after: Pick<QuotationRecord, 'answeredAt' | 'closedAt'>,
): Outcome['changes'] => [
  {
    resource: 'siloQuotation',
    resourceId: row.siloQuotationId,
    before: { state: getQuotationState(row), answeredAt: row.answeredAt },
    after: { state: getQuotationState(after), answeredAt: after.answeredAt },
  },
];

async function lockQuotationOrRefuse(
  transaction: Database,
  siloQuotationId: number,
): Promise<QuotationRecord> {
  const row = await lockQuotation(transaction, siloQuotationId);
  if (!row) throw new AdminRefusal('not_found');
  return row;
}

const operations: readonly AdminOperation[] = [
  createOperation({
    name: 'siloQuotation.answer',
    input: Type.Object({
      siloQuotationId: QuotationIdField(),
      answer: Text(4000, 1),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    async run(transaction, { siloQuotationId, answer, version }, { now }) {
      if (answer.trim() === '') throw new AdminRefusal('text_missing', {}, 'answer');
      const row = await lockQuotationOrRefuse(transaction, siloQuotationId);
      if (version !== undefined && version !== getAnswerVersion(row))
        throw new AdminRefusal('changed_meanwhile');
      if (row.answer === answer.trim()) return { changes: [] };
      await updateQuotation(transaction, siloQuotationId, { answer: answer.trim(), answeredAt: now });
      return { changes: createLoggedChanges(row, { ...row, answeredAt: now }) };
    },
  }),
  createOperation({
    name: 'siloQuotation.close',
    input: Type.Object({ siloQuotationId: QuotationIdField() }),
    async run(transaction, { siloQuotationId }, { now }) {
      const row = await lockQuotationOrRefuse(transaction, siloQuotationId);
      if (row.closedAt !== null) return { changes: [] };
      await updateQuotation(transaction, siloQuotationId, { closedAt: now });
      return { changes: createLoggedChanges(row, { ...row, closedAt: now }) };
    },
  }),
  createOperation({
    name: 'siloQuotation.reopen',
    input: Type.Object({ siloQuotationId: QuotationIdField() }),
    async run(transaction, { siloQuotationId }) {
      const row = await lockQuotationOrRefuse(transaction, siloQuotationId);
      if (row.closedAt === null) return { changes: [] };
      await updateQuotation(transaction, siloQuotationId, { closedAt: null });
      return { changes: createLoggedChanges(row, { ...row, closedAt: null }) };
    },
  }),
];

/**
 * Creates the admin pages of bulk feed requests. Staff make offers by telephone and email, and record them
 * here.
 */
export function createSiloQuotationAdmin(database: Database): AdminModule {
  return {
    operations,
    pages: [
      {
        path: '/silo-requests',
        menu: { section: 'orders', label: 'siloRequests', position: 40 },
        async read(request) {
          const { t, query, locale } = request;
          const { state = '', text = '' } = query;
          const keys = await getSiteKeysById(database);
          const title = t('admin.silo.title');
          const { weight } = createFormats({ culture: locale });
          const { search, table } = await createList(request, {
            path: '/silo-requests',
            title,
            empty: t('admin.silo.empty'),
            fields: [
              { name: 'text', label: t('admin.silo.search'), value: text },
              {
                name: 'state',
                label: t('admin.orders.statusLabel'),
                value: state,
                choices: [
                  ['', t('admin.requests.waiting')],
                  ['all', t('admin.orders.all')],
                  ...quotationStates.map((word) => [word, t(`admin.requests.state.${word}`)] as const),
                ],
              },
            ],
            find: (range) =>
              listQuotations(
                database,
                {
                  state: state === 'all' ? 'all' : (quotationStates.find((word) => word === state) ?? null),
                  text: text.trim(),
                },
                range,
              ),
            columns: [
              [
                t('admin.orders.at'),
                (row) => (
                  <AdminLink path={`/silo-requests/${row.siloQuotationId}`}>
                    {formatMoment(row.createdAt, t)}
                  </AdminLink>
                ),
              ],
              [t('admin.orders.statusLabel'), (row) => t(`admin.requests.state.${getQuotationState(row)}`)],
              [t('admin.orders.customer'), (row) => row.name],
              [t('admin.silo.place'), (row) => `${row.zipcode} ${row.city}`],
              [t('admin.silo.weight'), (row) => weight(row.kilograms * 1000), 'figure'],
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
        path: '/silo-requests/:siloQuotationId',
        async read({ params, t, locale, form }) {
          const { siloQuotationId = '' } = params;
          const row = /^[1-9]\d{0,14}$/.test(siloQuotationId)
            ? await findQuotation(database, Number(siloQuotationId))
            : undefined;
          if (!row) return null;
          const keys = await getSiteKeysById(database);
          const state = getQuotationState(row);
          const hidden = { siloQuotationId: row.siloQuotationId };
          const details = (
            <DetailList
              details={[
                [t('admin.orders.statusLabel'), t(`admin.requests.state.${state}`)],
                [t('admin.orders.at'), formatMoment(row.createdAt, t)],
                [t('admin.orders.site'), keys.get(row.siteId) ?? row.siteId],
                [t('admin.orders.customer'), row.name],
                [t('admin.orders.email'), row.emailAddress],
                [t('admin.orders.phone'), row.phoneNumber],
                [t('admin.silo.place'), `${row.zipcode} ${row.city}`],
                [t('admin.orders.goods'), row.productName],
                [t('admin.silo.horses'), row.horses],
                [t('admin.silo.weight'), createFormats({ culture: locale }).weight(row.kilograms * 1000)],
              ]}
            />
          );
          const message = row.message !== '' && (
            <Section title={t('admin.silo.message')}>
              <MultilineText text={row.message} />
            </Section>
          );
          const forms =
            state === 'closed' ? (
              form('siloQuotation.reopen', { hidden })
            ) : (
              <>
                {form('siloQuotation.answer', {
                  hidden,
                  renewed: { version: getAnswerVersion(row) },
                  values: { answer: row.answer },
                })}
                {form('siloQuotation.close', { hidden })}
              </>
            );
          return {
            title: t('admin.silo.titleOf', { name: row.name }),
            body: (
              <>
                {details}
                {message}
                <AnswerSection t={t} answer={row.answer} answeredAt={row.answeredAt} />
                {forms}
              </>
            ),
          };
        },
      },
    ],
    tasks: [{ label: 'siloRequests', path: '/silo-requests', count: () => countUnanswered(database) }],
  };
}
