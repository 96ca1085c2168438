import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import { SHOP_TIME_ZONE } from '../../../../shared/rules/publication-day.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { SearchForm } from '../../core/admin/components/SearchForm.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { formatEuro } from '../../core/admin/formats.ts';
import { readDay } from '../../core/cli/read-day.ts';
import type { Database } from '../../core/database/database.ts';
import { getLocalDate } from '../../sites/local-dates.ts';
import { readGiftCardLiability, sumGiftCardLiability } from '../gift-cards/service.ts';
import { formatJournal, isMonthText, journalHeader, listJournal, listMonths } from './journal.ts';

/** Number of earlier years that the page offers, in addition to this year. */
const MAX_JOURNAL_YEARS = 2;

/** Creates the admin pages of the books: the journal and the gift card liability. */
export function createBookkeepingAdmin({ database }: { readonly database: Database }): AdminModule {
  return {
    pages: [
      {
        path: '/books',
        menu: { section: 'orders', label: 'books', position: 60 },
        async read({ t, locale, query, now }) {
          const today = getLocalDate(now, SHOP_TIME_ZONE);
          const at = readDate(query.at ?? '');
          const day = at === null || readDay(at, 'end') === null ? null : at;
          const rows = await readGiftCardLiability(database, day, now);
          const toCells = (row: ReturnType<typeof sumGiftCardLiability>) => [
            row.cards,
            ...[row.open, row.ended, row.blocked, row.held].map((cents) => formatEuro(cents, locale)),
          ];
          const caption = day === null ? t('admin.books.owedNow') : t('admin.books.owedAt', { day });
          const liabilityTable = (
            <Table
              headings={[
                t('admin.orders.site'),
                t('admin.books.year'),
                t('admin.books.cards'),
                t('admin.books.open'),
                t('admin.books.ended'),
                t('admin.books.blocked'),
                t('admin.books.held'),
              ]}
              rows={[
                ...rows.map((row) => [row.siteKey ?? t('admin.giftCard.made'), row.year, ...toCells(row)]),
                [t('admin.books.all'), null, ...toCells(sumGiftCardLiability(rows))],
              ]}
              empty=""
              caption={caption}
              figures={[2, 3, 4, 5, 6]}
            />
          );
          const search = (
            <SearchForm
              path="/books"
              fields={[{ name: 'at', label: t('admin.books.at'), value: query.at ?? '', type: 'date' }]}
              t={t}
            />
          );
          const firstMonth = `${Number(today.slice(0, 4)) - MAX_JOURNAL_YEARS}-01`;
          const months = listMonths(firstMonth, today.slice(0, 7)).toReversed();
          const links = (
            <ul>
              {months.map((month) => (
                <li key={month}>
                  <AdminLink path={`/books/journal/${month}`}>{month}</AdminLink>
                </li>
              ))}
            </ul>
          );
          return {
            title: t('admin.books.title'),
            body: (
              <>
                <Section title={caption}>
                  {search}
                  {liabilityTable}
                </Section>
                <Section title={t('admin.books.journal')}>
                  <p>{t('admin.books.journalNote')}</p>
                  {links}
                </Section>
              </>
            ),
          };
        },
      },
    ],
    files: [
      {
        path: '/books/journal/:month',
        async read({ month = '' }) {
          if (!isMonthText(month)) return null;
          const bytes = Buffer.from(journalHeader + formatJournal(await listJournal(database, month)));
          return { type: 'text/csv; charset=utf-8', bytes, fileName: `journal-${month}.csv` };
        },
      },
    ],
  };
}
