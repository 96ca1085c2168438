import { parseArgs } from 'node:util';
import { formatGiftCardNumber } from '../../../../shared/rules/gift-card-number.ts';
import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { assertOnePersonSuffices, type CommandContext, createCommand } from '../../core/cli/command.ts';
import { parseEuro, toEuroText } from '../../core/cli/euro-amounts.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { readDay } from '../../core/cli/read-day.ts';
import { formatUtcMinute } from '../../core/cli/utc-minute.ts';
import type { Database } from '../../core/database/database.ts';
import type { KeyRing } from '../../core/security/key-ring.ts';
import { createCardHasher } from './card-secrets.ts';
import { readGiftCardLiability, sumGiftCardLiability } from './gift-card-liability.ts';
import { toLastDay } from './last-day.ts';
import {
  blockCard,
  createGiftCardByStaff,
  MAX_GIFT_CARD_CENTS,
  MIN_GIFT_CARD_CENTS,
} from './manage-gift-cards.ts';
import { type GiftCardRecord, listMovementsOfCards, listProductCards } from './queries.ts';

const USAGE = `Usage: npm run giftcard -- create <euro> [--ends 2027-12-31]
       npm run giftcard -- list
       npm run giftcard -- outstanding [--at 2026-12-31]
       npm run giftcard -- show <last four figures>
       npm run giftcard -- block <last four figures> [--card <number in the list>]

create prints the number and PIN of a new gift card once; only their hashes are stored. list lists the cards. outstanding shows the gift
card liability by site and year of issue, now or at the end of a day in the site's country: open, expired and blocked cards, and amounts
reserved by unpaid orders. show lists the payments of a card. block blocks a card for further payments; amounts reserved by orders are not
affected. Amounts are euros from 1.00 to ${MAX_GIFT_CARD_CENTS / 100}.00. A card is valid up to and including its last day (UTC). If several cards
end in the same four digits, --card selects one. The running backend executes the command; if none runs, it uses the database that DATA_DIR
or DATABASE_URL names.
`;

type GiftCardArguments =
  | { readonly kind: 'list' }
  | { readonly kind: 'outstanding'; readonly day: string | null }
  | { readonly kind: 'show'; readonly lastFour: string }
  | { readonly kind: 'block'; readonly lastFour: string; readonly giftCardId: number | null }
  | { readonly kind: 'create'; readonly amount: number; readonly endsAt: Date | null }
  | { readonly kind: 'refuse'; readonly fault: string };

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ends: { type: 'string' }, at: { type: 'string' }, card: { type: 'string' } },
    });
  } catch {
    return null;
  }
}

function readCreateArguments(text: string, ends: string | undefined): GiftCardArguments {
  const amount = parseEuro(text);
  if (amount < MIN_GIFT_CARD_CENTS || amount > MAX_GIFT_CARD_CENTS) {
    const fault = `'${text}' is not an amount in euros from 1.00 to ${MAX_GIFT_CARD_CENTS / 100}.00`;
    return { kind: 'refuse', fault };
  }
  if (ends === undefined) return { kind: 'create', amount, endsAt: null };
  const endsAt = readDay(ends, 'end');
  return endsAt === null
    ? { kind: 'refuse', fault: `--ends: '${ends}' is not a date such as 2027-12-31` }
    : { kind: 'create', amount, endsAt };
}

/** @returns null if the arguments name no known action */
export function parseGiftCardArguments(words: readonly string[]): GiftCardArguments | null {
  const parsed = parseWords(words);
  if (!parsed) return null;
  const { ends, at, card } = parsed.values;
  const [verb, subject, ...rest] = parsed.positionals;
  if (rest.length > 0 || (ends !== undefined && verb !== 'create')) return null;
  if (at !== undefined && verb !== 'outstanding') return null;
  if (card !== undefined && (verb !== 'block' || !/^[1-9]\d{0,14}$/.test(card))) return null;
  if (verb === 'list') return subject === undefined ? { kind: 'list' } : null;
  if (verb === 'outstanding') {
    if (subject !== undefined) return null;
    return at === undefined || readDay(at, 'end') !== null
      ? { kind: 'outstanding', day: at ?? null }
      : { kind: 'refuse', fault: `--at: '${at}' is not a date such as 2026-12-31` };
  }
  if (subject === undefined) return null;
  if (verb === 'create') return readCreateArguments(subject, ends);
  if (!/^\d{4}$/.test(subject)) return null;
  if (verb === 'show') return { kind: 'show', lastFour: subject };
  if (verb !== 'block') return null;
  return { kind: 'block', lastFour: subject, giftCardId: card === undefined ? null : Number(card) };
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10);

function describeGiftCard(card: GiftCardRecord, now: Date): string {
  const { giftCardId, lastFour, balance, initialAmount, createdAt, endsAt, blockedAt, orderId } = card;
  const facts = [
    `${giftCardId}`,
    `…${lastFour}`,
    `${toEuroText(balance)} of ${toEuroText(initialAmount)} left`,
    `${orderId === null ? 'created' : 'sold'} ${toDay(createdAt)}`,
    ...(endsAt === null ? [] : [`${endsAt <= now ? 'ended' : 'ends'} ${toLastDay(endsAt)}`]),
    ...(blockedAt === null ? [] : [`blocked ${toDay(blockedAt)}`]),
  ];
  return facts.join(' · ');
}

