import { type ChangeContext, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { type CardHasher, type CardSecrets, createCardSecrets, hashCardSecrets } from './card-secrets.ts';
import {
  addToGiftCardBalance,
  type GiftCardRecord,
  insertCards,
  insertMovement,
  lockCard,
  markCardsBlocked,
} from './queries.ts';

/** Minimum and maximum value of a gift card in euro cents. */
export const MIN_GIFT_CARD_CENTS = 100;
export const MAX_GIFT_CARD_CENTS = 100_000;

/**
 * Creates a gift card on behalf of a staff member.
 *
 * @returns number and PIN, which cannot be read again
 */
export async function createGiftCardByStaff(
  transaction: Database,
  hasher: CardHasher,
  { amount, endsAt }: { readonly amount: number; readonly endsAt: Date | null },
  { actor, now }: ChangeContext,
): Promise<{ readonly giftCardId: number; readonly secrets: CardSecrets }> {
  const secrets = createCardSecrets();
  const hashes = await hashCardSecrets(hasher, secrets);
  const [giftCardId] = await insertCards(transaction, [
    {
      ...hashes,
      lastFour: secrets.number.slice(-4),
      initialAmount: amount,
      balance: amount,
      createdAt: now,
      endsAt,
    },
  ]);
  if (giftCardId === undefined) throw new Error('The gift card was not inserted');
  await recordAuditEntry(transaction, {
    actor,
    act: 'create',
    resource: 'gift-card',
    resourceId: giftCardId,
    details: { amount },
    now,
  });
  return { giftCardId, secrets };
}

/** Result of blocking a card or correcting its balance. */
export type CardChangeOutcome =
  | { readonly outcome: 'done' | 'unchanged'; readonly before: GiftCardRecord }
  | { readonly outcome: 'unknown' | 'too-high' | 'blocked' };

/** Blocks a card for further payments. Amounts reserved by orders are not affected. */
export async function blockCard(
  transaction: Database,
  giftCardId: number,
  { actor, now }: ChangeContext,
): Promise<CardChangeOutcome> {
  const before = await lockCard(transaction, giftCardId);
  if (!before) return { outcome: 'unknown' };
  if (before.blockedAt !== null) return { outcome: 'unchanged', before };
  await markCardsBlocked(transaction, [giftCardId], now);
  await recordAuditEntry(transaction, {
    actor,
    act: 'block',
    resource: 'gift-card',
    resourceId: giftCardId,
    now,
  });
  return { outcome: 'done', before };
}

/**
 * Corrects the balance of a card.
 *
 * @param corrected `balance` in euro cents, at most the initial amount; `reason` a key
 */
export async function correctGiftCardBalance(
  transaction: Database,
  giftCardId: number,
  corrected: { readonly balance: number; readonly reason: string },
  { actor, now }: ChangeContext,
): Promise<CardChangeOutcome> {
  const before = await lockCard(transaction, giftCardId);
  if (!before) return { outcome: 'unknown' };
  if (before.blockedAt !== null) return { outcome: 'blocked' };
  const { balance, reason } = corrected;
  if (balance > before.initialAmount) return { outcome: 'too-high' };
  if (balance === before.balance) return { outcome: 'unchanged', before };
  const amount = balance - before.balance;
  await addToGiftCardBalance(transaction, giftCardId, amount);
  await insertMovement(transaction, {
    giftCardId,
    kind: 'corrected',
    amount,
    reason,
    actorId: actor.id,
    at: now,
  });
  await recordAuditEntry(transaction, {
    actor,
    act: 'correct',
    resource: 'gift-card',
    resourceId: giftCardId,
    details: { reason, from: before.balance, to: balance },
    now,
  });
  return { outcome: 'done', before };
}
