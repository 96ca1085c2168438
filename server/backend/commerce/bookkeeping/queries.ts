import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';

/**
 * A row that contradicts other rows. Identifies orders, payments, gift cards and documents by number or id;
 * contains no personal data.
 */
export interface Disagreement {
  /** Key of the check in kebab case. */
  readonly check: string;
  /** An order number, a document number or an id. */
  readonly subject: string;
  /** The value in the row. */
  readonly found: string;
  /** The value that follows from the other rows. */
  readonly expected: string;
}

/** Query of a check. Returns `subject`, `found` and `expected`, one row for each disagreement. */
type CheckQuery = (settledBefore: string) => SQL;

/** Returns SQL for the sum of `amount` in a JSON list of discounts. */
const sumDiscountsSql = (column: string): SQL =>
  sql.raw(
    `coalesce((select sum((entry ->> 'amount')::int) from jsonb_array_elements(${column}) entry), 0)::int`,
  );

const sumGiftCardMovementsSql = (kinds: string): SQL =>
  sql.raw(`coalesce((select sum(m.amount) from gift_card_movement m
    where m.order_id = o.order_id and m.kind in (${kinds})), 0)::int`);

/** Condition: the order was paid at some time. */
const wasPaidSql = sql.raw(
  `exists (select 1 from order_status_change c where c.order_id = o.order_id and c.status = 'paid')`,
);
/**
 * Condition: the order was placed by its customer. A replacement was not, so it has neither invoice nor
 * confirmation.
 */
const wasPlacedByCustomerSql = sql.raw(
  `exists (select 1 from order_status_change first where first.order_id = o.order_id and first.status = 'created')`,
);
/** Retention period in years after which the first orders are deleted, with their movements and documents. */
const minRetentionYearsSql = sql.raw('coalesce((select min(retention_years) from legal_profile), 5)');
const isPaidStateSql = sql.raw(`o.status in ('paid', 'processing', 'sent', 'closed')`);

/**
 * Returns SQL for the year in a number such as '2026-V-000001', for the number series of orders and
 * documents.
 */
const getNumberYearSql = (column: string): SQL => sql.raw(`left(${column}, 4)::int`);
const getNumberCounterSql = (column: string): SQL => sql.raw(`substring(${column} from '[0-9]+$')::int`);

/**
 * The invariants of the books. Each is one statement, so that it reads one snapshot while orders continue.
 * Rows that a job writes after a payment are only expected for orders paid before `settledBefore`.
 */
