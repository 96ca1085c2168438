import { eventually, visit } from '../visit.ts';
import { type Audit, audit, countStock, type StockCount } from './audit.ts';
import { killPoints } from './kill-points.ts';
import type { MortalBackend, OrderingShop } from './ordering-shop.ts';
import { createRandom, type Random } from './random.ts';
import { createLedger, createShopper, type Ledger, type Plan, type Shopper } from './shopper.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What was begun by a process that died is begun again after ten minutes. */
const LEASE_OVER_MS = 11 * MINUTE_MS;

/** Feed of which there are pieces, and mash, with which a scoop is given. */
const VARIANTS = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1009, 1031];
const METHODS = [1, 1, 1, 3, 5];

/** A card of € 25.00 or so, as an employee makes it. */
export async function createCard(
  { command }: Pick<OrderingShop, 'command'>,
  euro: string,
): Promise<NonNullable<Plan['card']>> {
  const said = await command('giftcard', 'create', euro);
  const number = /\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}/.exec(said)?.[0];
  const pin = /pin\D*(\d+)/i.exec(said)?.[1];
  if (number === undefined || pin === undefined) throw new Error('No card was made');
  return { number, pin };
}

/** What somebody buys of what there is a lot of, and how it ends. */
export function createPlan(
  random: Random,
  cards: readonly NonNullable<Plan['card']>[],
  mostSends: number,
): Plan {
  const variants = new Set(Array.from({ length: 1 + random.below(2) }, () => random.pick(VARIANTS)));
  const ends = [
    'pays',
    'pays',
    'pays',
    'pays and cancels',
    'pays and cancels',
    'fails first',
    'never pays',
    'cancels',
  ];
  return {
    goods: [...variants].map((id) => [id, 1 + random.below(2)] as const),
    code: random.isOften(0.4) ? random.pick(['STAL10', 'FREESHIP', 'FIVE']) : undefined,
    card: random.isOften(0.35) ? random.pick(cards) : undefined,
    paymentMethodId: random.pick(METHODS),
    end: random.isOften(0.06) ? 'walks away' : (random.pick(ends) as Plan['end']),
    words: random.below(3),
    isLate: random.isOften(0.3),
    mostSends,
  };
}

/** Nothing is left that is due now. */
async function settle(shop: OrderingShop, nowMs: () => number): Promise<void> {
  await eventually(async () => {
    const at = `to_timestamp(${nowMs() / 1000})`;
    const due = await shop.ask(`
      select name, failure, attempts from job where dead_at is null and run_at <= ${at}
      union all select kind, failure, attempts from outbox_event
        where done_at is null and dead_at is null and next_attempt_at <= ${at}
        and not exists (select 1 from outbox_event e where e.ordering_key = outbox_event.ordering_key
          and e.done_at is null and e.outbox_event_id < outbox_event.outbox_event_id)`);
    if (due.length > 0) throw new Error(`Still to be done: ${JSON.stringify(due.slice(0, 5))}`);
  });
}

/** Lets days go by, in which everything that waits is done or ends. Nobody is killed any more, and no line breaks. */
export async function passDays(shop: OrderingShop, passed: { ms: number }): Promise<void> {
  const { backend } = shop;
  const now = () => Date.now() + passed.ms;
  for (const ms of [
    LEASE_OVER_MS,
    LEASE_OVER_MS,
    HOUR_MS,
    26 * HOUR_MS,
    LEASE_OVER_MS,
    10 * DAY_MS,
    LEASE_OVER_MS,
  ]) {
    await settle(shop, now);
    passed.ms += ms;
    await backend.pass(ms);
    // What is done every minute or hour is done at a start.
    if (ms > HOUR_MS) {
      await backend.stop();
      await backend.start();
      await eventually(async () => {
        const at = `to_timestamp(${now() / 1000})`;
        const overdue = await shop.ask(`select 1 from customer_order where payment_due_at <= ${at}`);
        if (overdue.length > 0) throw new Error('Orders that nobody has paid are still there');
      });
    }
  }
  await settle(shop, now);
}

export interface RunOptions {
  readonly seed: number;
  /** At least so many clients order. */
  readonly checkouts: number;
  readonly atOnce: number;
  readonly mostSends: number;
  /** Where the backend is killed, one after the other; more clients come until it has been there. */
  readonly points: readonly string[];
  /** Kills of the backend before any statement, and of the web. */
  readonly randomKills: number;
  readonly webKills: number;
}

export interface Run {
  readonly audit: Audit;
  readonly missed: readonly string[];
  readonly deaths: number;
  readonly webDeaths: number;
  readonly cuts: Readonly<Record<string, number>>;
}

/** A client from the cart to the end of its plan. */
async function shopOnce(shopper: Shopper, plan: Plan): Promise<void> {
  await shopper.fillCart(plan);
  await shopper.order();
  await shopper.finish();
}

/** Kills the backend where it is said, and starts it again. @returns the points that nobody came by */
async function killAtPoints(
  backend: MortalBackend,
  targets: readonly (string | number)[],
  { afterDeath, isOver }: { readonly afterDeath: () => Promise<void>; readonly isOver: () => boolean },
): Promise<string[]> {
  for (const [index, target] of targets.entries()) {
    const over = eventually(async () => {
      if (!isOver()) throw new Error('There is still somebody');
    }, 600_000).then(() => 'over' as const);
    const ended = await Promise.race([backend.arm(target).then(() => 'dead' as const), over]);
    if (ended === 'over') {
      await backend.disarm();
      return targets.slice(index).map(String);
    }
    await backend.start();
    await afterDeath();
  }
  return [];
}

