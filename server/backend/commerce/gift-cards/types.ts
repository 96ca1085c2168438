import type { Database } from '../../core/database/database.ts';
import type { OrderRecord } from '../orders/types.ts';

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
