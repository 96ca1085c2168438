import { getCalendarYear } from '../../../../../shared/rules/site-calendar.ts';
import { noteCommand } from '../../../admin/log.ts';
import { commandActor, noteAct } from '../../../audit/audit.ts';
import type { Database } from '../../../database/database.ts';
import { liftSeries, listSeries, type NumberSeries, readNumber } from '../number-series.ts';
import {
  countCancellable,
  countUninvoiced,
  findNewest,
  listSeriesSites,
  type SeriesSite,
  sumSkippedOrders,
} from './queries.ts';

/** A number of an order or a document that is known from another source. */
export interface NamedNumber {
  /** Sites that it may belong to: all candidates if the source does not name one. */
  readonly siteIds: readonly number[];
  readonly number: string;
}

/**
 * Numbers further above a series are ignored. Otherwise a customer who writes a number into a name could use
 * up a series.
 */
const MAX_LEAP = 10_000;

/** Extra numbers after the last known order, because providers do not know orders paid by gift card alone. */
const ORDER_MARGIN = 20;

/** A raised number series. */
export interface LiftedSeries extends NumberSeries {
  readonly siteKey: string;
  /** Number of skipped numbers. */
  readonly count: number;
}

/**
 * Raises the number series after a restore from a back-up, so that no number is assigned twice. Order series:
 * above every known number, with a margin. Document series: above every known number, and above what may have
 * been issued since the back-up: one invoice for each order without one, and one credit note for each refund
 * and each order that could be cancelled. Until new documents are issued, a repeat raises nothing further.
 *
 * @param known.refunds refunds that the providers list since the back-up
 * @returns the raised series, and the numbers ignored because they are too far above their series
 */
export async function liftAfterRestore(
  database: Database,
  known: { readonly numbers: readonly NamedNumber[]; readonly refunds: number; readonly now: Date },
): Promise<{ readonly lifted: readonly LiftedSeries[]; readonly ignored: readonly string[] }> {
  const { numbers, refunds, now } = known;
  const all = numbers.flatMap(({ siteIds, number }) => {
    const read = readNumber(number);
    return read ? siteIds.map((siteId) => ({ siteId, number, ...read })) : [];
  });
  const before = await listSeries(database);
  const isCredible = ({ siteId, year, kind, figure }: (typeof all)[number]) => {
    const series = before.find(
      (other) => other.siteId === siteId && other.year === year && other.kind === kind,
    );
    return figure <= (series?.last ?? 0) + MAX_LEAP;
  };
  const named = all.filter(isCredible);
  const ignored = [...new Set(all.filter((one) => !isCredible(one)).map(({ number }) => number))];
  const getNamed = ({ siteId, year, kind }: Omit<NumberSeries, 'last'>) =>
    named
      .filter((other) => other.siteId === siteId && other.year === year && other.kind === kind)
      .reduce((highest, { figure }) => Math.max(highest, figure), 0);

  async function liftSite(transaction: Database, { siteId, siteKey, regionCode }: SeriesSite) {
    const ofSite = named.filter((other) => other.siteId === siteId);
    const years = [...new Set([...ofSite.map(({ year }) => year), getCalendarYear(now, regionCode)])].sort();
    const lifted: LiftedSeries[] = [];
    const lift = async (series: Omit<NumberSeries, 'last'>, last: number) => {
      if (last === 0) return;
      const skipped = await liftSeries(transaction, series, last);
      if (skipped > 0) lifted.push({ ...series, siteKey, last, count: skipped });
    };
    for (const year of years) {
      const series = { siteId, year, kind: 'order' } as const;
      const highest = getNamed(series);
      if (highest > 0) await lift(series, highest + ORDER_MARGIN);
    }
    const lost = await sumSkippedOrders(transaction, siteId, years);
    const toInvoice = await countUninvoiced(transaction, siteId);
    const toCancel = await countCancellable(transaction, siteId);
    const possible = { invoice: lost + toInvoice, 'credit-note': lost + toCancel + refunds };
    for (const year of years) {
      for (const kind of ['invoice', 'credit-note'] as const) {
        const series = { siteId, year, kind };
        const issued = await findNewest(transaction, series);
        const expected = possible[kind] === 0 ? 0 : issued + possible[kind];
        await lift(series, Math.max(getNamed(series), expected));
      }
    }
    return lifted;
  }

  const lifted = await database.transaction('skip-numbers', async (transaction) => {
    const lifted: LiftedSeries[] = [];
    for (const ofSite of await listSeriesSites(transaction)) {
      lifted.push(...(await liftSite(transaction, ofSite)));
    }
    for (const { siteKey, kind, year, last, count: skipped } of lifted) {
      const nounId = `${siteKey} ${kind} ${year}`;
      const details = { last, count: skipped };
      await noteAct(transaction, {
        actor: commandActor,
        act: 'skip-numbers',
        noun: 'number-series',
        nounId,
        details,
        now,
      });
      const change = { noun: 'number-series', nounId, before: { last: last - skipped }, after: { last } };
      await noteCommand(transaction, 'reconcile.lift', [change], now);
    }
    return lifted;
  });
  return { lifted, ignored };
}
