import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import type { Database } from '../database/database.ts';
import type { AdminModule, PendingAdminWork } from './admin-module.ts';
import { FAILED_SIGN_IN_OPERATION, listLogEntries } from './change-log.ts';
import { AdminLink } from './components/AdminLink.tsx';
import { EmptyMessage } from './components/EmptyMessage.tsx';
import { formatMoment } from './formats.ts';
import { createList } from './paged-list.tsx';
import { parseShopTime } from './shop-time.ts';
import type { LoggedState } from './tables.ts';

/** Describes a change member by member, differences only. */
function describeChange(before: LoggedState, after: LoggedState) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const tell = (state: LoggedState, name: string): string => {
    const value = state?.[name];
    return value === undefined || value === null
      ? '–'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  };
  return names
    .filter((name) => tell(before, name) !== tell(after, name))
    .map((name) => (
      <div key={name}>
        {name}: <del>{tell(before, name)}</del> → <ins>{tell(after, name)}</ins>
      </div>
    ));
}

const parseShopDay = (text: string | undefined, days = 0): Date | null => {
  const at = parseShopTime(`${readDate(text ?? '') ?? ''}T00:00`);
  return at && new Date(at.getTime() + days * DAY_MS);
};

/** Creates the start page with pending work, and the log. */
export function createHomeAndLogPages(database: Database, tasks: readonly PendingAdminWork[]): AdminModule {
  return {
    pages: [
      {
        path: '/',
        async read({ t, now }) {
          const counted = await Promise.all(
            tasks.map(async (task) => ({ ...task, waiting: await task.count(now) })),
          );
          const waiting = counted.filter((task) => task.waiting > 0);
          const list = waiting.map(({ path, label, waiting: count }) => (
            <li key={path}>
              <AdminLink path={path}>{t(`admin.task.${label}`, { smart_count: count })}</AdminLink>
            </li>
          ));
          return {
            title: t('admin.home.title'),
            body:
              list.length === 0 ? (
                <EmptyMessage text={t('admin.home.nothing')} />
              ) : (
                <ul className="tasks">{list}</ul>
              ),
          };
        },
      },
      {
        path: '/log',
        menu: { section: 'shop', label: 'log', position: 90 },
        async read(request) {
          const { t, query } = request;
          const { who = '', operation = '', text = '', from = '', until = '' } = query;
          const title = t('admin.log.title');
          const { search, table } = await createList(request, {
            path: '/log',
            title,
            empty: t('admin.log.empty'),
            fields: [
              { name: 'who', label: t('admin.log.who'), value: who },
              { name: 'operation', label: t('admin.log.operation'), value: operation },
              { name: 'text', label: t('admin.log.text'), value: text },
              { name: 'from', label: t('admin.log.from'), value: from, type: 'date' },
              { name: 'until', label: t('admin.log.until'), value: until, type: 'date' },
            ],
            find: (range) =>
              listLogEntries(
                database,
                { who, operation, text, from: parseShopDay(from), until: parseShopDay(until, 1) },
                range,
              ),
            columns: [
              [t('admin.log.at'), (entry) => formatMoment(entry.at, t)],
              [
                t('admin.log.who'),
                (entry) =>
                  entry.staffMemberName ??
                  t(entry.operation === FAILED_SIGN_IN_OPERATION ? 'admin.log.unknown' : 'admin.log.command'),
              ],
              [t('admin.log.operation'), (entry) => entry.operation],
              [t('admin.log.what'), (entry) => `${entry.resource} ${entry.resourceId}`],
              [t('admin.log.change'), (entry) => describeChange(entry.before, entry.after)],
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
    ],
  };
}
