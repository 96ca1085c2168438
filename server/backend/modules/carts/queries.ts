import { and, asc, count, eq, inArray, isNotNull, isNull, lt, max, notInArray, sql } from 'drizzle-orm';
import type { Packaging, ProductType } from '../../../../shared/contract/products.ts';
import type { Database } from '../../database/database.ts';
import { perHandle } from '../../database/per-handle.ts';
import type { KeyCount } from '../../security/key-ring.ts';
import { readKeyId } from '../../security/password-key-id.ts';
import { deleteCartCards } from '../gift-cards/queries.ts';
import {
  product,
  productRelation,
  productTranslation,
  productVariant,
  siteProduct,
} from '../products/tables.ts';
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

/** How somebody may reach a cart. */
export interface CartAccess {
  readonly cartId: number;
  /** Where an employee looks at it: when that ends. */
  readonly impersonatedUntil: Date | null;
  /** An order was placed from it: then it is nobody's cart any more. */
  readonly isOrdered: boolean;
  /** Whose it is; null where whoever has an id may reach it. */
  readonly accountId: string | null;
}

/** Counts the passwords that guests have chosen for an account, by the id of the key that they are hashed with. */
export async function countCartPasswordKeys(handle: Database): Promise<KeyCount[]> {
  return handle
    .select({ keyId: readKeyId(cart.passwordHash), count: count() })
    .from(cart)
    .where(isNotNull(cart.passwordHash))
    .groupBy(sql`1`);
}

/** One line, with the samples of a test in their order. */
export interface CartLine {
  readonly productId: number;
  readonly productType: ProductType;
  readonly packaging: Packaging;
  readonly productVariantId: number;
  /** Of one piece with its pack. */
  readonly grossWeightGrams: number;
  readonly count: number;
  readonly samples: readonly { readonly sequence: number; readonly sampleName: string | null }[];
}

