import { and, asc, count, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { country } from '../countries/tables.ts';
import { product, productTranslation, siteProduct } from '../products/tables.ts';
import { siloQuotation } from './tables.ts';

export type NewQuotation = Omit<typeof siloQuotation.$inferInsert, 'siloQuotationId'>;

/** Products of a site that also come by silo truck, in the order of the catalogue. Names without the brand. */
export function listSiloProducts(
  database: Database,
  siteId: number,
  languageId: number,
): Promise<{ productId: number; title: string }[]> {
  return database
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

/** What postcodes and phone numbers of a country are like. */
export async function findCountryRules(database: Database, countryId: number) {
  const [row] = await database
    .select({ rules: country.rules })
    .from(country)
    .where(eq(country.countryId, countryId));
  return row?.rules;
}

/** Requests of an address since a moment, and how many of them ask for the same. */
export async function countQuotations(
  database: Database,
  quotation: NewQuotation,
  since: Date,
): Promise<{ total: number; same: number }> {
  const { siteId, emailAddress, horses, kilograms, productId, message } = quotation;
  const [row] = await database
    .select({
      total: count(),
      same: sql<number>`count(*) filter (where ${siloQuotation.horses} = ${horses}
        and ${siloQuotation.kilograms} = ${kilograms}
        and ${siloQuotation.productId} is not distinct from ${productId ?? null}::integer
        and ${siloQuotation.message} = ${message})::int`.mapWith(Number),
    })
    .from(siloQuotation)
    .where(
      and(
        eq(siloQuotation.siteId, siteId),
        eq(siloQuotation.emailAddress, emailAddress),
        gt(siloQuotation.createdAt, since),
      ),
    );
  return row ?? { total: 0, same: 0 };
}

/** Keeps a request. */
export async function insertQuotation(database: Database, quotation: NewQuotation): Promise<void> {
  await database.insert(siloQuotation).values(quotation);
}

/** Forgets the requests from before a moment. */
export async function deleteOldQuotations(database: Database, before: Date): Promise<void> {
  await database.delete(siloQuotation).where(lt(siloQuotation.createdAt, before));
}
