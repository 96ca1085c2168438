import { sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';

/** An invoice or a credit note with the details of its order for the journal. Amounts are in euro cents. */
export interface BookedDocument {
  readonly kind: 'invoice' | 'credit-note';
  readonly number: string;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly siteKey: string;
  /** Country of the site, ISO 3166-1 alpha-2. */
  readonly siteRegionCode: string;
  /** Country of delivery, ISO 3166-1 alpha-2. Digital goods have the country of the site. */
  readonly regionCode: string;
  readonly at: Date;
  readonly orderCreditId: string | null;
  readonly totalAmount: number;
  /** Number of earlier credit notes of the order. */
  readonly creditedBefore: number;
  readonly orderAmount: number;
  readonly giftCardAmount: number;
  /**
   * Part of the credit that was returned to the gift card; null for credit notes from before this was
   * recorded.
   */
  readonly returnedAmount: number | null;
  readonly methodKey: string | null;
}

/** A change of the gift card liability. */
export interface GiftCardBooking {
  readonly kind: 'issued' | 'taken' | 'refunded' | 'returned' | 'corrected';
  /** Null for gift cards and corrections issued by staff. */
  readonly siteKey: string | null;
  readonly siteRegionCode: string | null;
  readonly orderNumber: string | null;
  /** Euro cents; positive if the liability grows. */
  readonly amount: number;
  readonly at: Date;
}

type RowWithTextDates<T> = { readonly [key in keyof T]: T[key] extends Date ? string : T[key] };

async function select<T extends { readonly at: Date }>(handle: Database, query: ReturnType<typeof sql>) {
  const { rows } = (await handle.execute(query)) as unknown as { rows: RowWithTextDates<T>[] };
  return rows.map((row) => ({ ...row, at: new Date(row.at) }) as unknown as T);
}

/** Lists the invoices and credit notes issued in a period, the oldest first. */
export const listBookedDocuments = (
  handle: Database,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<BookedDocument[]> =>
  select<BookedDocument>(
    handle,
    sql`select i.kind, i.number, i.order_id as "orderId", o.order_number as "orderNumber", s.key as "siteKey",
        home.region_code as "siteRegionCode", coalesce(destination.region_code, home.region_code) as "regionCode",
        i.created_at as at, i.order_credit_id as "orderCreditId", i.total_amount as "totalAmount",
        coalesce((select sum(n.total_amount) from invoice n where n.order_id = i.order_id
          and n.kind = 'credit-note' and n.invoice_id < i.invoice_id), 0)::int as "creditedBefore",
        o.total_amount as "orderAmount", o.gift_card_amount as "giftCardAmount",
        c.gift_card_amount as "returnedAmount", m.key as "methodKey"
      from invoice i join customer_order o using (order_id) join site s on s.site_id = o.site_id
        join country home on home.country_id = s.country_id
        left join country destination on destination.country_id = (o.delivery -> 'address' ->> 'countryId')::int
        left join order_credit c on c.order_credit_id = i.order_credit_id
        left join payment_method m on m.payment_method_id = o.payment_method_id
      where i.created_at >= ${from.toISOString()}::timestamptz and i.created_at < ${until.toISOString()}::timestamptz
      order by i.created_at, i.invoice_id`,
  );

/**
 * Lists the changes of the gift card liability in a period. Amounts reserved by unpaid orders change nothing.
 */
export const listGiftCardBookings = (
  handle: Database,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<GiftCardBooking[]> =>
  select<GiftCardBooking>(
    handle,
    sql`select booking.kind, s.key as "siteKey", home.region_code as "siteRegionCode",
        o.order_number as "orderNumber", booking.amount, booking.at
      from (
        select 'issued' as kind, c.order_id, c.initial_amount as amount, c.created_at as at, c.gift_card_id
        from gift_card c
        union all
        select m.kind, m.order_id, case when m.kind = 'taken' then -m.amount else m.amount end, m.at, m.gift_card_id
        from gift_card_movement m
        where m.kind in ('taken', 'corrected') or (m.kind in ('refunded', 'returned') and exists (
          select 1 from gift_card_movement t
          where t.order_id = m.order_id and t.gift_card_id = m.gift_card_id and t.kind = 'taken'))
      ) booking
        left join customer_order o using (order_id)
        left join site s on s.site_id = o.site_id left join country home on home.country_id = s.country_id
      where booking.at >= ${from.toISOString()}::timestamptz and booking.at < ${until.toISOString()}::timestamptz
      order by booking.at, booking.gift_card_id, booking.kind`,
  );
