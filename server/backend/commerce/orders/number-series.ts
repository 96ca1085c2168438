import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { numberSeries } from './tables.ts';

/** Part of a number between the prefix of the year and the digits, by type. */
const numberMarkByKind = { order: '', invoice: 'V-', 'credit-note': 'C-' } as const;

/** Returns the part of the numbers of a series before the digits: '2026-V-'. */
export const getNumberPrefix = ({
  kind,
  year,
}: {
  readonly kind: keyof typeof numberMarkByKind;
  readonly year: number;
}): string => `${year}-${numberMarkByKind[kind]}`;

/**
 * Takes the next number of a site: '2026-000001', '2026-V-000001' or '2026-C-000001'. Concurrent callers wait
 * until this transaction ends, so call it as late as possible. A rollback releases the number.
 *
 * @param series.year year in the calendar of the site
 */
export async function takeNextNumber(
  transaction: Database,
  series: {
    readonly kind: keyof typeof numberMarkByKind;
    readonly siteId: number;
    readonly year: number;
  },
): Promise<string> {
  const { kind, siteId, year } = series;
  const [row] = await transaction
    .insert(numberSeries)
    .values({ siteId, year, kind, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeries.siteId, numberSeries.year, numberSeries.kind],
      set: { last: sql`${numberSeries.last} + 1` },
    })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error('No number was allocated from the series');
  return `${getNumberPrefix(series)}${String(row.last).padStart(6, '0')}`;
}

const kindByNumberMark: Readonly<Record<string, NumberSeries['kind']>> = {
  '': 'order',
  'V-': 'invoice',
  'C-': 'credit-note',
};

/** Returns the series and the counter of a number such as '2026-V-000001'; null for any other text. */
export function readNumber(
  text: string,
): (Pick<NumberSeries, 'year' | 'kind'> & { readonly figure: number }) | null {
  const [, year, mark = '', figure] = /^(\d{4})-([VC]-)?(\d{6})$/.exec(text) ?? [];
  const kind = kindByNumberMark[mark];
  return year === undefined || !kind ? null : { year: Number(year), kind, figure: Number(figure) };
}

export type NumberSeries = Pick<typeof numberSeries.$inferSelect, 'siteId' | 'year' | 'kind' | 'last'>;

/** Lists all series with their latest numbers. */
export async function listNumberSeries(handle: Database): Promise<NumberSeries[]> {
  const { siteId, year, kind, last } = numberSeries;
  return handle
    .select({ siteId, year, kind, last })
    .from(numberSeries)
    .orderBy(asc(siteId), asc(year), asc(kind));
}

/**
 * Raises a series so that its next number follows a given one.
 *
 * @returns the number of skipped numbers; 0 if the series is already past the given number
 */
export async function raiseSeries(
  transaction: Database,
  { siteId, year, kind }: Omit<NumberSeries, 'last'>,
  last: number,
): Promise<number> {
  const isSeries = and(
    eq(numberSeries.siteId, siteId),
    eq(numberSeries.year, year),
    eq(numberSeries.kind, kind),
  );
  await transaction.insert(numberSeries).values({ siteId, year, kind, last: 0 }).onConflictDoNothing();
  const [before] = await transaction.select().from(numberSeries).where(isSeries).for('update');
  const count = Math.max(0, last - (before?.last ?? 0));
  if (count > 0) {
    await transaction
      .update(numberSeries)
      .set({ last, skipped: sql`${numberSeries.skipped} + ${count}` })
      .where(isSeries);
  }
  return count;
}