const prepareAccess = perHandle((handle) =>
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

/** Who has an id may reach the cart, on its own site; an employee's id has its time. */
export async function findAccess(
  handle: Database,
  access: { readonly idHash: string; readonly siteId: number; readonly now: Date },
): Promise<CartAccess | undefined> {
  const { idHash, siteId, now } = access;
  const [found] = await prepareAccess(handle).execute({ idHash, siteId });
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
  if (!row) throw new Error('The cart was not written');
  await transaction.insert(cartAccess).values({ idHash, cartId: row.cartId });
  return row.cartId;
}

export async function insertAccess(
  transaction: Database,
  access: typeof cartAccess.$inferInsert,
): Promise<void> {
  await transaction.insert(cartAccess).values(access);
}

/** Takes an id away. */
export async function deleteAccess(transaction: Database, idHash: string): Promise<void> {
  await transaction.delete(cartAccess).where(eq(cartAccess.idHash, idHash));
}

/** Takes the ids of a cart away from whoever has them; one under which an employee looks at it stays. */
export async function deleteVisitorAccess(transaction: Database, cartId: number): Promise<void> {
  await transaction
    .delete(cartAccess)
    .where(and(eq(cartAccess.cartId, cartId), isNull(cartAccess.impersonatedUntil)));
}

/** A cart of somebody: what was ordered is none any more. */
const isOpen = (cartId: number) => and(eq(cart.cartId, cartId), isNull(cart.orderedAt));

/** A cart; undefined where it was removed or ordered meanwhile. */
export async function findCart(handle: Database, cartId: number): Promise<CartRecord | undefined> {
  const [row] = await handle.select().from(cart).where(isOpen(cartId));
  return row;
}

/** The same, for this transaction alone until it ends: whoever else changes the cart waits. */
export async function lockCart(transaction: Database, cartId: number): Promise<CartRecord | undefined> {
  const [row] = await transaction.select().from(cart).where(isOpen(cartId)).for('update');
  return row;
}

/** The open cart of an account, for this transaction alone until it ends. */
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

const prepareLines = perHandle((handle) =>
  handle
    .select({
      productId: productVariant.productId,
      productType: product.productType,
      packaging: productVariant.packaging,
      grossWeightGrams: productVariant.grossWeightGrams,
      productVariantId: cartProduct.productVariantId,
      count: cartProduct.count,
      sequence: cartSample.sequence,
      sampleName: cartSample.sampleName,
    })
    .from(cartProduct)
    .innerJoin(productVariant, eq(productVariant.productVariantId, cartProduct.productVariantId))
    .innerJoin(product, eq(product.productId, productVariant.productId))
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

/** The lines of a cart, in the order in which they were added. */
export async function listLines(handle: Database, cartId: number): Promise<CartLine[]> {
  const rows = await prepareLines(handle).execute({ cartId });
  const lines = Map.groupBy(rows, ({ productVariantId }) => productVariantId);
  return [...lines.values()].flatMap((ofLine) => {
    const [first] = ofLine;
    if (!first) return [];
    const samples = ofLine.flatMap(({ sequence, sampleName }) =>
      sequence === null ? [] : [{ sequence, sampleName }],
    );
    const { sequence: _sequence, sampleName: _sampleName, ...line } = first;
    return { ...line, samples };
  });
}

/** Sets how many pieces a line has; a new line is the last one. */
export async function putLine(
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

const isLine = (cartId: number, productVariantId: number) =>
  and(eq(cartProduct.cartId, cartId), eq(cartProduct.productVariantId, productVariantId));
const isOfLine = (cartId: number, productVariantId: number) =>
  and(eq(cartSample.cartId, cartId), eq(cartSample.productVariantId, productVariantId));

/** Takes a line out, with its samples. */
export async function deleteLine(
  transaction: Database,
  cartId: number,
  productVariantId: number,
): Promise<void> {
  await transaction.delete(cartSample).where(isOfLine(cartId, productVariantId));
  await transaction.delete(cartProduct).where(isLine(cartId, productVariantId));
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
    .where(and(isOfLine(cartId, productVariantId), inArray(cartSample.sequence, [...sequences])));
}

export async function updateSampleName(
  transaction: Database,
  sample: typeof cartSample.$inferInsert,
): Promise<void> {
  const { cartId, productVariantId, sequence, sampleName } = sample;
  await transaction
    .update(cartSample)
    .set({ sampleName })
    .where(and(isOfLine(cartId, productVariantId), eq(cartSample.sequence, sequence)));
}

/** Makes an order of a cart: nothing is left of it but that it was ordered, and nobody finds it any more. */
export async function consumeCart(transaction: Database, cartId: number, orderedAt: Date): Promise<void> {
  await deleteCartCards(transaction, [cartId]);
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

/** Names of variants in a language, also of those that are sold no more. */
export async function listNames(
  handle: Database,
  languageId: number,
  productVariantIds: readonly number[],
): Promise<{ productVariantId: number; name: string }[]> {
  if (productVariantIds.length === 0) return [];
  return handle
    .select({ productVariantId: productVariant.productVariantId, name: productTranslation.name })
    .from(productVariant)
    .innerJoin(
      productTranslation,
      and(
        eq(productTranslation.productId, productVariant.productId),
        eq(productTranslation.languageId, languageId),
      ),
    )
    .where(inArray(productVariant.productVariantId, [...productVariantIds]));
}

/** Default variants of what goes well with some products and is none of them: what goes with most of them first. */
export async function listRecommendedVariantIds(
  handle: Database,
  siteId: number,
  productIds: readonly number[],
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const rows = await handle
    .select({ productVariantId: productVariant.productVariantId })
    .from(productRelation)
    .innerJoin(
      siteProduct,
      and(eq(siteProduct.productId, productRelation.relatedProductId), eq(siteProduct.siteId, siteId)),
    )
    .innerJoin(
      productVariant,
      and(
        eq(productVariant.productId, productRelation.relatedProductId),
        eq(productVariant.isDefault, true),
        eq(productVariant.isListed, true),
      ),
    )
    .where(
      and(
        inArray(productRelation.productId, [...productIds]),
        notInArray(productRelation.relatedProductId, [...productIds]),
      ),
    )
    .groupBy(productVariant.productVariantId)
    .orderBy(
      sql`${count()} desc`,
      sql`min(${productRelation.position})`,
      asc(productVariant.productVariantId),
    );
  return rows.map(({ productVariantId }) => productVariantId);
}

/** Counts one more visit that a mail has led to. */
export async function countVisit(
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

/** Carts that nobody has changed since a moment, a batch of them, locked for this transaction; those that somebody is at are left. */
export async function claimOldCarts(transaction: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await transaction
    .select({ cartId: cart.cartId })
    .from(cart)
    .where(lt(cart.lastModified, before))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ cartId }) => cartId);
}

/** Forgets carts with all that is of them. */
export async function deleteCarts(transaction: Database, ids: readonly number[]): Promise<void> {
  await deleteCartCards(transaction, ids);
  // Each after what refers to it.
  const tables = [cartSample, cartProduct, cartAccess, cartHandover, cartImpersonation, cart];
  for (const table of tables) await transaction.delete(table).where(inArray(table.cartId, [...ids]));
}

/** Forgets the carts of an account, those that orders were placed from, too. */
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

/** Forgets the carts in which a guest has typed an address, those that orders were placed from, too. */
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
