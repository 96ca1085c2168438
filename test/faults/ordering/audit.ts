import { hashToken } from '../../../server/backend/core/security/token.ts';
import type { OrderingShop, Row } from './ordering-shop.ts';
import type { Ledger, LedgerEntry } from './shopper.ts';

/** Stock of every counted variant. */
export type StockCount = ReadonlyMap<number, number>;

export async function countStock({ ask }: Pick<OrderingShop, 'ask'>): Promise<StockCount> {
  const rows = await ask('select product_variant_id as id, amount from stock where amount is not null');
  return new Map(rows.map(({ id, amount }) => [Number(id), Number(amount)]));
}

/** The state of the shop and of its environment at the end of a run. */
export interface Audit {
  /** Violated invariants; must be empty. */
  readonly troubles: readonly string[];
  /** Counters by name. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * Mails that reached the server twice under one Message-ID, because the first delivery could not be
   * confirmed.
   */
  readonly twice: readonly string[];
  /** Mails with unknown delivery: the server broke off after it had received them. */
  readonly unknown: readonly string[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Returns the gaps in a series of numbers that must begin with 1. */
function findNumberGaps(what: string, numbers: readonly string[]): string[] {
  const counts = numbers.map((number) => Number(number.slice(-6))).toSorted((a, b) => a - b);
  return counts.flatMap((count, index) =>
    count === index + 1 ? [] : [`${what} ${index + 1} of ${counts.length} is ${count}`],
  );
}

/** Compares the responses to clients with the database, the payment provider and the mail server. */
export async function audit(
  shop: Pick<OrderingShop, 'ask' | 'command' | 'mollie' | 'mail'>,
  ledger: Ledger,
  stockBefore: StockCount,
): Promise<Audit> {
  const problems: string[] = [];
  const expectEqual = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) problems.push(`${what}: ${String(found)}, and not ${String(expected)}`);
  };
  const { ask } = shop;
  const orders =
    await ask(`select o.order_id::text as id, o.order_number as number, o.site_id as site, o.status,
    o.token_hash, o.total_amount as total, o.gift_card_amount as card, o.billing ->> 'emailAddress' as address,
    m.key as method,
    exists (select 1 from order_status_change c where c.order_id = o.order_id and c.status = 'paid') as was_paid,
    exists (select 1 from order_status_change c where c.order_id = o.order_id and c.status = 'open') as was_open
    from customer_order o left join payment_method m on m.payment_method_id = o.payment_method_id`);
  const byAddress = Map.groupBy(orders, ({ address }) => String(address));
  const entryOf = new Map(ledger.entries.map((entry) => [entry.emailAddress, entry]));

  // Orders: every acknowledged order exists as acknowledged, and no other order exists.
  for (const entry of ledger.entries) {
    const own = byAddress.get(entry.emailAddress) ?? [];
    const { emailAddress, order } = entry;
    if (own.length > 1) problems.push(`${emailAddress} has ${own.length} orders`);
    if (!order) {
      if (own.length > 0 && (!entry.isAsked || entry.refusal !== undefined)) {
        problems.push(`${emailAddress} has an order that was refused (${entry.refusal})`);
      }
      continue;
    }
    const [found] = own;
    expectEqual(`order of ${emailAddress}`, found?.id, order.orderId);
    expectEqual(`number of ${emailAddress}`, found?.number, order.orderNumber);
    expectEqual(`token of ${emailAddress}`, found?.token_hash, hashToken(order.token));
    expectEqual(`total of ${emailAddress}`, found?.total, order.totalAmount);
    if (entry.isCancelled) expectEqual(`state of ${emailAddress}, cancelled`, found?.status, 'cancelled');
    else if (entry.isPaid) expectEqual(`state of ${emailAddress}, paid`, found?.status, 'paid');
  }
  for (const { address } of orders) {
    if (!entryOf.has(String(address)))
      problems.push(`${String(address)} has an order, but was never a client`);
  }
  for (const [site, own] of Map.groupBy(orders, (row) => row.site)) {
    problems.push(
      ...findNumberGaps(
        `order number of site ${String(site)}`,
        own.map(({ number }) => String(number)),
      ),
    );
  }