async function show(database: Database, cards: readonly GiftCardRecord[], now: Date): Promise<string> {
  const movements = await listMovementsOfCards(
    database,
    cards.map(({ giftCardId }) => giftCardId),
  );
  return cards
    .map((card) =>
      [
        describeGiftCard(card, now),
        ...movements
          .filter(({ giftCardId }) => giftCardId === card.giftCardId)
          .map(
            ({ at, kind, amount, orderNumber, reason }) =>
              `${formatUtcMinute(at)}  ${kind} ${toEuroText(amount)}  ${orderNumber === null ? reason : `order ${orderNumber}`}`,
          ),
      ].join('\n    '),
    )
    .join('\n');
}

async function describeOutstanding(database: Database, day: string | null, now: Date): Promise<string> {
  const rows = await readGiftCardLiability(database, day, now);
  const toLine = (name: string, row: ReturnType<typeof sumGiftCardLiability>) =>
    [
      name,
      `${row.cards} cards`,
      `open ${toEuroText(row.open)}`,
      `ended ${toEuroText(row.ended)}`,
      `blocked ${toEuroText(row.blocked)}`,
      `held ${toEuroText(row.held)}`,
    ].join(' · ');
  return [
    ...rows.map((row) => toLine(`${row.siteKey ?? 'made by staff'} · EUR · ${row.year}`, row)),
    toLine('all · EUR', sumGiftCardLiability(rows)),
  ].join('\n');
}

/** Environment of the command. */
export interface GiftCardCommandContext extends CommandContext {
  /** Reads the keys of hashed card numbers and PINs, the same as those of the backends. */
  readKeyRings(): Promise<{ readonly giftCards: KeyRing }>;
}

async function create(
  context: GiftCardCommandContext,
  { amount, endsAt }: { readonly amount: number; readonly endsAt: Date | null },
): Promise<number> {
  const { openDatabase, readKeyRings, print: say, now } = context;
  assertOnePersonSuffices(context, amount);
  const { database } = await openDatabase();
  const hasher = createCardHasher((await readKeyRings()).giftCards);
  const { secrets } = await database.transaction('change-gift-card', async (transaction) => {
    const made = await createGiftCardByStaff(
      transaction,
      hasher,
      { amount, endsAt },
      { actor: commandActor, now },
    );
    const after = { amount, endsAt: endsAt?.toISOString() ?? null };
    const change = { resource: 'gift-card', resourceId: made.giftCardId, before: null, after };
    await logCommandChanges(transaction, 'giftcard.create', [change], now);
    return made;
  });
  say(
    `A gift card of ${toEuroText(amount)}${endsAt === null ? '' : `, until ${toLastDay(endsAt)}`}. They cannot be displayed again:\n\n  number  ${formatGiftCardNumber(secrets.number)}\n  pin     ${secrets.pin}\n`,
  );
  return 0;
}

async function block(
  { openDatabase, print: say, warn, now }: CommandContext,
  { lastFour, giftCardId }: { readonly lastFour: string; readonly giftCardId: number | null },
): Promise<number> {
  const { database } = await openDatabase();
  const cards = (await listProductCards(database, lastFour)).filter(
    (card) => giftCardId === null || card.giftCardId === giftCardId,
  );
  const [card] = cards;
  if (!card) {
    warn(`No matching gift card ends in ${lastFour}.`);
    return 1;
  }
  if (cards.length > 1) {
    warn(
      [
        'Several cards end in these digits. Select one with --card.',
        ...cards.map((row) => `  ${describeGiftCard(row, now)}`),
      ].join('\n'),
    );
    return 1;
  }
  const { outcome } = await database.transaction('change-gift-card', async (transaction) => {
    const done = await blockCard(transaction, card.giftCardId, { actor: commandActor, now });
    if (done.outcome === 'done') {
      const [before, after] = [{ blockedAt: null }, { blockedAt: now.toISOString() }];
      const change = { resource: 'gift-card', resourceId: card.giftCardId, before, after };
      await logCommandChanges(transaction, 'giftcard.block', [change], now);
    }
    return done;
  });
  if (outcome === 'unchanged') {
    say(`The gift card …${lastFour} is already blocked.`);
    return 0;
  }
  say(`The gift card …${lastFour} is blocked; its balance was ${toEuroText(card.balance)}.`);
  return 0;
}

/** Command for gift cards: creates, lists, sums up, shows and blocks them. */
export const giftcardCommand = createCommand<GiftCardArguments, GiftCardCommandContext>({
  name: 'giftcard',
  usage: USAGE,
  read: parseGiftCardArguments,
  async run(order, context) {
    const { print: say, warn, now } = context;
    if (order.kind === 'refuse') {
      warn(`No gift card was created: ${toPlain(order.fault)}`);
      return 1;
    }
    if (order.kind === 'create') return create(context, order);
    if (order.kind === 'block') return block(context, order);
    const { database } = await context.openDatabase();
    if (order.kind === 'outstanding') {
      say(await describeOutstanding(database, order.day, now));
      return 0;
    }
    if (order.kind === 'list') {
      const cards = await listProductCards(database);
      say(cards.map((card) => describeGiftCard(card, now)).join('\n') || 'There are none.');
      return 0;
    }
    const cards = await listProductCards(database, order.lastFour);
    if (cards.length === 0) {
      warn(`There is no gift card that ends in ${order.lastFour}.`);
      return 1;
    }
    say(await show(database, cards, now));
    return 0;
  },
});
