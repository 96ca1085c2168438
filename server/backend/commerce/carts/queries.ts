import { and, asc, count, eq, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm';
import type { Packaging, ProductType } from '../../../../shared/contract/products.ts';
import { productTypes, variants } from '../../catalogue/products/views.ts';
import type { Database } from '../../core/database/database.ts';
import { memoizePerHandle } from '../../core/database/memoize-per-handle.ts';
import type { KeyUsageCount } from '../../core/security/key-ring.ts';
import { createPasswordKeyIdExpression } from '../../core/security/password-key-id.ts';
import { deleteCartGiftCards } from '../gift-cards/queries.ts';
import {
  cart,
  cartAccess,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
  mailCampaignVisit,
} from './tables.ts';

export type CartRecord = typeof cart.$inferSelect;
export type CartChange = Partial<Omit<typeof cart.$inferInsert, 'cartId' | 'siteId' | 'created'>>;

/** Access rights to a cart. */
export interface CartAccess {
  readonly cartId: number;
  /** End of a staff member's access; null for the visitor's own id. */
  readonly impersonatedUntil: Date | null;
  /** Whether an order was placed from the cart, which is then no longer accessible. */
  readonly isOrdered: boolean;
  /** The owner; null if the id alone gives access. */
  readonly accountId: string | null;
}

/**
 * Counts the passwords that guests have chosen for an account, by the id of the key that they are hashed
 * with.
 */
export async function countCartPasswordsByKey(handle: Database): Promise<KeyUsageCount[]> {
  return handle
    .select({ keyId: createPasswordKeyIdExpression(cart.passwordHash), count: count() })
    .from(cart)
    .where(isNotNull(cart.passwordHash))
    .groupBy(sql`1`);
}

/** A cart line, with the samples of a roughage test in their order. */
export interface CartLine {
  readonly productId: number;
  readonly productType: ProductType;
  readonly packaging: Packaging;
  readonly productVariantId: number;
  /** Weight of one piece with its packaging. */
  readonly grossWeightGrams: number;
  readonly count: number;
  readonly samples: readonly { readonly sequence: number; readonly sampleName: string | null }[];
}

const prepareCartAccessQuery = memoizePerHandle((handle) =>
  handle
    .select({
      cartId: cartAccess.cartId,
      impersonatedUntil: cartAccess.impersonatedUntil,
      isOrdered: sql<boolean>`${cart.orderedAt} is not null`,
      accountId: cart.accountId,
    })
    .from(cartAccess)
    .innerJoin(cart, eq(cart.cartId, cartAccess.cartId))
    .where(and(eq(cartAccess.idHash, sql.placeholder('idHash')), eq(cart.siteId, sql.placeholder('siteId'))))
    .prepare('find_cart_access'),
);

/** Returns the access of an id to a cart on its own site. The id of a staff member expires. */
export async function findCartAccess(
  handle: Database,
  access: { readonly idHash: string; readonly siteId: number; readonly now: Date },
): Promise<CartAccess | undefined> {
  const { idHash, siteId, now } = access;
  const [found] = await prepareCartAccessQuery(handle).execute({ idHash, siteId });
  if (!found) return undefined;
  const { impersonatedUntil } = found;
  return impersonatedUntil !== null && impersonatedUntil <= now ? undefined : found;
}

export async function insertCart(
  transaction: Database,
  values: typeof cart.$inferInsert,
  idHash: string,
): Promise<number> {
  const [row] = await transaction.insert(cart).values(values).returning({ cartId: cart.cartId });
  if (!row) throw new Error('The cart was not inserted');
  await transaction.insert(cartAccess).values({ idHash, cartId: row.cartId });
  return row.cartId;
}

export async function insertCartAccess(
  transaction: Database,
  access: typeof cartAccess.$inferInsert,
): Promise<void> {
  await transaction.insert(cartAccess).values(access);
}

/** Deletes an id. */
export async function deleteCartAccess(transaction: Database, idHash: string): Promise<void> {
  await transaction.delete(cartAccess).where(eq(cartAccess.idHash, idHash));
}

/** Deletes the ids of a cart, except those of staff members. */
export async function deleteVisitorCartAccess(transaction: Database, cartId: number): Promise<void> {
  await transaction
    .delete(cartAccess)
    .where(and(eq(cartAccess.cartId, cartId), isNull(cartAccess.impersonatedUntil)));
}

/** Returns the condition that a cart is open. An ordered cart no longer counts as one. */
const createOpenCartCondition = (cartId: number) => and(eq(cart.cartId, cartId), isNull(cart.orderedAt));

/** Returns a cart; undefined if it was removed or ordered. */
export async function findCart(handle: Database, cartId: number): Promise<CartRecord | undefined> {
  const [row] = await handle.select().from(cart).where(createOpenCartCondition(cartId));
  return row;
}

/** Returns a cart and locks it until the transaction ends; concurrent changes wait. */
export async function lockCart(transaction: Database, cartId: number): Promise<CartRecord | undefined> {
  const [row] = await transaction.select().from(cart).where(createOpenCartCondition(cartId)).for('update');
  return row;
}

/** Returns the open cart of an account and locks it until the transaction ends. */
export async function lockAccountCart(
  transaction: Database,
  accountId: string,
): Promise<CartRecord | undefined> {
  const [row] = await transaction
    .select()
    .from(cart)
    .where(and(eq(cart.accountId, accountId), isNull(cart.orderedAt)))
    .orderBy(asc(cart.cartId))
    .limit(1)
    .for('update');
  return row;
}

export async function updateCart(transaction: Database, cartId: number, change: CartChange): Promise<void> {
  await transaction.update(cart).set(change).where(eq(cart.cartId, cartId));
}

const prepareCartLinesQuery = memoizePerHandle((handle) =>
  handle
    .select({
      productId: variants.productId,
      productType: productTypes.productType,
      packaging: variants.packaging,
      grossWeightGrams: variants.grossWeightGrams,
      productVariantId: cartProduct.productVariantId,
      count: cartProduct.count,
      sequence: cartSample.sequence,
      sampleName: cartSample.sampleName,
    })
    .from(cartProduct)
    .innerJoin(variants, eq(variants.productVariantId, cartProduct.productVariantId))
    .innerJoin(productTypes, eq(productTypes.productId, variants.productId))
    .leftJoin(
      cartSample,
      and(
        eq(cartSample.cartId, cartProduct.cartId),
        eq(cartSample.productVariantId, cartProduct.productVariantId),
      ),
    )
    .where(eq(cartProduct.cartId, sql.placeholder('cartId')))
    .orderBy(asc(cartProduct.position), asc(cartProduct.productVariantId), asc(cartSample.sequence))
    .prepare('list_cart_lines'),
);

/** Lists the lines of a cart in the order in which they were added. */
export async function listCartLines(handle: Database, cartId: number): Promise<CartLine[]> {
  const rows = await prepareCartLinesQuery(handle).execute({ cartId });
  const lines = Map.groupBy(rows, ({ productVariantId }) => productVariantId);
  return [...lines.values()].flatMap((lineRows) => {
    const [first] = lineRows;
    if (!first) return [];
    const samples = lineRows.flatMap(({ sequence, sampleName }) =>
      sequence === null ? [] : [{ sequence, sampleName }],
    );
    const { sequence: _sequence, sampleName: _sampleName, ...line } = first;
    return { ...line, samples };
  });
}

/** Sets the quantity of a line. A new line is added at the end. */
export async function putCartLine(
  transaction: Database,
  line: { readonly cartId: number; readonly productVariantId: number; readonly count: number },
): Promise<void> {
  const [last] = await transaction
    .select({ position: max(cartProduct.position) })
    .from(cartProduct)
    .where(eq(cartProduct.cartId, line.cartId));
  await transaction
    .insert(cartProduct)
    .values({ ...line, position: (last?.position ?? 0) + 1 })
    .onConflictDoUpdate({
      target: [cartProduct.cartId, cartProduct.productVariantId],
      set: { count: line.count },
    });
}

const createCartLineCondition = (cartId: number, productVariantId: number) =>
  and(eq(cartProduct.cartId, cartId), eq(cartProduct.productVariantId, productVariantId));
const isLabSampleOfLine = (cartId: number, productVariantId: number) =>
  and(eq(cartSample.cartId, cartId), eq(cartSample.productVariantId, productVariantId));

/** Deletes a line and its samples. */
export async function deleteCartLine(
  transaction: Database,
  cartId: number,
  productVariantId: number,
): Promise<void> {
  await transaction.delete(cartSample).where(isLabSampleOfLine(cartId, productVariantId));
  await transaction.delete(cartProduct).where(createCartLineCondition(cartId, productVariantId));
}

export async function insertSamples(
  transaction: Database,
  cartId: number,
  productVariantId: number,
  samples: readonly { readonly sequence: number; readonly sampleName: string | null }[],
): Promise<void> {
  if (samples.length === 0) return;
  await transaction
    .insert(cartSample)
    .values(samples.map((sample) => ({ cartId, productVariantId, ...sample })));
}

export async function deleteSamples(
  transaction: Database,
  cartId: number,
  productVariantId: number,
  sequences: readonly number[],
): Promise<void> {
  if (sequences.length === 0) return;
  await transaction
    .delete(cartSample)
    .where(and(isLabSampleOfLine(cartId, productVariantId), inArray(cartSample.sequence, [...sequences])));
}

export async function updateRoughageSampleName(
  transaction: Database,
  sample: typeof cartSample.$inferInsert,
): Promise<void> {
  const { cartId, productVariantId, sequence, sampleName } = sample;
  await transaction
    .update(cartSample)
    .set({ sampleName })
    .where(and(isLabSampleOfLine(cartId, productVariantId), eq(cartSample.sequence, sequence)));
}

/** Marks a cart as ordered and deletes its content. It can no longer be found. */
export async function markCartOrdered(transaction: Database, cartId: number, orderedAt: Date): Promise<void> {
  await deleteCartGiftCards(transaction, [cartId]);
  for (const table of [cartSample, cartProduct]) {
    await transaction.delete(table).where(eq(table.cartId, cartId));
  }
  await updateCart(transaction, cartId, {
    orderedAt,
    clientIp: null,
    billing: null,
    shipping: null,
    alternativeShippingAddress: null,
    draft: null,
    parcelShopZipcodeOrCity: null,
    passwordHash: null,
    confirmPath: null,
  });
}

/** Counts a visit from a mail. */
export async function countCampaignVisit(
  handle: Database,
  visit: { readonly siteId: number; readonly mailCampaignId: string; readonly day: string },
): Promise<void> {
  await handle
    .insert(mailCampaignVisit)
    .values({ ...visit, visits: 1 })
    .onConflictDoUpdate({
      target: [mailCampaignVisit.siteId, mailCampaignVisit.mailCampaignId, mailCampaignVisit.day],
      set: { visits: sql`${mailCampaignVisit.visits} + 1` },
    });
}

/**
 * Claims a batch of carts that were not changed since a time, and locks them. Skips carts that are locked by
 * another transaction.
 */
export async function lockOldCarts(transaction: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await transaction
    .select({ cartId: cart.cartId })
    .from(cart)
    .where(lt(cart.lastModified, before))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ cartId }) => cartId);
}