  // Stock: the initial stock equals the remaining plus the sold pieces.
  const lines = await ask(`select l.order_id::text as id, l.product_variant_id as variant, l.quantity,
    l.stock_amount as taken, l.is_gift, o.status, o.billing ->> 'emailAddress' as address
    from order_line l join customer_order o using (order_id)`);
  const stockAfter = await countStock(shop);
  const movements = await ask(
    `select product_variant_id as variant, order_id::text as id, kind, pieces from stock_movement`,
  );
  const alive = lines.filter(({ status }) => status !== 'cancelled');
  for (const [variant, before] of stockBefore) {
    const sold = sum(alive.filter((line) => line.variant === variant).map(({ taken }) => Number(taken)));
    const moved = sum(
      movements
        .filter((movement) => movement.variant === variant)
        .map(({ kind, pieces }) => (kind === 'taken' ? 1 : -1) * Number(pieces)),
    );
    expectEqual(`stock of ${variant}`, stockAfter.get(variant), before - sold);
    expectEqual(`stock movements of ${variant}`, moved, sold);
  }
  const bought = Map.groupBy(
    lines.filter(({ is_gift: isGift }) => isGift !== true),
    ({ address }) => String(address),
  );
  for (const [address, own] of bought) {
    const pieces = entryOf.get(address)?.pieces ?? new Map<number, number>();
    expectEqual(`lines of ${address}`, own.length, pieces.size);
    for (const { variant, quantity } of own) {
      expectEqual(`pieces of ${address}, ${String(variant)}`, quantity, pieces.get(Number(variant)));
    }
  }

  // Money: the provider's payments match the orders, and overpayments were refunded.
  const payments =
    await ask(`select payment_id::text as id, order_id::text as order, provider_payment_id as provider,
    amount, status, refunded_amount as refunded, secures_order as secures from payment`);
  const atProvider = new Map(
    [...shop.mollie.payments.values()].map(({ id, status, body, refunds }) => {
      const amount = Math.round(Number(Reflect.get(Object(body.amount), 'value')) * 100);
      const paymentId = String(Reflect.get(Object(body.metadata), 'paymentId'));
      const back = sum(refunds.map(({ value }) => Math.round(Number(value) * 100)));
      return [
        id,
        { paymentId, status, amount, back, refunds: refunds.length, taken: status === 'paid' ? amount : 0 },
      ];
    }),
  );
  const ofPayment = Map.groupBy(atProvider.values(), ({ paymentId }) => paymentId);
  for (const [id, own] of ofPayment) {
    if (own.length > 1) problems.push(`payment ${id} was started ${own.length} times at the provider`);
    if (!payments.some((payment) => payment.id === id))
      problems.push(`payment ${id} is known to the provider only`);
  }
  const refundRows = await ask('select payment_id::text as payment, amount, status, reason from refund');
  const netOf = new Map<unknown, number>();
  for (const payment of payments) {
    const known = atProvider.get(String(payment.provider));
    const net = (known?.taken ?? 0) - (known?.back ?? 0);
    netOf.set(payment.order, (netOf.get(payment.order) ?? 0) + net);
    if (!known) continue;
    const what = `payment ${String(payment.id)}`;
    expectEqual(`amount of ${what}`, payment.amount, known.amount);
    expectEqual(
      `refunds of ${what}`,
      refundRows.filter((row) => row.payment === payment.id).length,
      known.refunds,
    );
    expectEqual(`refunded of ${what}`, payment.refunded, known.back);
    if (known.status === 'paid') expectEqual(`state of ${what}`, payment.status, 'paid');
    if (known.status === 'open') problems.push(`${what} still waits at the provider`);
  }
  for (const { payment, status } of refundRows) expectEqual(`refund of ${String(payment)}`, status, 'done');
  for (const { id, number, status, total, card } of orders) {
    const due = status === 'cancelled' ? 0 : Number(total) - Number(card);
    expectEqual(`money for ${String(number)} (${String(status)})`, netOf.get(id) ?? 0, due);
    if (status !== 'paid' && status !== 'cancelled') problems.push(`${String(number)} is ${String(status)}`);
  }

