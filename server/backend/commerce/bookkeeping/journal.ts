import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { getLocalDate, getTimeZone } from '../../sites/local-dates.ts';
import { listDocumentAmounts } from '../orders/service.ts';
import {
  type BookedDocument,
  type GiftCardBooking,
  listBookedDocuments,
  listGiftCardBookings,
} from './journal-queries.ts';

/** Columns of the journal in output order. */
export const journalColumns = [
  'date',
  'document',
  'site',
  'order',
  'country',
  'kind',
  'vatRate',
  'netCents',
  'vatCents',
  'grossCents',
  'means',
  'giftCardCents',
] as const;

/**
 * One booking. Documents have a row for each VAT rate (`sale`, `credit`), and for the gift cards that they
 * sell (`gift-card-sale`, `gift-card-credit`); credits are negative. The other kinds change the gift card
 * liability by `giftCardCents`.
 */
export interface JournalRow {
  /** Local date of the site, such as '2026-11-05'. */
  readonly date: string;
  /** Empty for changes of gift cards. */
  readonly document: string;
  /** Empty for changes of gift cards by staff. */
  readonly site: string;
  readonly order: string;
  /** Country of destination, ISO 3166-1 alpha-2; empty for changes of gift cards. */
  readonly country: string;
  readonly kind:
    | 'sale'
    | 'credit'
    | 'gift-card-sale'
    | 'gift-card-credit'
    | 'gift-card-issued'
    | 'gift-card-redeemed'
    | 'gift-card-returned'
    | 'gift-card-corrected';
  /** VAT rate in percent; null for changes of gift cards. */
  readonly vatRate: number | null;
  readonly netCents: number;
  readonly vatCents: number;
  readonly grossCents: number;
  /**
   * Key of the payment method; 'gift-card' if a gift card pays everything, 'none' if there is nothing to pay.
   */
  readonly means: string;
  readonly giftCardCents: number;
}

/** Returns whether a text is a month such as '2026-11'. */
export const isMonthText = (text: string): boolean => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** Lists the months from one month to another, both included. */
export function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = new Date(`${from}-01T00:00:00Z`); month.toISOString().slice(0, 7) <= to; ) {
    months.push(month.toISOString().slice(0, 7));
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
  }
  return months;
}

function getPaymentMeans({ kind, totalAmount, returnedAmount, ...order }: BookedDocument): string {
  const byCard = kind === 'invoice' ? order.giftCardAmount : (returnedAmount ?? 0);
  if (totalAmount === 0) return 'none';
  return byCard === totalAmount ? 'gift-card' : (order.methodKey ?? 'none');
}

async function createDocumentJournalRows(
  handle: Database,
  document: BookedDocument,
  date: string,
): Promise<JournalRow[]> {
  const { kind, number, siteKey, orderNumber, regionCode } = document;
  // Subtracts from 0, because the negation of 0 is -0.
  const signed = (cents: number) => (kind === 'invoice' ? cents : 0 - cents);
  const amounts = await listDocumentAmounts(handle, document);
  return amounts.map(({ isVoucher, vatRatePercentage, amountExclVat, vatAmount }) => ({
    date,
    document: number,
    site: siteKey,
    order: orderNumber,
    country: regionCode,
    kind: `${isVoucher ? ('gift-card-' as const) : ('' as const)}${kind === 'invoice' ? 'sale' : 'credit'}` as const,
    vatRate: vatRatePercentage,
    netCents: signed(amountExclVat),
    vatCents: signed(vatAmount),
    grossCents: signed(amountExclVat + vatAmount),
    means: getPaymentMeans(document),
    giftCardCents: 0,
  }));
}

const giftCardRowKinds = {
  issued: 'gift-card-issued',
  taken: 'gift-card-redeemed',
  refunded: 'gift-card-returned',
  returned: 'gift-card-returned',
  corrected: 'gift-card-corrected',
} as const;

const createGiftCardJournalRow = (
  { kind, siteKey, orderNumber, amount }: GiftCardBooking,
  date: string,
): JournalRow => ({
  date,
  document: '',
  site: siteKey ?? '',
  order: orderNumber ?? '',
  country: '',
  kind: giftCardRowKinds[kind],
  vatRate: null,
  netCents: 0,
  vatCents: 0,
  grossCents: 0,
  means: 'gift-card',
  giftCardCents: amount,
});

/**
 * Lists the bookings of a month, each by the calendar of its site, in the order of their dates.
 *
 * @param month month such as '2026-11'
 */
export async function listJournal(handle: Database, month: string): Promise<JournalRow[]> {
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1);
  // One day is added on both sides, because the time zone of each site decides.
  const period = { from: new Date(first.getTime() - DAY_MS), until: new Date(next + DAY_MS) };
  const rows: JournalRow[] = [];
  const getDate = (at: Date, regionCode: string | null) => getLocalDate(at, getTimeZone(regionCode ?? ''));
  for (const document of await listBookedDocuments(handle, period)) {
    const date = getDate(document.at, document.siteRegionCode);
    if (date.startsWith(month)) rows.push(...(await createDocumentJournalRows(handle, document, date)));
  }
  for (const booking of await listGiftCardBookings(handle, period)) {
    const date = getDate(booking.at, booking.siteRegionCode);
    if (date.startsWith(month)) rows.push(createGiftCardJournalRow(booking, date));
  }
  return rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Returns the rows of the journal as CSV, without the header. */
export const formatJournal = (rows: readonly JournalRow[]): string =>
  rows.map((row) => `${journalColumns.map((column) => String(row[column] ?? '')).join(',')}\n`).join('');

/** Header of the journal as CSV. */
export const journalHeader = `${journalColumns.join(',')}\n`;
