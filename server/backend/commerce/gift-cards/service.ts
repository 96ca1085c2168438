import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { isGiftCardNumber, normaliseGiftCardDigits } from '../../../../shared/rules/gift-card-number.ts';
import { automaticActor, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { listGiftCardLines } from '../orders/queries.ts';
import { type CardHasher, hashCardSecrets } from './card-secrets.ts';
import {
  addToGiftCardBalance,
  calculateCoveredAmount,
  findCardByNumber,
  findCartGiftCard,
  type GiftCardRecord,
  insertMovement,
  listMovementsOfOrder,
  lockCard,
  lockSoldCards,
  markCardsBlocked,
  replaceCardHashes,
  updateGiftCardEnd,
} from './queries.ts';

/** Limits wrong attempts, and somewhat higher all attempts, because each one costs CPU time. */
export const giftCardRateLimits = defineLimits('gift cards', {
  wrongPerCard: { maxAttempts: 5, windowMs: HOUR_MS },
  wrongPerVisitor: { maxAttempts: 5, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Name of the job that issues the gift cards of an order. */
export const ISSUE_GIFT_CARDS_JOB = 'issue-gift-cards';

/** Minimum validity in months of a gift card after a refund to it. */
const MIN_VALID_MONTHS_AFTER_REFUND = 3;

/** Returns the euro cents that an order reserved or spent and that were not returned. */
const getUnreturnedAmount = (movements: Awaited<ReturnType<typeof listMovementsOfOrder>>): number =>
  movements.reduce((sum, { kind, amount }) => {
    if (kind === 'held') return sum + amount;
    return kind === 'refunded' || kind === 'returned' ? sum - amount : sum;
  }, 0);

const findMovementOfKind = (movements: Awaited<ReturnType<typeof listMovementsOfOrder>>, kind: string) =>
  movements.find((movement) => movement.kind === kind);

/** Extends the validity of a card after an amount that an order had spent was returned to it. */
async function extendValidity(
  transaction: Database,
  { giftCardId, endsAt }: GiftCardRecord,
  now: Date,
): Promise<void> {
  const validUntil = new Date(now);
  validUntil.setUTCMonth(validUntil.getUTCMonth() + MIN_VALID_MONTHS_AFTER_REFUND);
  if (endsAt !== null && endsAt < validUntil) await updateGiftCardEnd(transaction, giftCardId, validUntil);
}

/** Blocks cards that were sold with an order, and logs each one. */
async function block(
  transaction: Database,
  orderId: string,
  cards: readonly Pick<GiftCardRecord, 'giftCardId'>[],
  now: Date,
): Promise<void> {
  await markCardsBlocked(
    transaction,
    cards.map(({ giftCardId }) => giftCardId),
    now,
  );
  for (const { giftCardId } of cards) {
    await recordAuditEntry(transaction, {
      actor: automaticActor,
      act: 'block',
      resource: 'gift-card',
      resourceId: giftCardId,
      details: { orderId },
      now,
    });
  }
}

export { readGiftCardLiability, sumGiftCardLiability } from './gift-card-liability.ts';
export { readInitialGiftCardKey } from './initial-gift-card-key.ts';

import type { GiftCardService } from './types.ts';

/** Updates of gift cards after a change of an order. They need no gift card secrets. */
export const giftCardOperationsOfOrders: Pick<
  GiftCardService,
  | 'redeemGiftCard'
  | 'returnGiftCard'
  | 'getRefundableToCard'
  | 'refundToCard'
  | 'blockSoldPieces'
  | 'issueSoldCards'
  | 'blockSoldCards'
> = {
  async redeemGiftCard(transaction, orderId, now) {
    const [first] = await listMovementsOfOrder(transaction, orderId);
    if (!first) return;
    await lockCard(transaction, first.giftCardId);
    const movements = await listMovementsOfOrder(transaction, orderId);
    const held = findMovementOfKind(movements, 'held');
    if (!held || findMovementOfKind(movements, 'taken') || findMovementOfKind(movements, 'returned')) return;
    await insertMovement(transaction, { ...held, kind: 'taken', at: now });
  },

  async returnGiftCard(transaction, orderId, now) {
    const [first] = await listMovementsOfOrder(transaction, orderId);
    const card = first && (await lockCard(transaction, first.giftCardId));
    if (!card) return;
    const movements = await listMovementsOfOrder(transaction, orderId);
    const amount = getUnreturnedAmount(movements);
    if (amount === 0) return;
    const { giftCardId } = card;
    await addToGiftCardBalance(transaction, giftCardId, amount);
    await insertMovement(transaction, { giftCardId, orderId, kind: 'returned', amount, at: now });
    if (findMovementOfKind(movements, 'taken')) await extendValidity(transaction, card, now);
  },

  async getRefundableToCard(transaction, orderId) {
    const movements = await listMovementsOfOrder(transaction, orderId);
    const taken = findMovementOfKind(movements, 'taken');
    const card = taken && (await lockCard(transaction, taken.giftCardId));
    return card && card.blockedAt === null ? getUnreturnedAmount(movements) : 0;
  },

  async refundToCard(transaction, orderId, { amount, now }) {
    const refundable = await giftCardOperationsOfOrders.getRefundableToCard(transaction, orderId);
    const [first] = await listMovementsOfOrder(transaction, orderId);
    const card = first && (await lockCard(transaction, first.giftCardId));
    if (!card || amount > refundable)
      throw new RangeError('A refund must not exceed the amount paid by the gift card');
    const { giftCardId } = card;
    await addToGiftCardBalance(transaction, giftCardId, amount);
    await insertMovement(transaction, { giftCardId, orderId, kind: 'refunded', amount, at: now });
    await extendValidity(transaction, card, now);
  },

  async blockSoldPieces(transaction, orderId, { unitAmount, pieces, now }) {
    const unused = (await lockSoldCards(transaction, orderId)).filter(
      ({ balance, initialAmount, blockedAt }) =>
        blockedAt === null && balance === initialAmount && initialAmount === unitAmount,
    );
    if (unused.length < pieces) return false;
    await block(transaction, orderId, unused.slice(0, pieces), now);
    return true;
  },

  async issueSoldCards(transaction, { orderId }, now) {
    const lines = await listGiftCardLines(transaction, orderId);
    if (lines.length > 0) {
      await enqueue(transaction, [{ name: ISSUE_GIFT_CARDS_JOB, payload: { orderId }, now }]);
    }
  },

  async blockSoldCards(transaction, orderId, now) {
    const cards = await lockSoldCards(transaction, orderId);
    if (cards.some(({ balance, initialAmount }) => balance < initialAmount)) return false;
    await block(transaction, orderId, cards, now);
    return true;
  },
};

/** Creates the service. */
export function createGiftCardService(deps: {
  readonly database: Database;
  readonly hasher: CardHasher;
  readonly limiter: Limiter;
}): GiftCardService {
  const { database, hasher, limiter } = deps;

  return {
    async verifyCard({ number, pin }, { visitorAddress, now }) {
      const figures = normaliseGiftCardDigits(number);
      const numberHash = hasher.hashNumber(figures);
      await limiter.takeForAddress(giftCardRateLimits.perVisitor, visitorAddress);
      await limiter.takeForAddress(giftCardRateLimits.wrongPerVisitor, visitorAddress);
      await limiter.take(giftCardRateLimits.wrongPerCard, numberHash);
      const card = await findCardByNumber(database, hasher.listNumberHashes(figures));
      const typedPin = normaliseGiftCardDigits(pin);
      const isPinCorrect = await hasher.verifyPin(typedPin, card?.pinHash);
      if (
        !isGiftCardNumber(figures) ||
        !card ||
        !isPinCorrect ||
        calculateCoveredAmount(card, 1, now) === 0
      ) {
        throw new ProblemError('gift_card_refused');
      }
      await limiter.releaseForAddress(giftCardRateLimits.wrongPerVisitor, visitorAddress);
      await limiter.release(giftCardRateLimits.wrongPerCard, numberHash);
      if (hasher.isOutdated(card.pinHash)) {
        await replaceCardHashes(
          database,
          card,
          await hashCardSecrets(hasher, { number: figures, pin: typedPin }),
        );
      }
      return card.giftCardId;
    },

    async reserveGiftCard(transaction, { cartId, orderId, totalAmount, now }) {
      const held = findMovementOfKind(await listMovementsOfOrder(transaction, orderId), 'held');
      if (held) return held.amount;
      const chosen = await findCartGiftCard(transaction, cartId);
      // Reads the balance again once the card is locked.
      const card = chosen && (await lockCard(transaction, chosen.giftCardId));
      const amount = calculateCoveredAmount(card ?? null, totalAmount, now);
      if (!card || amount === 0) return 0;
      await addToGiftCardBalance(transaction, card.giftCardId, -amount);
      await insertMovement(transaction, {
        giftCardId: card.giftCardId,
        orderId,
        kind: 'held',
        amount,
        at: now,
      });
      return amount;
    },

    ...giftCardOperationsOfOrders,
  };
}
