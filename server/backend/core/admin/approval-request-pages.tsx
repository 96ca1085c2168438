import type { Database } from '../database/database.ts';
import type { AdminModule } from './admin-module.ts';
import {
  APPROVAL_REQUEST_EXPIRY_DAYS,
  type ApprovalRequest,
  countPendingApprovalRequests,
  findRequest,
  listApprovalRequests,
} from './approval-requests.ts';
import { AdminLink } from './components/AdminLink.tsx';
import { DetailList } from './components/DetailList.tsx';
import { Section } from './components/Section.tsx';
import { formatEuro, formatMoment } from './formats.ts';
import { createList } from './paged-list.tsx';

/** Returns true for hidden fields that detect concurrent changes; people do not enter them. */
const isHiddenGuardField = (name: string): boolean => /(Before|^expected[A-Z]\w*|^version)$/.test(name);

/** Creates the pages of requests that need a second person: the list and the details. */
export function createApprovalRequestPages(database: Database): AdminModule {
  return {
    tasks: [
      { label: 'requests', path: '/requests', count: (now) => countPendingApprovalRequests(database, now) },
    ],
    pages: [
      {
        path: '/requests',
        menu: { section: 'shop', label: 'requests', position: 80 },
        async read(request) {
          const { t, locale, now } = request;
          const title = t('admin.requests.title');
          const { table } = await createList(request, {
            path: '/requests',
            title,
            empty: t('admin.requests.empty'),
            find: (range) => listApprovalRequests(database, now, range),
            columns: [
              [
                t('admin.requests.operation'),
                (row) => (
                  <AdminLink path={`/requests/${row.requestId}`}>{t(`admin.do.${row.operation}`)}</AdminLink>
                ),
              ],
              [t('admin.requests.amount'), (row) => formatEuro(row.amount, locale), 'figure'],
              [t('admin.requests.askedBy'), (row) => row.askedByName],
              [t('admin.requests.askedAt'), (row) => formatMoment(row.askedAt, t)],
              [t('admin.requests.state'), (row) => t(`admin.requests.state.${row.state}`)],
            ],
          });
          return {
            title,
            body: (
              <>
                <p>{t('admin.requests.note', { days: APPROVAL_REQUEST_EXPIRY_DAYS })}</p>
                {table}
              </>
            ),
          };
        },
      },
      {
        path: '/requests/:requestId',
        async read({ params, t, locale, now, form, staffMember }) {
          const requestId = /^[1-9]\d{0,14}$/.test(params.requestId ?? '') ? Number(params.requestId) : 0;
          const found = await findRequest(database, requestId, now);
          if (!found) return null;
          const hidden = { requestId };
          const isOwn = found.askedBy === staffMember.staffMemberId;
          const decide = found.state === 'pending' && (
            <>
              {isOwn ? <p>{t('admin.requests.own')}</p> : form('request.confirm', { hidden })}
              {form('request.decline', { hidden, isFolded: true })}
            </>
          );
          const entered = [...found.fields].filter(
            ([name, values]) => !isHiddenGuardField(name) && values.some((value) => value !== ''),
          );
          const title = t(`admin.do.${found.operation}`);
          const facts = (
            <DetailList
              details={[
                [t('admin.requests.amount'), formatEuro(found.amount, locale)],
                [t('admin.requests.askedBy'), found.askedByName],
                [t('admin.requests.askedAt'), formatMoment(found.askedAt, t)],
                [t('admin.requests.state'), describeState(found)],
                [
                  t('admin.requests.page'),
                  <AdminLink path={found.page}>{found.page.slice(0, 80)}</AdminLink>,
                ],
              ]}
            />
          );
          const fields = entered.length > 0 && (
            <Section title={t('admin.requests.entered')}>
              <DetailList details={entered.map(([name, values]) => [nameField(name), values.join(', ')])} />
            </Section>
          );
          return {
            title,
            body: (
              <>
                {facts}
                {fields}
                {decide}
              </>
            ),
          };

          /** Returns the label of a field. Pieces of an order line are submitted as `pieces.<position>`. */
          function nameField(name: string): string {
            const [field, position] = name.split('.');
            const label = t(`admin.field.${field}`);
            return position === undefined ? label : `${label} (${position})`;
          }
          function describeState({ state, refusal }: ApprovalRequest): string {
            const words = t(`admin.requests.state.${state}`);
            return refusal === null ? words : `${words}: ${refusal}`;
          }
        },
      },
    ],
  };
}
