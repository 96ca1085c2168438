import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Content } from '../../../../shared/contract/products.ts';
import { productNames, soldProducts, variants } from '../../catalogue/products/views.ts';
import { stockAmounts } from '../../catalogue/stock/views.ts';
import type { Database } from '../../core/database/database.ts';
import { canonicalRoutes } from '../../sites/routing/views.ts';
import { sites } from '../../sites/sites/views.ts';
import { stockReminder } from './tables.ts';

/** A variant as named in a mail. */
export interface RemindedVariant {
  /** Name of the product, without the brand. */
  readonly name: string;
  readonly content: Content;
  /** Path of its page, not URL-encoded. */
  readonly path: string;
  /** Pieces; null if they are not counted. */
  readonly stockAmount: number | null;
}

export interface WaitingReminder extends RemindedVariant {
  readonly stockReminderId: number;
  readonly siteId: number;
  readonly languageId: number;
  readonly emailAddress: string;
}

export type ReminderRecord = Pick<
  typeof stockReminder.$inferSelect,
  'stockReminderId' | 'productVariantId' | 'createdAt' | 'confirmedAt'
>;

const variantColumns = {
  name: productNames.name,
  contentValue: variants.contentValue,
  contentUnit: variants.contentUnit,
  path: canonicalRoutes.path,
  stockAmount: stockAmounts.amount,
};

function toRemindedVariant(row: {
  name: string;
  contentValue: number;
  contentUnit: Content['unit'];
  path: string;
  stockAmount: number | null;
}): RemindedVariant {
  const { name, contentValue, contentUnit, path, stockAmount } = row;
  return { name, content: { value: contentValue, unit: contentUnit }, path, stockAmount };
}

/** Returns a listed variant of a site in one of its languages; undefined if the site does not sell it. */
export async function findVariant(
  handle: Database,
  scope: { readonly siteId: number; readonly languageId: number; readonly productVariantId: number },
): Promise<RemindedVariant | undefined> {
  const [row] = await handle
    .select(variantColumns)
    .from(variants)
    .innerJoin(
      soldProducts,
      and(eq(soldProducts.productId, variants.productId), eq(soldProducts.siteId, scope.siteId)),
    )
    .innerJoin(
      productNames,
      and(eq(productNames.productId, variants.productId), eq(productNames.languageId, scope.languageId)),
    )
    .innerJoin(
      canonicalRoutes,
      and(
        eq(canonicalRoutes.productVariantId, variants.productVariantId),
        eq(canonicalRoutes.siteId, scope.siteId),
        eq(canonicalRoutes.languageId, scope.languageId),
      ),
    )
    .leftJoin(stockAmounts, eq(stockAmounts.productVariantId, variants.productVariantId))
    .where(and(eq(variants.productVariantId, scope.productVariantId), eq(variants.isListed, true)));
  return row && toRemindedVariant(row);
}

/**
 * Stores a reminder. An unconfirmed one gets a new token and a new expiry.
 *
 * @returns whether it needs confirmation; false if it was confirmed before
 */
export async function saveStockReminder(
  handle: Database,
  reminder: Required<
    Pick<
      typeof stockReminder.$inferInsert,
      'siteId' | 'languageId' | 'productVariantId' | 'emailAddress' | 'confirmTokenHash' | 'createdAt'
    >
  >,
): Promise<boolean> {
  const { languageId, confirmTokenHash, createdAt } = reminder;
  const rows = await handle
    .insert(stockReminder)
    .values(reminder)
    .onConflictDoUpdate({
      target: [stockReminder.siteId, stockReminder.productVariantId, stockReminder.emailAddress],
      targetWhere: isNull(stockReminder.notifiedAt),
      set: { languageId, confirmTokenHash, createdAt },
      setWhere: isNull(stockReminder.confirmedAt),
    })
    .returning({ stockReminderId: stockReminder.stockReminderId });
  return rows.length > 0;
}

/** Returns the reminder that a mailed link confirms. */
export async function findReminderByConfirmToken(
  handle: Database,
  siteId: number,
  tokenHash: string,
): Promise<ReminderRecord | undefined> {
  const [row] = await handle
    .select({
      stockReminderId: stockReminder.stockReminderId,
      productVariantId: stockReminder.productVariantId,
      createdAt: stockReminder.createdAt,
      confirmedAt: stockReminder.confirmedAt,
    })
    .from(stockReminder)
    .where(and(eq(stockReminder.confirmTokenHash, tokenHash), eq(stockReminder.siteId, siteId)));
  return row;
}

export async function markReminderConfirmed(
  handle: Database,
  stockReminderId: number,
  now: Date,
): Promise<void> {
  await handle
    .update(stockReminder)
    .set({ confirmedAt: now })
    .where(and(eq(stockReminder.stockReminderId, stockReminderId), isNull(stockReminder.confirmedAt)));
}

/** Deletes the reminder of a token, from any of its mails. */
export async function deleteReminderByToken(
  handle: Database,
  siteId: number,
  tokenHash: string,
): Promise<void> {
  await handle
    .delete(stockReminder)
    .where(
      and(
        eq(stockReminder.siteId, siteId),
        or(eq(stockReminder.confirmTokenHash, tokenHash), eq(stockReminder.unsubscribeTokenHash, tokenHash)),
      ),
    );
}

