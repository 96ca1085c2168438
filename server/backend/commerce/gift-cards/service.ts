import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { isGiftCardNumber, normaliseGiftCardDigits } from '../../../../shared/rules/gift-card-number.ts';
import { automaticActor, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { listGiftCardLines } from '../orders/queries.ts';
import type { OrderRecord } from '../orders/service.ts';
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

/** Gift cards as a means of payment and as a product. */
export interface GiftCardService {
  /**
   * Verifies a card by its PIN. Must be called outside any transaction: it is slow, and takes the same time
   * whatever is wrong.
   *
   * @param typed number and PIN as typed
   * @returns the id of a card with a usable balance
   * @throws ProblemError `gift_card_refused` if the number or PIN is wrong, or the card is empty, expired or
   * blocked; `too_many_attempts`
   */
  verifyCard(
    typed: { readonly number: string; readonly pin: string },
    visitor: { readonly visitorAddress: string | null; readonly now: Date },
  ): Promise<number>;
  /**
   * Reserves the amount that the card of a cart pays of an order, when the order is placed. Idempotent for
   * one order.
   *
   * @returns euro cents; 0 if the cart has no card, or one without a usable balance
   */
  reserveGiftCard(
    transaction: Database,
    order: {
      readonly cartId: number;
      readonly orderId: string;
      readonly totalAmount: number;
      readonly now: Date;
    },
  ): Promise<number>;
  /**
   * Records that the reserved amount is spent, because the order is paid. Does nothing if nothing is reserved
   * or it was released.
   */
  redeemGiftCard(transaction: Database, orderId: string, now: Date): Promise<void>;
  /** Releases the amount that a cancelled order reserved, or refunds what it spent, once. */
  returnGiftCard(transaction: Database, orderId: string, now: Date): Promise<void>;
  /** Returns the euro cents spent by an order that can be returned to its gift card: 0 for a blocked card. */
  getRefundableToCard(transaction: Database, orderId: string): Promise<number>;
  /**
   * Refunds a part of what an order has spent to its gift card. The card is then valid for at least three
   * months.
   *
   * @throws RangeError if the amount exceeds `getRefundableToCard`
   */
  refundToCard(
    transaction: Database,
    orderId: string,
    refund: { readonly amount: number; readonly now: Date },
  ): Promise<void>;
  /**
   * Enqueues the job that issues and mails the gift cards of a paid order, one for each piece, once. The job
   * runs after this transaction, because hashes and mail are too slow for a payment. Does nothing if the
   * order has no gift cards.
   */
  issueSoldCards(transaction: Database, order: OrderRecord, now: Date): Promise<void>;
  /**
   * Blocks some of the gift cards of a value that were sold with an order, before they are refunded.
   *
   * @param options.unitAmount euro cents with which each card was issued
   * @returns false if too few of them are unused; nothing is blocked then
   */
  blockSoldPieces(
    transaction: Database,
    orderId: string,
    options: { readonly unitAmount: number; readonly pieces: number; readonly now: Date },
  ): Promise<boolean>;
  /**
   * Blocks the gift cards that were sold with an order, before it is cancelled and refunded.
   *
   * @returns false if a card has been spent or reserved: nothing is blocked then, and the order cannot be
   * cancelled (`order_not_cancellable`), because its money would be spent twice; staff may refund a part of
   * it
   */
  blockSoldCards(transaction: Database, orderId: string, now: Date): Promise<boolean>;
}

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
