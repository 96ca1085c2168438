import { getCalendarYear } from '../../../../../shared/rules/country-local-time.ts';
import { logCommandChanges } from '../../../core/admin/change-log.ts';
import { commandActor, recordAuditEntry } from '../../../core/audit/audit.ts';
import type { Database } from '../../../core/database/database.ts';
import { listSiteCountries, type SiteCountry } from '../../../sites/sites/queries.ts';
import { listNumberSeries, type NumberSeries, raiseSeries, readNumber } from '../number-series.ts';
import {
  countStillCancellableOrders,
  countUninvoicedOrders,
  findNewestDocumentCounter,
  sumSkippedOrders,
} from './queries.ts';

/** A number of an order or a document that is known from another source. */
export interface KnownNumber {
  /** Sites that it may belong to: all candidates if the source does not name one. */
  readonly siteIds: readonly number[];
  readonly number: string;
}

/**
 * Numbers further above a series are ignored. Otherwise a customer who writes a number into a name could use
 * up a series.
 */
const MAX_NUMBER_GAP = 10_000;

/** Extra numbers after the last known order, because providers do not know orders paid by gift card alone. */
const EXTRA_ORDER_NUMBERS = 20;

/** A raised number series. */
export interface RaisedSeries extends NumberSeries {
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
export async function raiseNumbersAfterRestore(
  database: Database,
  known: { readonly numbers: readonly KnownNumber[]; readonly refunds: number; readonly now: Date },
): Promise<{ readonly lifted: readonly RaisedSeries[]; readonly ignored: readonly string[] }> {
  const { numbers, refunds, now } = known;
  const all = numbers.flatMap(({ siteIds, number }) => {
    const read = readNumber(number);
    return read ? siteIds.map((siteId) => ({ siteId, number, ...read })) : [];
  });
  const before = await listNumberSeries(database);
  const isWithinGap = ({ siteId, year, kind, figure }: (typeof all)[number]) => {
    const series = before.find(
      (other) => other.siteId === siteId && other.year === year && other.kind === kind,
    );
    return figure <= (series?.last ?? 0) + MAX_NUMBER_GAP;
  };
  const plausibleNumbers = all.filter(isWithinGap);
  const ignored = [...new Set(all.filter((one) => !isWithinGap(one)).map(({ number }) => number))];
  const getHighestKnownNumber = ({ siteId, year, kind }: Omit<NumberSeries, 'last'>) =>
    plausibleNumbers
      .filter((other) => other.siteId === siteId && other.year === year && other.kind === kind)
      .reduce((highest, { figure }) => Math.max(highest, figure), 0);

  async function raiseSiteSeries(transaction: Database, { siteId, key: siteKey, regionCode }: SiteCountry) {
    const siteNumbers = plausibleNumbers.filter((other) => other.siteId === siteId);
    const years = [
      ...new Set([...siteNumbers.map(({ year }) => year), getCalendarYear(now, regionCode)]),
    ].sort();
    const lifted: RaisedSeries[] = [];
    const raise = async (series: Omit<NumberSeries, 'last'>, last: number) => {
      if (last === 0) return;
      const skipped = await raiseSeries(transaction, series, last);
      if (skipped > 0) lifted.push({ ...series, siteKey, last, count: skipped });
    };
    for (const year of years) {
      const series = { siteId, year, kind: 'order' } as const;
      const highest = getHighestKnownNumber(series);
      if (highest > 0) await raise(series, highest + EXTRA_ORDER_NUMBERS);
    }
    const skippedOrders = await sumSkippedOrders(transaction, siteId, years);
    const toInvoice = await countUninvoicedOrders(transaction, siteId);
    const toCancel = await countStillCancellableOrders(transaction, siteId);
    const possible = {
      invoice: skippedOrders + toInvoice,
      'credit-note': skippedOrders + toCancel + refunds,
    };
    for (const year of years) {
      for (const kind of ['invoice', 'credit-note'] as const) {
        const series = { siteId, year, kind };
        const issued = await findNewestDocumentCounter(transaction, series);
        const expected = possible[kind] === 0 ? 0 : issued + possible[kind];
        await raise(series, Math.max(getHighestKnownNumber(series), expected));
      }
    }
    return lifted;
  }

  const lifted = await database.transaction('skip-numbers', async (transaction) => {
    const lifted: RaisedSeries[] = [];
    for (const seriesSite of await listSiteCountries(transaction)) {
      lifted.push(...(await raiseSiteSeries(transaction, seriesSite)));
    }
    for (const { siteKey, kind, year, last, count: skipped } of lifted) {
      const resourceId = `${siteKey} ${kind} ${year}`;
      const details = { last, count: skipped };
      await recordAuditEntry(transaction, {
        actor: commandActor,
        act: 'skip-numbers',
        resource: 'number-series',
        resourceId,
        details,
        now,
      });
      const change = {
        resource: 'number-series',
        resourceId,
        before: { last: last - skipped },
        after: { last },
      };
      await logCommandChanges(transaction, 'reconcile.lift', [change], now);
    }
    return lifted;
  });
  return { lifted, ignored };
}