/**
 * Returns and locks confirmed reminders whose variant is in stock. Skips those locked by other transactions.
 */
export async function claimSendableReminders(
  transaction: Database,
  limit: number,
): Promise<WaitingReminder[]> {
  const rows = await transaction
    .select({
      ...variantColumns,
      stockReminderId: stockReminder.stockReminderId,
      siteId: stockReminder.siteId,
      languageId: stockReminder.languageId,
      emailAddress: stockReminder.emailAddress,
    })
    .from(stockReminder)
    .innerJoin(
      stockAmounts,
      and(
        eq(stockAmounts.productVariantId, stockReminder.productVariantId),
        or(isNull(stockAmounts.amount), gt(stockAmounts.amount, 0)),
      ),
    )
    .innerJoin(
      variants,
      and(eq(variants.productVariantId, stockAmounts.productVariantId), eq(variants.isListed, true)),
    )
    .innerJoin(sites, and(eq(sites.siteId, stockReminder.siteId), eq(sites.hasStockReminders, true)))
    .innerJoin(
      soldProducts,
      and(eq(soldProducts.productId, variants.productId), eq(soldProducts.siteId, stockReminder.siteId)),
    )
    .innerJoin(
      productNames,
      and(
        eq(productNames.productId, variants.productId),
        eq(productNames.languageId, stockReminder.languageId),
      ),
    )
    .innerJoin(
      canonicalRoutes,
      and(
        eq(canonicalRoutes.productVariantId, stockAmounts.productVariantId),
        eq(canonicalRoutes.siteId, stockReminder.siteId),
        eq(canonicalRoutes.languageId, stockReminder.languageId),
      ),
    )
    .where(and(isNotNull(stockReminder.confirmedAt), isNull(stockReminder.notifiedAt)))
    .orderBy(stockReminder.confirmedAt)
    .limit(limit)
    .for('update', { of: stockReminder, skipLocked: true });
  return rows.map((row) => {
    const { stockReminderId, siteId, languageId, emailAddress } = row;
    return { ...toRemindedVariant(row), stockReminderId, siteId, languageId, emailAddress };
  });
}

export async function markReminderNotified(
  transaction: Database,
  stockReminderId: number,
  notified: { readonly now: Date; readonly unsubscribeTokenHash: string },
): Promise<void> {
  await transaction
    .update(stockReminder)
    .set({ notifiedAt: notified.now, unsubscribeTokenHash: notified.unsubscribeTokenHash })
    .where(eq(stockReminder.stockReminderId, stockReminderId));
}

/** Deletes old reminders after the retention period of each of the three ways in which they end. */
export async function deleteOldStockReminders(
  handle: Database,
  before: { readonly unconfirmed: Date; readonly notified: Date; readonly waiting: Date },
): Promise<void> {
  const isOld: (SQL | undefined)[] = [
    and(isNull(stockReminder.confirmedAt), lt(stockReminder.createdAt, before.unconfirmed)),
    lt(stockReminder.notifiedAt, before.notified),
    lt(stockReminder.confirmedAt, before.waiting),
  ];
  await handle.delete(stockReminder).where(or(...isOld));
}

/** The owner of reminders: an address on a site. */
export interface ReminderOwner {
  readonly siteId: number;
  /** Address in its normal form. */
  readonly emailAddress: string;
}

const createOwnerCondition = ({ siteId, emailAddress }: ReminderOwner) =>
  and(eq(stockReminder.siteId, siteId), eq(stockReminder.emailAddress, emailAddress));

/**
 * Lists the confirmed pending reminders of an address, the oldest first, including those for variants that
 * are no longer sold.
 */
export async function listPendingReminders(
  handle: Database,
  owner: ReminderOwner,
  languageId: number,
): Promise<
  (Pick<RemindedVariant, 'name' | 'content'> & {
    readonly stockReminderId: number;
    readonly productVariantId: number;
  })[]
> {
  const rows = await handle
    .select({
      stockReminderId: stockReminder.stockReminderId,
      productVariantId: stockReminder.productVariantId,
      name: productNames.name,
      value: variants.contentValue,
      unit: variants.contentUnit,
    })
    .from(stockReminder)
    .innerJoin(variants, eq(variants.productVariantId, stockReminder.productVariantId))
    .innerJoin(
      productNames,
      and(eq(productNames.productId, variants.productId), eq(productNames.languageId, languageId)),
    )
    .where(
      and(
        createOwnerCondition(owner),
        isNotNull(stockReminder.confirmedAt),
        isNull(stockReminder.notifiedAt),
      ),
    )
    .orderBy(asc(stockReminder.confirmedAt), asc(stockReminder.stockReminderId));
  return rows.map(({ value, unit, ...row }) => ({ ...row, content: { value, unit } }));
}

/**
 * Deletes some or all reminders of an address, confirmed or not. Those of other addresses are not affected.
 */
export async function deleteRemindersOf(
  transaction: Database,
  owner: ReminderOwner,
  ids: readonly number[] | 'all',
): Promise<void> {
  await transaction
    .delete(stockReminder)
    .where(
      and(
        createOwnerCondition(owner),
        ids === 'all' ? undefined : inArray(stockReminder.stockReminderId, [...ids]),
      ),
    );
}