  // Gift cards and discount codes.
  const cards = await ask(`select c.gift_card_id::int as id, c.initial_amount as initial, c.balance,
    coalesce((select sum(o.gift_card_amount) from gift_card_movement m join customer_order o using (order_id)
      where m.gift_card_id = c.gift_card_id and m.kind = 'held' and o.status <> 'cancelled'), 0)::int as spent,
    coalesce((select sum(case m.kind when 'held' then m.amount when 'returned' then -m.amount else 0 end)
      from gift_card_movement m where m.gift_card_id = c.gift_card_id), 0)::int as moved from gift_card c`);
  for (const { id, initial, balance, spent, moved } of cards) {
    expectEqual(`balance of card ${String(id)}`, balance, Number(initial) - Number(spent));
    expectEqual(`movements of card ${String(id)}`, moved, spent);
  }
  const codes = await ask(`select p.promotion_key as key, p.usage_count as counted, p.usage_limit as limit,
    (select count(*) from order_promotion u join customer_order o using (order_id)
      where u.promotion_id = p.promotion_id and o.status <> 'cancelled')::int as used from promotion p`);
  for (const { key, counted, used, limit } of codes) {
    expectEqual(`uses of ${String(key)}`, counted, used);
    if (limit !== null && Number(used) > Number(limit))
      problems.push(`${String(key)} was used ${String(used)} times`);
  }

  // Documents: one invoice for each order that was ever paid, credit notes for refunds, no gap in the
  // numbers.
  const documents =
    await ask(`select i.order_id::text as id, i.kind, i.number, i.site_id as site, i.total_amount as total,
    length(d.bytes) as bytes from invoice i join stored_document d using (stored_document_id)`);
  for (const [series, own] of Map.groupBy(
    documents,
    ({ site, kind }) => `${String(kind)} of site ${String(site)}`,
  )) {
    problems.push(
      ...findNumberGaps(
        series,
        own.map(({ number }) => String(number)),
      ),
    );
  }
  for (const { id, number, total, status, was_paid: wasPaid } of orders) {
    const own = documents.filter((paper) => paper.id === id);
    const invoices = own.filter(({ kind }) => kind === 'invoice');
    expectEqual(`invoices of ${String(number)}`, invoices.length, wasPaid === true ? 1 : 0);
    for (const paper of invoices) expectEqual(`invoice of ${String(number)}`, paper.total, total);
    const credited = sum(
      own.filter(({ kind }) => kind === 'credit-note').map((paper) => Number(paper.total)),
    );
    const isBack = wasPaid === true && status === 'cancelled';
    expectEqual(`credit of ${String(number)}`, credited, isBack ? Number(total) : 0);
  }
  expectEqual('documents without content', documents.filter(({ bytes }) => Number(bytes) < 1000).length, 0);

  const books = await shop.command('check:books');
  if (!books.includes(' 0 disagreements.')) problems.push(`the books disagree: ${books}`);

  const mails = await auditMails(shop, orders, entryOf, problems);
  const dead = await ask(`select name, failure from queue_item where dead_at is not null and name <> 'mail'`);
  for (const { name, failure } of dead) problems.push(`given up: ${String(name)}, ${String(failure)}`);