/** What is written down from the first order of a shop to the last. */
export interface Books {
  readonly ledger: Ledger;
  readonly stockBefore: StockCount;
}

/** Opens them: of one feed ten pieces are left. */
export async function openBooks(shop: OrderingShop, lastPieces: number): Promise<Books> {
  await shop.ask(`update stock set amount = 10 where product_variant_id = ${lastPieces}`);
  return { ledger: createLedger(), stockBefore: await countStock(shop) };
}

/** Lets clients order while processes die and connections break, then lets days go by, and holds all books against each other. */
export async function runCheckouts(
  shop: OrderingShop,
  { ledger, stockBefore }: Books,
  options: RunOptions,
): Promise<Run> {
  const { checkouts, atOnce, mostSends, points, randomKills, webKills } = options;
  const random = createRandom(options.seed);
  const cards = await Promise.all(['25.00', '60.00', '500.00'].map((euro) => createCard(shop, euro)));
  const passed = { ms: 0 };
  const { client, backend: inner, database } = shop.lines;
  const cutting = random.fork();
  const often = (share: number, bytes: number) => () =>
    cutting.isOften(share) ? cutting.below(bytes) : Number.POSITIVE_INFINITY;
  client.plan = often(0.05, 3000);
  inner.plan = often(0.1, 30_000);
  if (database) database.plan = often(0.1, 200_000);

  // Kills at random moments lie between those at points, in the order that the seed gives.
  const targets: (string | number)[] = [...points];
  for (let kill = 0; kill < randomKills; kill += 1) {
    targets.splice(random.below(targets.length + 1), 0, 50 + random.below(800));
  }
  let done = 0;
  let areAllPointsPassed = false;
  let isOver = false;
  // Some for every point beyond those that were asked for, and not without end.
  const most = checkouts + targets.length * 12;
  let begun = 0;
  const failures: unknown[] = [];
  const shopAround = async () => {
    while ((begun < checkouts || !areAllPointsPassed) && begun < most && failures.length === 0) {
      begun += 1;
      const own = random.fork();
      const plan = createPlan(own, cards, mostSends);
      // Once, in the middle, the mail server breaks off after it has a whole message, and once it is too busy.
      if (begun === Math.ceil(checkouts / 3)) shop.mail.answer = 'break-off';
      if (begun === Math.ceil(checkouts / 2)) shop.mail.answer = { at: 'message', code: 451 };
      if (begun === Math.ceil(checkouts / 2) + 2) shop.mail.answer = 'take';
      if (own.isOften(0.1)) shop.mollie.fail(own.pick(['cut', 'cut after', 'garbage'] as const), 'fine');
      await shopOnce(createShopper(shop, ledger, own), plan).catch((error: unknown) => failures.push(error));
      done += 1;
    }
  };
  const stopBreakingOff = (async () => {
    while (!isOver) {
      if (shop.mail.answer === 'break-off') {
        const before = shop.mail.received.length;
        await eventually(async () => {
          if (!isOver && shop.mail.received.length === before) throw new Error('No mail came');
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
        if (done < after && !isOver) throw new Error('Not yet');
      }, 600_000);
      await shop.killWeb();
    }
  };
  const killing = killAtPoints(shop.backend, targets, {
    afterDeath: async () => {
      passed.ms += LEASE_OVER_MS;
      await shop.backend.pass(LEASE_OVER_MS);
    },
    isOver: () => isOver,
  }).finally(() => {
    areAllPointsPassed = true;
  });
  const webKilling = killWebs();
  await Promise.all(Array.from({ length: atOnce }, shopAround));
  isOver = true;
  const missed = await killing;
  await Promise.all([webKilling, stopBreakingOff]);
  if (failures.length > 0) throw failures[0];

  const cuts = { client: client.cuts, backend: inner.cuts, database: database?.cuts ?? 0 };
  for (const line of [client, inner, database]) if (line) line.plan = () => Number.POSITIVE_INFINITY;
  shop.mail.answer = 'take';
  shop.mollie.fail('fine');
  // The late words, in another order than the payments, and some of payments that there are none of.
  for (const id of [...ledger.lateWords].reverse()) await tellLate(shop, id);
  await passDays(shop, passed);
  return {
    audit: await audit(shop, ledger, stockBefore),
    missed,
    deaths: shop.backend.deaths,
    webDeaths: shop.webDeaths,
    cuts,
  };
}

async function tellLate({ port }: OrderingShop, id: string): Promise<void> {
  await eventually(async () => {
    const { status } = await visit({
      port,
      host: 'havero-nl.localhost',
      path: '/api/payments/webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '198.18.0.1' },
      body: `id=${id}`,
    });
    if (status !== 200) throw new Error(`A word was refused: ${status}`);
  });
}

/** Names of the points, in their order. */
export const pointNames: readonly string[] = killPoints.map(({ name }) => name);

/** Says what a run has counted. */
export function tellRun(where: string, seed: number, { audit, deaths, webDeaths, cuts }: Run): void {
  const words = [
    `${where}, seed ${seed}: ${deaths} deaths of the backend, ${webDeaths} of the web, cuts ${JSON.stringify(cuts)}`,
    ...Object.entries(audit.counts).map(([name, count]) => `  ${name}: ${count}`),
    ...audit.twice.map((what) => `  sent twice under one Message-ID: ${what}`),
    ...audit.unknown.map((what) => `  broken off after the message, left to a person: ${what}`),
  ];
  process.stdout.write(`${words.join('\n')}\n`);
}