/** Deletes carts with all their rows. */
export async function deleteCarts(transaction: Database, ids: readonly number[]): Promise<void> {
  await deleteCartGiftCards(transaction, ids);
  // Each table comes after the tables that refer to it.
  const tables = [cartSample, cartProduct, cartAccess, cartHandover, cartImpersonation, cart];
  for (const table of tables) await transaction.delete(table).where(inArray(table.cartId, [...ids]));
}

/** Selects the ids of the carts of an account. */
export const selectCartsOfAccount = (handle: Database, accountId: string) =>
  handle.select({ cartId: cart.cartId }).from(cart).where(eq(cart.accountId, accountId));

/** Deletes the carts of an account, including ordered ones. */
export async function deleteCartsOfAccount(transaction: Database, accountId: string): Promise<void> {
  const rows = await transaction
    .select({ cartId: cart.cartId })
    .from(cart)
    .where(eq(cart.accountId, accountId))
    .for('update');
  if (rows.length === 0) return;
  await deleteCarts(
    transaction,
    rows.map(({ cartId }) => cartId),
  );
}

/** Deletes the carts in which a guest has typed an address, including ordered ones. */
export async function deleteCartsOfGuest(
  transaction: Database,
  guest: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  const rows = await transaction
    .select({ cartId: cart.cartId })
    .from(cart)
    .where(
      and(
        eq(cart.siteId, guest.siteId),
        isNull(cart.accountId),
        sql`lower(${cart.billing} ->> 'emailAddress') = ${guest.emailAddress}`,
      ),
    )
    .for('update');
  if (rows.length === 0) return;
  await deleteCarts(
    transaction,
    rows.map(({ cartId }) => cartId),
  );
}

/** Counts the visits that started with a link of a campaign. */
export async function countCampaignVisits(handle: Database, mailCampaignId: string): Promise<number> {
  const [row] = await handle
    .select({ visits: sql<number>`coalesce(sum(${mailCampaignVisit.visits}), 0)`.mapWith(Number) })
    .from(mailCampaignVisit)
    .where(eq(mailCampaignVisit.mailCampaignId, mailCampaignId));
  return row?.visits ?? 0;
}

/** Selects the ids of the carts that came from a link of a campaign. */
export const selectCartsOfCampaign = (handle: Database, mailCampaignId: string) =>
  handle
    .select({ cartId: sql<number>`${cart.cartId}` })
    .from(cart)
    .where(eq(cart.mailCampaignId, mailCampaignId));
