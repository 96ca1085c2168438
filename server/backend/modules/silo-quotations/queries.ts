import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { product, productTranslation, siteProduct } from '../products/tables.ts';
import { siloQuotation } from './tables.ts';

export type NewQuotation = Omit<typeof siloQuotation.$inferInsert, 'siloQuotationId'>;

/** Products of a site that also come by silo truck, in the order of the catalogue. Names without the brand. */
export function listSiloProducts(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<{ productId: number; title: string }[]> {
  return handle
    .select({ productId: product.productId, title: productTranslation.name })
    .from(product)
    .innerJoin(siteProduct, and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)))
    .innerJoin(
      productTranslation,
      and(eq(productTranslation.productId, product.productId), eq(productTranslation.languageId, languageId)),
    )
    .where(eq(product.isSilo, true))
    .orderBy(asc(product.position));
}

/** Whether an address has asked for the same since a moment. */
export async function isKnown(handle: Database, quotation: NewQuotation, since: Date): Promise<boolean> {
  const { siteId, emailAddress, horses, kilograms, productId, message } = quotation;
  const same = await handle.$count(
    siloQuotation,
    and(
      eq(siloQuotation.siteId, siteId),
      eq(siloQuotation.emailAddress, emailAddress),
      gt(siloQuotation.createdAt, since),
      eq(siloQuotation.horses, horses),
      eq(siloQuotation.kilograms, kilograms),
      sql`${siloQuotation.productId} is not distinct from ${productId ?? null}::integer`,
      eq(siloQuotation.message, message),
    ),
  );
  return same > 0;
}

/** Keeps a request. */
export async function insertQuotation(handle: Database, quotation: NewQuotation): Promise<void> {
  await handle.insert(siloQuotation).values(quotation);
}

/** Forgets the requests from before a moment. */
export async function deleteOldQuotations(database: Database, before: Date): Promise<void> {
  await database.delete(siloQuotation).where(lt(siloQuotation.createdAt, before));
}

/** Forgets the requests of an address on a site. @param owner.emailAddress in its normal form */
export async function deleteQuotationsOf(
  transaction: Database,
  owner: { readonly siteId: number; readonly emailAddress: string },
): Promise<void> {
  await transaction
    .delete(siloQuotation)
    .where(and(eq(siloQuotation.siteId, owner.siteId), eq(siloQuotation.emailAddress, owner.emailAddress)));
}
