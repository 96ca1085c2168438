import { randomUUID } from 'node:crypto';
import type { Database } from '../../core/database/database.ts';
import type { GiftCardService } from '../gift-cards/types.ts';
import { sumRefundsWithoutCredit } from '../payments/queries.ts';
import type { Payments } from '../payments/types.ts';
import {
  type CreditBasis,
  type CreditOptions,
  type CreditPart,
  type CreditRefusal,
  type CreditResult,
  getCreditAmount,
  listRemainingParts,
  planCredit,
  spreadAmountOverRemainder,
  spreadAmountOverVatRates,
} from './credit-parts.ts';
import { insertCredit, listCredits, type OrderCredit } from './credit-queries.ts';
import { enqueueOrderMessage } from './order-messages.ts';
import { splitPaymentCosts } from './payment-costs.ts';
import { listOrderLines } from './queries.ts';
import type { OrderRecord } from './types.ts';

export interface CreditDeps {
  readonly payments: Pick<Payments, 'getRefundable' | 'refund'>;
  readonly giftCards: Pick<GiftCardService, 'getRefundableToCard' | 'refundToCard' | 'blockSoldPieces'>;
}

/**
 * Reads what can still be credited of an order, and what was credited.
 *
 * @param until limits the result to credits before this one
 */
export async function readCreditBasis(
  handle: Database,
  { orderId, vatAmounts, paymentCosts }: Pick<OrderRecord, 'orderId' | 'vatAmounts' | 'paymentCosts'>,
  until?: string,
): Promise<CreditBasis> {
  const lines = await listOrderLines(handle, orderId);
  const credits = await listCredits(handle, orderId);
  const earlier = await sumRefundsWithoutCredit(handle, orderId);
  const end = credits.findIndex(({ orderCreditId }) => orderCreditId === until);
  const before = end < 0 ? credits : credits.slice(0, end);
  return {
    vatAmounts,
    lines,
    paymentCosts: splitPaymentCosts({ vatAmounts, paymentCosts }, lines),
    credited: [...spreadAmountOverVatRates(vatAmounts, earlier), ...before.flatMap(({ parts }) => parts)],
  };
}

/**
 * Reads what had been credited of an order before one of its credit notes.
 *
 * @param note.creditedBefore euro cents of the earlier notes; the only known amount if the note has no credit
 */
export async function readCreditNoteBasis(
  handle: Database,
  order: Pick<OrderRecord, 'orderId' | 'vatAmounts' | 'paymentCosts'>,
  {
    orderCreditId,
    creditedBefore,
  }: { readonly orderCreditId: string | null; readonly creditedBefore: number },
): Promise<CreditBasis> {
  if (orderCreditId !== null) return readCreditBasis(handle, order, orderCreditId);
  const { vatAmounts } = order;
  return {
    vatAmounts,
    lines: [],
    paymentCosts: [],
    credited: spreadAmountOverVatRates(vatAmounts, creditedBefore),
  };
}

async function writeCredit(
  transaction: Database,
  { orderId }: Pick<OrderRecord, 'orderId'>,
  credit: Pick<OrderCredit, 'reason' | 'giftCardAmount' | 'parts'>,
  now: Date,
): Promise<string> {
  const orderCreditId = randomUUID();
  await insertCredit(transaction, { ...credit, orderCreditId, orderId, createdAt: now });
  return orderCreditId;
}

/**
 * Credits parts of a paid order and requests the refund. The customer gets a mail with a credit note once the
 * money is refunded.
 *
 * @returns the credit, or why it is refused; nothing is written then
 */
export async function creditOrder(
  transaction: Database,
  { payments, giftCards }: CreditDeps,
  order: OrderRecord,
  { request, reason, means, now }: CreditOptions,
): Promise<CreditResult | CreditRefusal> {
  const { orderId } = order;
  const parts = planCredit(await readCreditBasis(transaction, order), request);
  if ('code' in parts) return parts;
  const amount = getCreditAmount(parts);
  const byPayment = await payments.getRefundable(transaction, orderId);
  const byCard = await giftCards.getRefundableToCard(transaction, orderId);
  if (amount > byPayment + byCard) return { code: 'order_refund_too_much', amount: byPayment + byCard };
  const giftCardAmount =
    means === 'giftCard' ? Math.min(amount, byCard) : amount - Math.min(amount, byPayment);
  if (!(await blockCreditedGiftCards(transaction, giftCards, orderId, { parts, now })))
    return { code: 'order_card_used' };
  const orderCreditId = await writeCredit(transaction, order, { reason, giftCardAmount, parts }, now);
  if (giftCardAmount > 0) await giftCards.refundToCard(transaction, orderId, { amount: giftCardAmount, now });
  if (amount > giftCardAmount) {
    await payments.refund(transaction, orderId, { amount: amount - giftCardAmount, orderCreditId, now });
  } else await enqueueOrderMessage(transaction, { orderId, kind: 'refunded', subject: orderCreditId }, now);
  return { amount, giftCardAmount };
}

/** Blocks the gift cards that were sold with credited lines. @returns false if any of them was used */
async function blockCreditedGiftCards(
  transaction: Database,
  giftCards: CreditDeps['giftCards'],
  orderId: string,
  { parts, now }: { readonly parts: readonly CreditPart[]; readonly now: Date },
): Promise<boolean> {
  const lines = await listOrderLines(transaction, orderId);
  const vouchers = parts.flatMap(({ position, quantity }) => {
    const line = lines.find((candidate) => candidate.position === position);
    return line?.isVoucher && quantity !== null
      ? [{ unitAmount: Math.round(line.originalAmount / line.quantity), pieces: quantity }]
      : [];
  });
  // Lines of the same value share their cards.
  for (const [unitAmount, same] of Map.groupBy(vouchers, (voucher) => voucher.unitAmount)) {
    const pieces = same.reduce((sum, voucher) => sum + voucher.pieces, 0);
    if (!(await giftCards.blockSoldPieces(transaction, orderId, { unitAmount, pieces, now }))) return false;
  }
  return true;
}

/** Returns whether everything that was paid for an order has been credited. */
export async function isFullyCredited(transaction: Database, order: OrderRecord): Promise<boolean> {
  if (order.totalAmount === 0) return false;
  return getCreditAmount(listRemainingParts(await readCreditBasis(transaction, order))) <= 0;
}

/** Credits the rest of a paid order that is cancelled. @returns id of the credit; null if nothing is left */
export async function creditRemainder(
  transaction: Database,
  { giftCards }: Pick<CreditDeps, 'giftCards'>,
  order: OrderRecord,
  now: Date,
): Promise<string | null> {
  const parts: readonly CreditPart[] = listRemainingParts(await readCreditBasis(transaction, order));
  if (getCreditAmount(parts) <= 0) return null;
  const giftCardAmount = await giftCards.getRefundableToCard(transaction, order.orderId);
  return writeCredit(transaction, order, { reason: 'cancelled', giftCardAmount, parts }, now);
}

/**
 * Credits a refund that was made at the provider, see `OrderChanger`. Not for an order with sold gift cards:
 * only staff know which cards were refunded and must be blocked.
 */
export async function creditRefund(
  transaction: Database,
  order: OrderRecord,
  { amount, now }: { readonly amount: number; readonly now: Date },
): Promise<string | null> {
  const lines = await listOrderLines(transaction, order.orderId);
  if (lines.some(({ isVoucher }) => isVoucher)) return null;
  const parts = spreadAmountOverRemainder(await readCreditBasis(transaction, order), amount);
  return parts && writeCredit(transaction, order, { reason: 'refund', giftCardAmount: 0, parts }, now);
}