  const count = (rows: readonly Row[], test: (row: Row) => boolean) => rows.filter(test).length;
  return {
    troubles: problems,
    counts: {
      clients: ledger.entries.length,
      requests: ledger.requests,
      repeats: ledger.repeats,
      'broken connections': ledger.broken,
      acknowledged: ledger.entries.filter(({ order }) => order).length,
      refused: ledger.entries.filter(({ refusal }) => refusal !== undefined).length,
      'never answered': ledger.entries.filter(({ order, refusal, isAsked }) => isAsked && !order && !refusal)
        .length,
      orders: orders.length,
      'orders paid': count(orders, ({ status }) => status === 'paid'),
      'orders cancelled': count(orders, ({ status }) => status === 'cancelled'),
      'payments at the provider': atProvider.size,
      'charged cents': sum([...atProvider.values()].map(({ taken }) => taken)),
      'refunded cents': sum([...atProvider.values()].map(({ back }) => back)),
      'pieces sold': sum(alive.map(({ taken }) => Number(taken))),
      invoices: count(documents, ({ kind }) => kind === 'invoice'),
      'credit notes': count(documents, ({ kind }) => kind === 'credit-note'),
      mails: mails.distinct,
      'copies of mails': mails.copies,
    },
    twice: mails.twice,
    unknown: mails.unknown,
  };
}

/** Checks mails by Message-ID: those of each order, each exactly once. */
async function auditMails(
  { ask, mail }: Pick<OrderingShop, 'ask' | 'mail'>,
  orders: readonly Row[],
  entryOf: ReadonlyMap<string, LedgerEntry>,
  troubles: string[],
) {
  const rows =
    await ask(`select outbox_mail_id::int as id, kind, recipient, sent_at is not null as is_sent, failure
    from outbox_mail where kind like 'order-%'`);
  const copies = mail.received.map(({ message, to }) => ({
    id: Number(/^Message-ID: <\w+\.(\d+)@/im.exec(message)?.[1]),
    to: to.join(),
  }));
  const byId = Map.groupBy(copies, ({ id }) => id);
  const twice: string[] = [];
  const unknown: string[] = [];
  for (const { id, kind, recipient, is_sent: isSent, failure } of rows) {
    const what = `${String(kind)} to ${String(recipient)}`;
    const own = byId.get(Number(id)) ?? [];
    if (own.length === 0) troubles.push(`${what} never arrived (${String(failure)})`);
    if (own.some(({ to }) => to !== recipient))
      troubles.push(`${what} went to ${own.map(({ to }) => to).join()}`);
    if (own.length > 1) twice.push(`${what}: ${own.length} copies`);
    if (isSent === true) continue;
    if (String(failure).startsWith('unknown')) unknown.push(`${what}: ${String(failure)}`);
    else troubles.push(`${what} was not sent: ${String(failure)}`);
  }
  const refunds =
    await ask(`select o.billing ->> 'emailAddress' as address, count(*)::int as count from refund r
    join payment p using (payment_id) join customer_order o using (order_id) group by 1`);
  for (const { address, status, method, was_paid: wasPaid, was_open: wasOpen } of orders) {
    const own = rows.filter(({ recipient }) => recipient === address);
    const expected: Record<string, number> = {
      'order-received': method === 'sepa-transfer' && wasOpen === true ? 1 : 0,
      'order-confirmed': wasPaid === true ? 1 : 0,
      'order-sent': 0,
      'order-cancelled': status === 'cancelled' ? 1 : 0,
      'order-refunded': Number(refunds.find((row) => row.address === address)?.count ?? 0),
    };
    for (const [kind, count] of Object.entries(expected)) {
      const found = own.filter((row) => row.kind === kind).length;
      if (found !== count) troubles.push(`${String(address)} has ${found} ${kind}, and not ${count}`);
    }
  }
  for (const { recipient } of rows) {
    if (!entryOf.has(String(recipient)))
      troubles.push(`a mail to ${String(recipient)}, who was never a client`);
  }
  return { distinct: byId.size, copies: copies.length, twice, unknown };
}
