import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createSeededRandom, type Random } from '../../fixtures/seeded-random.ts';
import { eventually, visit } from '../visit.ts';
import { type Audit, audit, countStock, type StockCount } from './audit.ts';
import { type ClientChoices, killPoints } from './kill-points.ts';
import type { OrderingShop, RestartableBackend } from './ordering-shop.ts';
import { createLedger, createShopper, type Ledger, type Plan, type Shopper, VARIANTS } from './shopper.ts';

/** Amounts of gift cards that are soon empty, and of those that last. */
const SMALL_CARD_AMOUNTS = ['25.00', '60.00'];
const LARGE_CARD_AMOUNTS = Array.from({ length: 8 }, () => '1000.00');
/** Time after which another process takes over the work of a dead one: its lease is ten minutes. */
const LEASE_EXPIRY_MS = 11 * MINUTE_MS;

const PAYMENT_METHOD_IDS = [1, 1, 1, 3, 5];

/** Creates a gift card, of € 25.00 by default, as staff does. */
export async function issueShopGiftCard(
  { command }: Pick<OrderingShop, 'command'>,
  euro: string,
): Promise<NonNullable<Plan['card']>> {
  const said = await command('giftcard', 'create', euro);
  const number = /\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}/.exec(said)?.[0];
  const pin = /pin\D*(\d+)/i.exec(said)?.[1];
  if (number === undefined || pin === undefined) throw new Error('No gift card was created');
  return { number, pin };
}

/** Endings of clients in rotation, so that a few clients cover all of them. */
const CLIENT_OUTCOMES = [
  'pays',
  'pays and cancels',
  'fails first',
  'cancels',
  'pays',
  'never pays',
  'pays and cancels',
  'pays',
] as const;

/**
 * Creates the plan of a client: products with enough stock, and how the order ends.
 *
 * @param number of the client, from 1
 * @param way choices that are fixed
 */
function createClientPlan(
  random: Random,
  {
    number,
    cards,
    mostSends,
    way,
  }: {
    readonly number: number;
    readonly cards: readonly NonNullable<Plan['card']>[];
    readonly mostSends: number;
    readonly way: ClientChoices | undefined;
  },
): Plan {
  const variants = new Set(Array.from({ length: 1 + random.below(2) }, () => random.pick(VARIANTS)));
  const end = random.isOften(0.06) ? 'walks away' : CLIENT_OUTCOMES[number % CLIENT_OUTCOMES.length]!;
  const plan: Plan = {
    goods: [...variants].map((id) => [id, 1 + random.below(2)] as const),
    code: random.isOften(0.4) ? random.pick(['STAL10', 'FREESHIP', 'FIVE']) : undefined,
    card: random.isOften(0.35) ? random.pick(cards) : undefined,
    paymentMethodId: random.pick(PAYMENT_METHOD_IDS),
    end,
    words: random.below(3),
    isLate: random.isOften(0.3),
    waitsUntilPaid: random.isOften(0.5),
    mostSends,
  };
  if (!way) return plan;
  const { hasCard, ...sure } = way;
  return {
    ...plan,
    // The provider notifies at once, or the shop asks it when the customer returns.
    words: Math.max(1, plan.words),
    isLate: false,
    ...(plan.end === 'walks away' && { end: 'pays' }),
    ...sure,
    ...(hasCard !== undefined && {
      card: hasCard ? random.pick(cards.slice(SMALL_CARD_AMOUNTS.length)) : undefined,
    }),
  };
}

/** Waits until no work is due now. */
async function waitForDueWork(shop: OrderingShop, nowMs: () => number): Promise<void> {
  await eventually(async () => {
    const at = `to_timestamp(${nowMs() / 1000})`;
    const due = await shop.ask(`
      select name, failure, attempts from queue_item
      where done_at is null and dead_at is null and run_at <= ${at}
        and not exists (select 1 from queue_item earlier where earlier.ordering_key = queue_item.ordering_key
          and earlier.done_at is null and earlier.queue_item_id < queue_item.queue_item_id)`);
    if (due.length > 0) throw new Error(`Unfinished work: ${JSON.stringify(due.slice(0, 5))}`);
  });
}

/**
 * Lets days pass, in which all waiting work is done or expires. No process is killed, and no connection
 * breaks.
 */
