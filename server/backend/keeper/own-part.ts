import { markup } from '../../platform/markup.ts';
import type { Database } from '../database/database.ts';
import { createPaging, createSearch, createTable, formatMoment, linkTo, readPageNumber } from './html.ts';
import type { KeeperPart, KeeperTask } from './keeper-part.ts';
import { listLog } from './log.ts';
import { readShopTime } from './shop-time.ts';
import type { LoggedState } from './tables.ts';

const LOG_PAGE = 50;

/** What a change was, member by member: only what differs. */
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
  return markup`${names
    .filter((name) => tell(before, name) !== tell(after, name))
    .map(
      (name) =>
        markup`<div>${name}: <del>${tell(before, name)}</del> → <ins>${tell(after, name)}</ins></div>`,
    )}`;
}

const readDay = (text: string | undefined, days = 0): Date | null => {
  const at = readShopTime(`${text ?? ''}T00:00`);
  return at && new Date(at.getTime() + days * 86_400_000);
};

/** The first page, with the work that waits, and the log. */
export function createOwnPart(database: Database, tasks: readonly KeeperTask[]): KeeperPart {
  return {
    pages: [
      {
        path: '/',
        async read({ t, now }) {
          const counted = await Promise.all(
            tasks.map(async (task) => ({ ...task, waiting: await task.count(now) })),
          );
          const waiting = counted.filter((task) => task.waiting > 0);
          const list = waiting.map(
            ({ path, label, waiting: count }) =>
              markup`<li>${linkTo(path, t(`keeper.task.${label}`, { smart_count: count }))}</li>`,
          );
          return {
            title: t('keeper.home.title'),
            body:
              list.length === 0
                ? markup`<p class="empty">${t('keeper.home.nothing')}</p>`
                : markup`<ul class="tasks">${list}</ul>`,
          };
        },
      },
      {
        path: '/log',
        menu: { section: 'shop', label: 'log', position: 90 },
        async read({ t, query }) {
          const { who = '', operation = '', text = '', from = '', until = '' } = query;
          const page = readPageNumber(query.p);
          const found = await listLog(
            database,
            { who, operation, text, from: readDay(from), until: readDay(until, 1) },
            { limit: LOG_PAGE + 1, offset: (page - 1) * LOG_PAGE },
          );
          const rows = found
            .slice(0, LOG_PAGE)
            .map((entry) => [
              formatMoment(entry.at),
              entry.keeperName ?? t('keeper.log.command'),
              entry.operation,
              `${entry.noun} ${entry.nounId}`,
              describeChange(entry.before, entry.after),
            ]);
          const search = createSearch(
            '/log',
            [
              { name: 'who', label: t('keeper.log.who'), value: who },
              { name: 'operation', label: t('keeper.log.operation'), value: operation },
              { name: 'text', label: t('keeper.log.text'), value: text },
              { name: 'from', label: t('keeper.log.from'), value: from, type: 'date' },
              { name: 'until', label: t('keeper.log.until'), value: until, type: 'date' },
            ],
            t('keeper.search'),
          );
          const headings = [
            t('keeper.log.at'),
            t('keeper.log.who'),
            t('keeper.log.operation'),
            t('keeper.log.what'),
            t('keeper.log.change'),
          ];
          const paging = createPaging(
            '/log',
            { who, operation, text, from, until },
            {
              page,
              hasNext: found.length > LOG_PAGE,
              previous: t('keeper.previous'),
              next: t('keeper.next'),
            },
          );
          const title = t('keeper.log.title');
          return {
            title,
            body: markup`${search}${createTable(headings, rows, { empty: t('keeper.log.empty'), caption: title })}${paging}`,
          };
        },
      },
    ],
  };
}
