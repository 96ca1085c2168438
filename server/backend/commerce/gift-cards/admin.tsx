import Type from 'typebox';
import { formatGiftCardNumber } from '../../../../shared/rules/gift-card-number.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Table } from '../../core/admin/components/Table.tsx';
import { Choice, Day, EuroCents } from '../../core/admin/fields.ts';
import { formatEuro, formatMoment } from '../../core/admin/formats.ts';
import { type AdminOperation, AdminRefusal, createOperation } from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import { readDay } from '../../core/cli/read-day.ts';
import type { Database } from '../../core/database/database.ts';
import type { CardHasher } from './card-secrets.ts';
import { toLastDay } from './last-day.ts';
import {
  blockCard,
  type CardChangeOutcome,
  correctGiftCardBalance,
  createGiftCardByStaff,
  MAX_GIFT_CARD_CENTS,
  MIN_GIFT_CARD_CENTS,
} from './manage-gift-cards.ts';
import {
  findCard,
  type GiftCardRecord,
  getNewestCardId,
  listGiftCardPage,
  listMovementsOfCards,
} from './queries.ts';

const GIFT_CARD_NOUN = 'gift-card';
const giftCardId = Type.Integer({ minimum: 1 });

const createCardOperation = (hasher: CardHasher): AdminOperation =>
  createOperation({
    name: 'giftcard.create',
    input: Type.Object({
      amount: EuroCents(MIN_GIFT_CARD_CENTS, MAX_GIFT_CARD_CENTS),
      lastDay: Type.Optional(Day()),
      expectedNewest: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    async run(transaction, { amount, lastDay, expectedNewest }, { actor, now, requireSecondPerson }) {
      const isConfirmed = requireSecondPerson(amount);
      // Guards against creating a card twice: the response shows the card and does not redirect, so reloading
      // it sends the request again. A confirmed request is accepted whatever cards were created since.
      const isExpected =
        isConfirmed ||
        expectedNewest === undefined ||
        (await getNewestCardId(transaction)) === expectedNewest;
      if (!isExpected) {
        throw new AdminRefusal('card_made_already');
      }
      const endsAt = lastDay === undefined ? null : readDay(lastDay, 'end');
      if (lastDay !== undefined && (endsAt === null || endsAt <= now)) {
        throw new AdminRefusal('moment_past', {}, 'lastDay');
      }
      const made = await createGiftCardByStaff(transaction, hasher, { amount, endsAt }, { actor, now });
      return {
        changes: [
          {
            resource: GIFT_CARD_NOUN,
            resourceId: made.giftCardId,
            before: null,
            after: { amount, endsAt: endsAt?.toISOString() ?? null },
          },
        ],
        secret: {
          key: 'admin.giftCard.saidMade',
          values: { number: formatGiftCardNumber(made.secrets.number), pin: made.secrets.pin },
        },
      };
    },
  });

/** @throws AdminRefusal if nothing was changed */
function assertCardChanged(
  done: CardChangeOutcome,
): asserts done is Extract<CardChangeOutcome, { before: GiftCardRecord }> {
  if (done.outcome === 'unknown') throw new AdminRefusal('not_found');
  if (done.outcome === 'blocked') throw new AdminRefusal('card_blocked');
  if (done.outcome === 'too-high') throw new AdminRefusal('balance_too_high', {}, 'balance');
}

const block = createOperation({
  name: 'giftcard.block',
  needsConsent: true,
  input: Type.Object({ giftCardId }),
  async run(transaction, input, { actor, now }) {
    const done = await blockCard(transaction, input.giftCardId, { actor, now });
    assertCardChanged(done);
    if (done.outcome === 'unchanged') return { changes: [] };
    const after = { blockedAt: now.toISOString() };
    return {
      changes: [
        { resource: GIFT_CARD_NOUN, resourceId: input.giftCardId, before: { blockedAt: null }, after },
      ],
    };
  },
});

const correct = createOperation({
  name: 'giftcard.correct',
  input: Type.Object({
    giftCardId,
    balance: EuroCents(0, MAX_GIFT_CARD_CENTS),
    reason: Choice(['mistake', 'refunded', 'paidElsewhere', 'goodwill']),
    expectedBalance: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  async run(transaction, input, { actor, now, requireSecondPerson }) {
    const { balance, reason, expectedBalance } = input;
    const done = await correctGiftCardBalance(
      transaction,
      input.giftCardId,
      { balance, reason },
      { actor, now },
    );
    assertCardChanged(done);
    const { before, outcome } = done;
    if (expectedBalance !== undefined && before.balance !== expectedBalance) {
      throw new AdminRefusal('changed_meanwhile');
    }
    if (outcome === 'unchanged') return { changes: [] };
    requireSecondPerson(Math.abs(balance - before.balance));
    return {
      changes: [
        {
          resource: GIFT_CARD_NOUN,
          resourceId: input.giftCardId,
          before: { balance: before.balance },
          after: { balance, reason },
        },
      ],
    };
  },
});

function describeCardState({ endsAt, blockedAt }: GiftCardRecord, { t, now }: AdminPageRequest): string {
  if (blockedAt !== null) return t('admin.giftCard.blocked', { at: blockedAt });
  if (endsAt === null) return t('admin.giftCard.open');
  const day = toLastDay(endsAt);
  return endsAt <= now ? t('admin.giftCard.ended', { day }) : t('admin.giftCard.ends', { day });
}

const createListPage = (database: Database): AdminPage => ({
  path: '/gift-cards',
  menu: { section: 'goods', label: 'giftCards', position: 50 },
  async read(request) {
    const { t, locale, query, form } = request;
    const lastFour = /^\d{4}$/.test(query.lastFour ?? '') ? (query.lastFour ?? '') : '';
    const title = t('admin.giftCard.title');
    const { search, table } = await createList(request, {
      path: '/gift-cards',
      title,
      empty: t('admin.giftCard.none'),
      fields: [{ name: 'lastFour', label: t('admin.giftCard.lastFour'), value: lastFour }],
      find: (range) => listGiftCardPage(database, lastFour, range),
      columns: [
        [
          t('admin.giftCard.lastFour'),
          (card) => <AdminLink path={`/gift-cards/${card.giftCardId}`}>{`…${card.lastFour}`}</AdminLink>,
        ],
        [t('admin.giftCard.balance'), (card) => formatEuro(card.balance, locale), 'figure'],
        [t('admin.giftCard.initial'), (card) => formatEuro(card.initialAmount, locale), 'figure'],
        [t('admin.giftCard.createdAt'), (card) => formatMoment(card.createdAt, t)],
        [
          t('admin.giftCard.origin'),
          (card) => t(card.orderId === null ? 'admin.giftCard.made' : 'admin.giftCard.sold'),
        ],
        [t('admin.giftCard.state'), (card) => describeCardState(card, request)],
      ],
    });
    const make = form('giftcard.create', {
      hidden: { expectedNewest: await getNewestCardId(database) },
      note: <p>{t('admin.giftCard.note')}</p>,
    });
    return {
      title,
      body: (
        <>
          {search}
          {table}
          <Section title={t('admin.giftCard.new')}>{make}</Section>
        </>
      ),
    };
  },
});

const createCardPage = (database: Database): AdminPage => ({
  path: '/gift-cards/:giftCardId',
  async read(request) {
    const { params, t, locale, form } = request;
    const id = /^[1-9]\d{0,14}$/.test(params.giftCardId ?? '') ? Number(params.giftCardId) : 0;
    const card = await findCard(database, id);
    if (!card) return null;
    const { balance, initialAmount, createdAt } = card;
    const facts = (
      <DetailList
        details={[
          [t('admin.giftCard.balance'), formatEuro(balance, locale)],
          [t('admin.giftCard.initial'), formatEuro(initialAmount, locale)],
          [t('admin.giftCard.createdAt'), formatMoment(createdAt, t)],
          [t('admin.giftCard.state'), describeCardState(card, request)],
          [
            t('admin.giftCard.history'),
            <AdminLink path={`/log?operation=giftcard&text=${id}`}>{t('admin.menu.log')}</AdminLink>,
          ],
        ]}
      />
    );
    const movements = await listMovementsOfCards(database, [id]);
    const title = t('admin.giftCard.movements');
    const table = (
      <Table
        headings={[
          t('admin.giftCard.at'),
          t('admin.giftCard.kind'),
          t('admin.giftCard.amount'),
          t('admin.giftCard.order'),
        ]}
        rows={movements.map(({ at, kind, amount, orderNumber, reason }) => [
          formatMoment(at, t),
          t(`admin.giftCard.kind.${kind}`),
          formatEuro(amount, locale),
          orderNumber ?? (reason === null ? null : t(`admin.choice.${reason}`)),
        ])}
        empty={t('admin.giftCard.noMovements')}
        caption={title}
        figures={[2]}
      />
    );
    const hidden = { giftCardId: id };
    const forms = card.blockedAt === null && (
      <>
        {form('giftcard.correct', {
          hidden: { ...hidden, expectedBalance: balance },
          values: { balance },
          isFolded: true,
        })}
        {form('giftcard.block', { hidden, isFolded: true })}
      </>
    );
    return {
      title: t('admin.giftCard.one', { lastFour: card.lastFour }),
      body: (
        <>
          {facts}
          {forms}
          <Section title={title}>{table}</Section>
        </>
      ),
    };
  },
});

/**
 * Creates the admin pages of gift cards. Numbers and PINs are not stored: they are shown once, when a card is
 * created.
 */
export function createGiftCardAdmin({
  database,
  hasher,
}: {
  readonly database: Database;
  readonly hasher: CardHasher;
}): AdminModule {
  return {
    operations: [createCardOperation(hasher), block, correct],
    pages: [createListPage(database), createCardPage(database)],
  };
}
