import { readDate } from '../../../shared/rules/people/date.ts';
import { markup } from '../../platform/markup.ts';
import type { Database } from '../database/database.ts';
import { formatMoment, linkTo } from './html.ts';
import type { KeeperPart, KeeperTask } from './keeper-part.ts';
import { createList } from './list.ts';
import { listLog, SIGN_IN_FAILED } from './log.ts';
import { readShopTime } from './shop-time.ts';
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
  return markup`${names
    .filter((name) => tell(before, name) !== tell(after, name))
    .map(
      (name) =>
        markup`<div>${name}: <del>${tell(before, name)}</del> → <ins>${tell(after, name)}</ins></div>`,
    )}`;
}

const readDay = (text: string | undefined, days = 0): Date | null => {
  const at = readShopTime(`${readDate(text ?? '') ?? ''}T00:00`);
  return at && new Date(at.getTime() + days * 86_400_000);
};

/** Creates the start page with pending work, and the log. */
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
        async read(request) {
          const { t, query } = request;
          const { who = '', operation = '', text = '', from = '', until = '' } = query;
          const title = t('keeper.log.title');
          const { search, table } = await createList(request, {
            path: '/log',
            title,
            empty: t('keeper.log.empty'),
            fields: [
              { name: 'who', label: t('keeper.log.who'), value: who },
              { name: 'operation', label: t('keeper.log.operation'), value: operation },
              { name: 'text', label: t('keeper.log.text'), value: text },
              { name: 'from', label: t('keeper.log.from'), value: from, type: 'date' },
              { name: 'until', label: t('keeper.log.until'), value: until, type: 'date' },
            ],
            find: (range) =>
              listLog(
                database,
                { who, operation, text, from: readDay(from), until: readDay(until, 1) },
                range,
              ),
            columns: [
              [t('keeper.log.at'), (entry) => formatMoment(entry.at, t)],
              [
                t('keeper.log.who'),
                (entry) =>
                  entry.keeperName ??
                  t(entry.operation === SIGN_IN_FAILED ? 'keeper.log.unknown' : 'keeper.log.command'),
              ],
              [t('keeper.log.operation'), (entry) => entry.operation],
              [t('keeper.log.what'), (entry) => `${entry.noun} ${entry.nounId}`],
              [t('keeper.log.change'), (entry) => describeChange(entry.before, entry.after)],
            ],
          });
          return { title, body: markup`${search}${table}` };
        },
      },
    ],
  };
}