const checks: Readonly<Record<string, CheckQuery>> = {
  'order-subtotal': () => sql`
    select o.order_number as subject, o.sub_total_amount as found, coalesce(sum(l.total_amount), 0) as expected
    from customer_order o left join order_line l using (order_id)
    group by o.order_id having o.sub_total_amount <> coalesce(sum(l.total_amount), 0)`,

  'order-shipping': () => sql`
    select o.order_number as subject, o.shipping_costs as found,
      o.original_shipping_costs - ${sumDiscountsSql('o.shipping_discounts')} as expected
    from customer_order o
    where o.shipping_costs <> o.original_shipping_costs - ${sumDiscountsSql('o.shipping_discounts')}`,

  'order-total': () => sql`
    select * from (
      select o.order_number as subject, o.total_amount as found, o.sub_total_amount
        - ${sumDiscountsSql('o.order_discounts')} + o.shipping_costs + o.payment_costs as expected
      from customer_order o) each_order
    where found <> expected`,

  'order-vat': () => sql`
    select * from (
      select o.order_number as subject, o.total_amount as found, coalesce((
        select sum((entry ->> 'amountExclVat')::int + (entry ->> 'vatAmount')::int)
        from jsonb_array_elements(o.vat_amounts) entry), 0)::int as expected
      from customer_order o) each_order
    where found <> expected`,

  'order-excluding-vat': () => sql`
    select * from (
      select o.order_number as subject, o.total_amount_excl_vat as found, coalesce((
        select sum((entry ->> 'amountExclVat')::int) from jsonb_array_elements(o.vat_amounts) entry), 0)::int as expected
      from customer_order o) each_order
    where found <> expected`,

  'order-line-shares': () => sql`
    select * from (
      select o.order_number as subject, coalesce((
          select sum(l.paid_amount) from order_line l where l.order_id = o.order_id), 0)::int as found,
        o.sub_total_amount - ${sumDiscountsSql('o.order_discounts')} as expected
      from customer_order o) each_order
    where found <> expected`,

  'order-history': () => sql`
    select o.order_number as subject, o.status as found, 'a change to it' as expected
    from customer_order o
    where not exists (select 1 from order_status_change c where c.order_id = o.order_id and c.status = o.status)`,

  'order-paid': () => sql`
    select o.order_number as subject, o.status as found, 'a change to paid' as expected
    from customer_order o where ${isPaidStateSql} and not ${wasPaidSql}`,

  'order-number': () => sql`
    select o.order_number as subject, ${getNumberCounterSql('o.order_number')} as found, coalesce(n.last, 0) as expected
    from customer_order o left join number_series n
      on n.site_id = o.site_id and n.kind = 'order' and n.year = ${getNumberYearSql('o.order_number')}
    where ${getNumberCounterSql('o.order_number')} > coalesce(n.last, 0)`,

  'order-secured': () => sql`
    select o.order_number as subject, coalesce(p.amount, 0) as found, o.total_amount - o.gift_card_amount as expected
    from customer_order o left join payment p
      on p.order_id = o.order_id and p.secures_order and p.status in ('authorized', 'paid')
    where ${isPaidStateSql} and o.total_amount - o.gift_card_amount <> coalesce(p.amount, 0)`,

  'payment-without-order': () => sql`
    select o.order_number as subject, 'secured while ' || o.status as found, 'not secured' as expected
    from customer_order o join payment p on p.order_id = o.order_id and p.secures_order
    where o.status in ('created', 'open')`,

  'payment-kept': () => sql`
    select o.order_number as subject, p.amount - p.charged_back_amount - coalesce(r.amount, 0) as found, 0 as expected
    from payment p join customer_order o using (order_id)
    left join (select payment_id, sum(amount)::int as amount from refund group by payment_id) r using (payment_id)
    where p.status = 'paid' and (o.status = 'cancelled' or not p.secures_order)
      and p.amount > coalesce(r.amount, 0) + p.charged_back_amount`,

  'payment-refunded': () => sql`
    select o.order_number as subject, p.refunded_amount as found, coalesce(r.done, 0) as expected
    from payment p join customer_order o using (order_id)
    left join (select payment_id, sum(amount) filter (where status = 'done')::int as done,
        sum(amount) filter (where status <> 'failed')::int as amount
      from refund group by payment_id) r using (payment_id)
    where p.refunded_amount > coalesce(r.amount, 0) or coalesce(r.done, 0) > p.refunded_amount`,

  'refund-exceeds': () => sql`
    select o.order_number as subject, sum(r.amount) as found, p.amount as expected
    from refund r join payment p using (payment_id) join customer_order o using (order_id)
    group by o.order_number, p.payment_id having sum(r.amount) > p.amount`,

  'card-balance': (settledBefore) => sql`
    select * from (
      select 'gift card ' || c.gift_card_id as subject, c.balance as found, c.initial_amount + coalesce((
        select sum(case m.kind when 'held' then -m.amount when 'taken' then 0 else m.amount end)
        from gift_card_movement m where m.gift_card_id = c.gift_card_id), 0)::int as expected
      from gift_card c
      where c.created_at > ${settledBefore}::timestamptz - make_interval(years => ${minRetentionYearsSql})) each_card
    where found <> expected`,

  'card-held': () => sql`
    select * from (
      select o.order_number as subject, o.gift_card_amount as found, ${sumGiftCardMovementsSql(`'held'`)} as expected
      from customer_order o) each_order
    where found <> expected`,

  'card-taken': () => sql`
    select * from (
      select o.order_number as subject, ${sumGiftCardMovementsSql(`'taken'`)} as found,
        case when ${wasPaidSql} then ${sumGiftCardMovementsSql(`'held'`)} else 0 end as expected
      from customer_order o) each_order
    where found <> expected`,

  'card-returned': () => sql`
    select * from (
      select o.order_number as subject, o.status, ${sumGiftCardMovementsSql(`'returned', 'refunded'`)} as found,
        ${sumGiftCardMovementsSql(`'held'`)} as expected
      from customer_order o) each_order
    where found > expected or (status = 'cancelled' and found < expected)`,

  'card-sold': (settledBefore) => sql`
    select * from (
      select o.order_number as subject, (select count(*) from gift_card c where c.order_id = o.order_id)::int as found,
        (select coalesce(sum(l.quantity), 0) from order_line l where l.order_id = o.order_id and l.is_voucher)::int
          as expected
      from customer_order o
      where exists (select 1 from order_status_change c
        where c.order_id = o.order_id and c.status = 'paid' and c.at < ${settledBefore}::timestamptz)
        and o.status <> 'cancelled') each_order
    where found <> expected`,

  'stock-taken': () => sql`
    select o.order_number || ', variant ' || variant as subject, coalesce(moved.pieces, 0) as found,
      coalesce(sold.pieces, 0) as expected
    from (select order_id, product_variant_id as variant, sum(stock_amount)::int as pieces
        from order_line where stock_amount > 0 group by 1, 2) sold
      full join (select order_id, product_variant_id as variant, sum(pieces)::int as pieces
        from stock_movement where kind = 'taken' group by 1, 2) moved using (order_id, variant)
      join customer_order o using (order_id)
    -- An order that is not paid holds a part only, and one that was paid may wait for goods.
    where coalesce(moved.pieces, 0) > coalesce(sold.pieces, 0)`,

  'stock-returned': () => sql`
    select o.order_number || ', variant ' || taken.product_variant_id as subject, coalesce(back.pieces, 0) as found,
      case when o.status = 'cancelled' then taken.pieces else 0 end as expected
    from stock_movement taken join customer_order o using (order_id)
      left join stock_movement back on back.order_id = taken.order_id
        and back.product_variant_id = taken.product_variant_id and back.kind = 'returned'
    where taken.kind = 'taken'
      and coalesce(back.pieces, 0) <> case when o.status = 'cancelled' then taken.pieces else 0 end`,

  'stock-amount': () => sql`
    select v.article_number as subject, coalesce(s.amount::text, 'not counted') as found,
      coalesce((c.after + coalesce(m.moved, 0) - c.moved)::text, 'not counted') as expected
    from stock s join product_variant v using (product_variant_id)
      join lateral (select after, moved from stock_correction c where c.product_variant_id = s.product_variant_id
        order by c.stock_correction_id desc limit 1) c on true
      left join (select product_variant_id, sum(case kind when 'taken' then -pieces else pieces end)::int as moved
        from stock_movement group by 1) m using (product_variant_id)
    where s.amount is distinct from c.after + coalesce(m.moved, 0) - c.moved`,

  'stock-corrected': () => sql`
    select v.article_number as subject, s.amount as found, 'a correction that states it' as expected
    from stock s join product_variant v using (product_variant_id)
    where s.amount is not null
      and not exists (select 1 from stock_correction c where c.product_variant_id = s.product_variant_id)`,

  'code-uses': () => sql`
    select p.promotion_key as subject, p.usage_count as found, count(o.order_id) as expected
    from promotion p join order_promotion u using (promotion_id)
      join customer_order o on o.order_id = u.order_id and o.status <> 'cancelled'
    group by p.promotion_id having p.usage_count < count(o.order_id)`,

  'invoice-missing': (settledBefore) => sql`
    select o.order_number as subject, 'no invoice' as found, 'an invoice' as expected
    from customer_order o join order_status_change c on c.order_id = o.order_id and c.status = 'paid'
    where c.at < ${settledBefore}::timestamptz and ${wasPlacedByCustomerSql}
      and not exists (select 1 from invoice i where i.order_id = o.order_id and i.kind = 'invoice')`,

  'invoice-total': () => sql`
    select i.number as subject, i.total_amount as found, o.total_amount as expected
    from invoice i join customer_order o using (order_id)
    where i.kind = 'invoice' and i.total_amount <> o.total_amount`,

  'credit-exceeds': () => sql`
    select o.order_number as subject, sum(n.total_amount) as found, i.total_amount as expected
    from invoice i join invoice n on n.order_id = i.order_id and n.kind = 'credit-note'
      join customer_order o on o.order_id = i.order_id
    where i.kind = 'invoice'
    group by o.order_number, i.invoice_id having sum(n.total_amount) > i.total_amount`,

  'credit-note-parts': () => sql`
    select n.number as subject, n.total_amount as found, sum(p.amount) as expected
    from invoice n join order_credit_part p using (order_credit_id)
    group by n.invoice_id having n.total_amount <> sum(p.amount)`,

  'credit-line': () => sql`
    select o.order_number || ', line ' || l.position as subject,
      sum(p.quantity) || ' pieces, ' || sum(p.amount) as found, l.quantity || ' pieces, ' || l.paid_amount as expected
    from order_credit_part p join order_credit c using (order_credit_id)
      join order_line l on l.order_id = c.order_id and l.position = p.position
      join customer_order o on o.order_id = c.order_id
    where p.kind = 'line'
    group by o.order_number, l.order_id, l.position
    having sum(p.quantity) > l.quantity or sum(p.amount) > l.paid_amount`,

  'credit-note-missing': (settledBefore) => sql`
    select o.order_number as subject, 'no credit note' as found, 'a credit note' as expected
    from order_credit c join customer_order o using (order_id)
    where c.created_at < ${settledBefore}::timestamptz
      and exists (select 1 from invoice i where i.order_id = c.order_id and i.kind = 'invoice')
      and (select sum(p.amount) from order_credit_part p where p.order_credit_id = c.order_credit_id) > 0
      -- It is issued once the provider has accepted the refund.
      and not exists (select 1 from refund r where r.order_credit_id = c.order_credit_id and r.status <> 'done')
      and not exists (select 1 from invoice n where n.order_credit_id = c.order_credit_id)`,

  'document-gap': (settledBefore) => sql`
    select series.kind || ' of site ' || series.site_id || ', ' || series.year as subject,
      series.documents as found, series.newest - series.oldest + 1 - coalesce(n.skipped, 0) as expected
    from (select site_id, kind, ${getNumberYearSql('number')} as year, count(*)::int as documents,
        min(${getNumberCounterSql('number')}) as oldest, max(${getNumberCounterSql('number')}) as newest
      from invoice group by 1, 2, 3) series
      left join number_series n using (site_id, kind, year)
    where series.year > extract(year from ${settledBefore}::timestamptz) - ${minRetentionYearsSql}
      and series.documents not between series.newest - series.oldest + 1 - coalesce(n.skipped, 0)
      and series.newest - series.oldest + 1`,

  'document-number': () => sql`
    select series.kind || ' of site ' || series.site_id || ', ' || series.year as subject,
      series.newest as found, coalesce(n.last, 0) as expected
    from (select site_id, kind, ${getNumberYearSql('number')} as year, max(${getNumberCounterSql('number')}) as newest
      from invoice group by 1, 2, 3) series
      left join number_series n using (site_id, kind, year)
    where series.newest > coalesce(n.last, 0)`,

  'document-order': () => sql`
    select number as subject, created_at::text as found, 'not before ' || previous::text as expected
    from (select number, created_at, lag(created_at) over (partition by site_id, kind, ${getNumberYearSql('number')}
        order by ${getNumberCounterSql('number')}) as previous from invoice) each_document
    -- Releases before this one took the date before the number.
    where created_at < previous - interval '15 minutes'`,

  'message-missing': (settledBefore) => sql`
    select o.order_number as subject, 'no confirmation' as found, 'a confirmation' as expected
    from customer_order o join order_status_change c on c.order_id = o.order_id and c.status = 'paid'
    where c.at < ${settledBefore}::timestamptz and ${wasPlacedByCustomerSql}
      and not exists (select 1 from order_message m where m.order_id = o.order_id and m.kind = 'confirmed')`,
};

/** Keys of all checks. */
export const bookCheckKeys: readonly string[] = Object.keys(checks);

/** Maximum number of listed disagreements of one check. A systematic error shows in the first of them. */
const MAX_LISTED_DISAGREEMENTS = 20;

/**
 * Runs one check.
 *
 * @param check key from `bookCheckKeys`
 * @param settledBefore time before which documents and mails of payments must exist
 */
export async function listDisagreements(
  handle: Database,
  check: string,
  settledBefore: Date,
): Promise<{ readonly count: number; readonly listed: readonly Disagreement[] }> {
  const rows = checks[check]?.(settledBefore.toISOString());
  if (!rows) throw new RangeError(`Unknown check '${check}'`);
  const { rows: found } = (await handle.execute(sql`
    select subject, found::text as found, expected::text as expected, (count(*) over ())::int as count
    from (${rows}) disagreement order by subject limit ${MAX_LISTED_DISAGREEMENTS}`)) as unknown as {
    rows: { subject: string; found: string; expected: string; count: number }[];
  };
  const listed = found.map(({ subject, found: actual, expected }) => ({
    check,
    subject,
    found: actual,
    expected,
  }));
  return { count: found[0]?.count ?? 0, listed };
}