export async function advanceDays(shop: OrderingShop): Promise<void> {
  const { backend } = shop;
  const now = () => Date.now() + backend.elapsedMs;
  for (const ms of [
    LEASE_EXPIRY_MS,
    LEASE_EXPIRY_MS,
    HOUR_MS,
    26 * HOUR_MS,
    LEASE_EXPIRY_MS,
    10 * DAY_MS,
    LEASE_EXPIRY_MS,
  ]) {
    await waitForDueWork(shop, now);
    await backend.pass(ms);
    // A restart runs the jobs that are due every minute or hour.
    if (ms > HOUR_MS) {
      await backend.stop();
      await backend.start();
      await eventually(async () => {
        const at = `to_timestamp(${now() / 1000})`;
        const overdue = await shop.ask(`select 1 from customer_order where payment_due_at <= ${at}`);
        if (overdue.length > 0) throw new Error('Overdue unpaid orders were not cancelled');
      });
    }
  }
  await waitForDueWork(shop, now);
}

export interface RunOptions {
  readonly seed: number;
  /** Minimum number of clients that order. */
  readonly checkouts: number;
  readonly atOnce: number;
  readonly mostSends: number;
  /** Points at which the backend is killed, sequentially; more clients order until each is reached. */
  readonly points: readonly string[];
  /** Number of kills of the backend at random statements, and of the web. */
  readonly randomKills: number;
  readonly webKills: number;
}

export interface Run {
  readonly audit: Audit;
  readonly missed: readonly string[];
  readonly deaths: number;
  readonly webKillCount: number;
  readonly cuts: Readonly<Record<string, number>>;
}

/** Runs a client from the cart to the end of its plan. */
async function runClient(shopper: Shopper, plan: Plan): Promise<void> {
  await shopper.fillCart(plan);
  await shopper.order();
  await shopper.finish();
}

/** Kills the backend at the given points, and restarts it. @returns the points that no client reached */
async function killBackendAtPoints(
  backend: RestartableBackend,
  targets: readonly (string | number)[],
  {
    onTarget,
    over,
  }: { readonly onTarget: (target: string | number) => void; readonly over: Promise<'over'> },
): Promise<string[]> {
  for (const [index, target] of targets.entries()) {
    onTarget(target);
    const ended = await Promise.race([backend.arm(target), over]);
    if (ended === 'over') {
      await backend.disarm();
      return targets.slice(index).map(String);
    }
    await backend.start();
    await backend.pass(LEASE_EXPIRY_MS);
  }
  return [];
}

/** Records of a shop from its first order to its last. */
export interface Books {
  readonly ledger: Ledger;
  readonly stockBefore: StockCount;
}

/**
 * Opens the records: sets the stock of one feed to ten, and that of all others to more than a run can sell.
 */
export async function prepareLedgersAndStock(shop: OrderingShop, lastPieces: number): Promise<Books> {
  // As staff does: with a correction, which the records expect.
  await shop.ask(`
    with written as (
      update stock set amount = case product_variant_id when ${lastPieces} then 10 else 5000 end
      where amount is not null returning product_variant_id, amount)
    insert into stock_correction (product_variant_id, kind, before, after, moved, actor_id, at)
    select product_variant_id, 'set', stock.amount, written.amount, 0, 'test', now()
    from written join stock using (product_variant_id)`);
  return { ledger: createLedger(), stockBefore: await countStock(shop) };
}

/**
 * Lets clients order while processes die and connections break, then lets days pass, and compares all
 * records.
 */
export async function runCheckouts(
  shop: OrderingShop,
  { ledger, stockBefore }: Books,
  options: RunOptions,
): Promise<Run> {
  const { checkouts, atOnce, mostSends, points, randomKills, webKills } = options;
  const random = createSeededRandom(options.seed);
  const cards = await Promise.all(
    [...SMALL_CARD_AMOUNTS, ...LARGE_CARD_AMOUNTS].map((euro) => issueShopGiftCard(shop, euro)),
  );
  const { client, backend: inner, database } = shop.lines;
  const cutting = random.fork();
  const often = (share: number, bytes: number) => () =>
    cutting.isOften(share) ? cutting.below(bytes) : Number.POSITIVE_INFINITY;
  client.plan = often(0.05, 3000);
  inner.plan = often(0.1, 30_000);
  if (database) database.plan = often(0.1, 200_000);

  // Kills at random moments are between those at points, in the order of the seed. Every other point comes
  // first: a job that has ended its process at every attempt is given up, so adjacent points would stop the
  // job of one order until staff handles it.
  const targets: (string | number)[] = [0, 1].flatMap((turn) =>
    points.filter((_point, index) => index % 2 === turn),
  );
  for (let kill = 0; kill < randomKills; kill += 1) {
    targets.splice(random.below(targets.length + 1), 0, 50 + random.below(800));
  }
  let done = 0;
  let areAllPointsReached = false;
  let isOver = false;
  let target: string | number = 0;
  const over = Promise.withResolvers<'over'>();
  // Some clients for every point beyond the requested number, but not without limit.
  const most = checkouts + targets.length * 12;
  let started = 0;
  const failures: unknown[] = [];
  const runClients = async () => {
    while ((started < checkouts || !areAllPointsReached) && started < most && failures.length === 0) {
      started += 1;
      const own = random.fork();
      // Every other client takes the path to the awaited point, and all once the requested number is reached.
      const isSent = started % 2 === 0 || started > checkouts;
      const way = isSent ? killPoints.find(({ name }) => name === target)?.by : undefined;
      const plan = createClientPlan(own, { number: started, cards, mostSends, way });
      // Once, in the middle, the mail server breaks off after it has received a whole message, and once it is
      // too busy.
      if (started === Math.ceil(checkouts / 3)) shop.mail.answer = 'break-off';
      if (started === Math.ceil(checkouts / 2)) shop.mail.answer = { at: 'message', code: 451 };
      if (started === Math.ceil(checkouts / 2) + 2) shop.mail.answer = 'take';
      if (own.isOften(0.1)) shop.mollie.fail(own.pick(['cut', 'cut after', 'garbage'] as const), 'fine');
      await runClient(createShopper(shop, ledger, own), plan).catch((error: unknown) => failures.push(error));
      done += 1;
    }
  };
  const stopBreakingConnections = (async () => {
    while (!isOver) {
      if (shop.mail.answer === 'break-off') {
        const before = shop.mail.received.length;
        await eventually(async () => {
          if (!isOver && shop.mail.received.length === before) throw new Error('No mail was received');
        });
        shop.mail.answer = 'take';
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const killWebs = async () => {
    for (let kill = 0; kill < webKills; kill += 1) {
      const after = Math.floor(((kill + 1) * checkouts) / (webKills + 1));
      await eventually(async () => {
        if (done < after && !isOver) throw new Error('Not enough clients are done');
      }, 600_000);
      await shop.killWeb();
    }
  };
  const killing = killBackendAtPoints(shop.backend, targets, {
    onTarget: (next) => {
      target = next;
    },
    over: over.promise,
  }).finally(() => {
    areAllPointsReached = true;
  });
  const webKilling = killWebs();
  await Promise.all(Array.from({ length: atOnce }, runClients));
  isOver = true;
  over.resolve('over');
  const missed = await killing;
  await Promise.all([webKilling, stopBreakingConnections]);
  if (failures.length > 0) throw failures[0];

  const cuts = { client: client.cuts, backend: inner.cuts, database: database?.cuts ?? 0 };
  for (const line of [client, inner, database]) if (line) line.plan = () => Number.POSITIVE_INFINITY;
  shop.mail.answer = 'take';
  shop.mollie.fail('fine');
  // Late notifications, in another order than the payments, and some for payments that do not exist.
  for (const id of [...ledger.lateNotifications].reverse()) await sendLateNotification(shop, id);
  await advanceDays(shop);
  return {
    audit: await audit(shop, ledger, stockBefore),
    missed,
    deaths: shop.backend.deaths,
    webKillCount: shop.webKillCount,
    cuts,
  };
}

async function sendLateNotification({ port }: OrderingShop, id: string): Promise<void> {
  await eventually(async () => {
    const { status } = await visit({
      port,
      host: 'havero-nl.localhost',
      path: '/api/payments/webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.18.0.1' },
      body: `id=${id}`,
    });
    if (status !== 200) throw new Error(`A provider notification was refused: ${status}`);
  });
}

/** Names of the points, in order. */
export const killPointNames: readonly string[] = killPoints.map(({ name }) => name);

/** Prints the counters of a run. */
export function printCheckoutRun(
  where: string,
  seed: number,
  { audit, deaths, webKillCount, cuts }: Run,
): void {
  const words = [
    `${where}, seed ${seed}: ${deaths} kills of the backend, ${webKillCount} of the web, broken connections ${JSON.stringify(cuts)}`,
    ...Object.entries(audit.counts).map(([name, count]) => `  ${name}: ${count}`),
    ...audit.twice.map((what) => `  sent twice under one Message-ID: ${what}`),
    ...audit.unknown.map((what) => `  connection lost after the message, delivery unknown: ${what}`),
  ];
  process.stdout.write(`${words.join('\n')}\n`);
}
