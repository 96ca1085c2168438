import { and, asc, desc, eq, gt, inArray, isNull, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { createImportCache, importVersion } from '../../catalogue-import/import-cache.ts';
import type { Database } from '../../database/database.ts';
import { category, categoryTranslation, siteCategory } from '../categories/tables.ts';
import { picture } from '../pictures/tables.ts';
import { createListPrices, type ListPrices } from '../prices/queries.ts';
import { price } from '../prices/tables.ts';
import { productRating } from '../reviews/tables.ts';
import { route } from '../routing/tables.ts';
import type { Brand } from '../sites/tables.ts';
import { stock } from '../stock/tables.ts';
import {
  product,
  productFacet,
  productRelation,
  productTranslation,
  productVariant,
  siteProduct,
  termTranslation,
  variantPicture,
} from './tables.ts';

/** Where, in which language and when: what every product query needs. */
export interface ProductScope {
  readonly siteId: number;
  readonly languageId: number;
  /** Brand printed on the packs. */
  readonly brand: Brand;
  readonly now: Date;
}

/** A variant with everything that a list shows of it. */
export interface VariantRow {
  readonly product: Pick<
    typeof product.$inferSelect,
    'productId' | 'productType' | 'key' | 'categoryId' | 'colourWay' | 'vatClass' | 'isNew'
  >;
  /** Without the brand. */
  readonly name: string;
  readonly claim: string;
  readonly variant: typeof productVariant.$inferSelect;
  /** Pieces; null = not counted. */
  readonly stockAmount: number | null;
  /** Published ratings and their sum; null where there is none. */
  readonly ratingCount: number | null;
  readonly ratingSum: number | null;
  readonly picture: { readonly hash: string; readonly width: number; readonly height: number };
  readonly path: string;
  /** Listed variants of the product. */
  readonly variantCount: number;
  /** Which import the row is of, as `fetchWords` tells it. */
  readonly importVersion: number;
}

/** What only the page of a product shows. */
export type DetailRow = Pick<
  typeof product.$inferSelect,
  | 'feedType'
  | 'composition'
  | 'analytical'
  | 'additives'
  | 'feedAdvice'
  | 'shelfLifeMonths'
  | 'shelfLifeAfterOpeningMonths'
  | 'isSilo'
> &
  Pick<typeof productTranslation.$inferSelect, 'body' | 'benefits' | 'directions'> & {
    /** The feed itself, out of its pack. */
    readonly feedPicture: VariantRow['picture'] | null;
  };

export interface CategoryRow {
  readonly categoryId: number;
  readonly parentId: number | null;
  readonly key: string;
  readonly name: string;
  readonly intro: string;
  readonly metaDescription: string;
  readonly path: string;
}

export interface TermRow {
  readonly vocabulary: string;
  readonly key: string;
  readonly name: string;
}

export interface ProductRepository {
  /** Variants by productVariantId, in any order; those that the site does not have are missing. */
  listVariants(scope: ProductScope, productVariantIds: readonly number[]): Promise<VariantRow[]>;
  /** All listed variants of the product that a variant belongs to, in their order. */
  listSiblings(scope: ProductScope, productVariantId: number): Promise<VariantRow[]>;
  /** Default variants by productId, in any order. */
  listDefaultVariantIds(
    siteId: number,
    productIds: readonly number[],
  ): Promise<{ productId: number; productVariantId: number }[]>;
  /** Default variants of what goes well with the product of a variant, best first. */
  listRelatedVariantIds(siteId: number, productVariantId: number): Promise<number[]>;
  /** Default variants in stock of the same category's other products: those that share most facets with a product first. */
  listAlternativeVariantIds(
    siteId: number,
    asked: { readonly productId: number; readonly categoryId: number },
    limit: number,
  ): Promise<number[]>;
  readonly listPrices: ListPrices;
  /** When the next price that is announced comes into force, by productVariantId. */
  listNextPriceDates(scope: ProductScope, productVariantIds: readonly number[]): Promise<Map<number, Date>>;
  /** Every category of the site, in their order: a few dozen rows. */
  listCategories(siteId: number, languageId: number): Promise<CategoryRow[]>;
  findDetails(productId: number, languageId: number): Promise<DetailRow | undefined>;
  listFacets(productId: number): Promise<{ facet: string; value: string }[]>;
  listTerms(languageId: number, vocabularies: readonly string[]): Promise<TermRow[]>;
  /** Terms and categories, and which import the database has by now. */
  fetchWords(
    scope: Pick<ProductScope, 'siteId' | 'languageId'>,
    vocabularies: readonly string[],
  ): Promise<{ terms: TermRow[]; categories: CategoryRow[]; importVersion: number }>;
}

/** SQL of products, their prices and categories. */
export function createProductRepository(database: Database): ProductRepository {
  const cache = createImportCache(database);
  const fetchCategories = (siteId: number, languageId: number) =>
    cache.fetch(`categories ${siteId} ${languageId}`, () => readCategories(database, siteId, languageId));
  const fetchTerms = (languageId: number) =>
    cache.fetch(`terms ${languageId}`, () => readTerms(database, languageId));
  const scoped = {
    siteId: sql.placeholder('siteId'),
    languageId: sql.placeholder('languageId'),
    brand: sql.placeholder('brand'),
  };
  const selectVariants = (condition: SQL) =>
    database
      .select({
        // Only what a list shows: recipes and descriptions are large, and lists are many.
        product: {
          productId: product.productId,
          productType: product.productType,
          key: product.key,
          categoryId: product.categoryId,
          colourWay: product.colourWay,
          vatClass: product.vatClass,
          isNew: product.isNew,
        },
        name: productTranslation.name,
        claim: productTranslation.claim,
        variant: productVariant,
        stockAmount: stock.amount,
        ratingCount: productRating.ratingCount,
        ratingSum: productRating.ratingSum,
        picture: { hash: picture.hash, width: picture.width, height: picture.height },
        path: route.path,
        variantCount: sql<number>`(
          select count(*)::int from ${productVariant} sibling
          where sibling.product_id = ${product.productId} and sibling.is_listed
        )`.mapWith(Number),
        importVersion,
      })
      .from(productVariant)
      .innerJoin(product, eq(product.productId, productVariant.productId))
      .innerJoin(
        siteProduct,
        and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, scoped.siteId)),
      )
      .innerJoin(
        productTranslation,
        and(
          eq(productTranslation.productId, product.productId),
          eq(productTranslation.languageId, scoped.languageId),
        ),
      )
      .innerJoin(
        variantPicture,
        and(
          eq(variantPicture.productVariantId, productVariant.productVariantId),
          eq(variantPicture.languageId, scoped.languageId),
          eq(variantPicture.brand, scoped.brand),
        ),
      )
      .innerJoin(picture, eq(picture.hash, variantPicture.hash))
      .innerJoin(
        route,
        and(
          eq(route.productVariantId, productVariant.productVariantId),
          eq(route.siteId, scoped.siteId),
          eq(route.languageId, scoped.languageId),
          sql`${route.isCanonical}`,
        ),
      )
      .leftJoin(productRating, eq(productRating.productId, product.productId))
      .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
      .where(and(eq(productVariant.isListed, true), condition));

  // Nine tables: planning takes the server several times as long as running it, and a statement with a name is planned once per connection.
  const variantsById = selectVariants(
    sql`${productVariant.productVariantId} = any(${sql.placeholder('ids')})`,
  ).prepare('list_variants');
  const siblings = selectVariants(
    sql`${productVariant.productId} = (
      select asked.product_id from ${productVariant} asked
      where asked.product_variant_id = ${sql.placeholder('productVariantId')} and asked.is_listed
    )`,
  )
    .orderBy(asc(productVariant.position))
    .prepare('list_siblings');

  return {
    listVariants: async ({ siteId, languageId, brand }, ids) =>
      ids.length === 0 ? [] : await variantsById.execute({ siteId, languageId, brand, ids: [...ids] }),
    listSiblings: ({ siteId, languageId, brand }, productVariantId) =>
      siblings.execute({ siteId, languageId, brand, productVariantId }),
    listDefaultVariantIds: async (siteId, productIds) =>
      productIds.length === 0
        ? []
        : await database
            .select({
              productId: productVariant.productId,
              productVariantId: productVariant.productVariantId,
            })
            .from(productVariant)
            .innerJoin(
              siteProduct,
              and(eq(siteProduct.productId, productVariant.productId), eq(siteProduct.siteId, siteId)),
            )
            .where(
              and(
                inArray(productVariant.productId, [...productIds]),
                eq(productVariant.isDefault, true),
                eq(productVariant.isListed, true),
              ),
            ),
    async listRelatedVariantIds(siteId, productVariantId) {
      const rows = await database
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
          sql`${productRelation.productId} = (
            select asked.product_id from ${productVariant} asked
            where asked.product_variant_id = ${productVariantId}
          )`,
        )
        .orderBy(asc(productRelation.position));
      return rows.map((row) => row.productVariantId);
    },
    async listAlternativeVariantIds(siteId, { productId, categoryId }, limit) {
      const sharedFacets = sql`(
        select count(*) from ${productFacet} own
        join ${productFacet} other on other.facet = own.facet and other.value = own.value
        where own.product_id = ${productId} and other.product_id = ${product.productId}
      )`;
      const rows = await database
        .select({ productVariantId: productVariant.productVariantId })
        .from(product)
        .innerJoin(
          siteProduct,
          and(eq(siteProduct.productId, product.productId), eq(siteProduct.siteId, siteId)),
        )
        .innerJoin(
          productVariant,
          and(
            eq(productVariant.productId, product.productId),
            eq(productVariant.isDefault, true),
            eq(productVariant.isListed, true),
          ),
        )
        .leftJoin(stock, eq(stock.productVariantId, productVariant.productVariantId))
        .where(
          and(
            eq(product.categoryId, categoryId),
            ne(product.productId, productId),
            // What is not counted is always there.
            or(isNull(stock.amount), gt(stock.amount, 0)),
          ),
        )
        .orderBy(desc(sharedFacets), asc(product.productId))
        .limit(limit);
      return rows.map((row) => row.productVariantId);
    },
    listPrices: createListPrices(database),
    async listNextPriceDates(scope, ids) {
      const rows = await database
        .select({ productVariantId: price.productVariantId, validFrom: min(price.validFrom) })
        .from(price)
        .where(
          and(
            eq(price.siteId, scope.siteId),
            inArray(price.productVariantId, [...ids]),
            gt(price.validFrom, scope.now),
          ),
        )
        .groupBy(price.productVariantId);
      return new Map(
        rows.flatMap(({ productVariantId, validFrom }) =>
          validFrom ? [[productVariantId, validFrom] as const] : [],
        ),
      );
    },
    listCategories: async (siteId, languageId) => (await fetchCategories(siteId, languageId)).value,
    async findDetails(productId, languageId) {
      const [row] = await database
        .select({
          feedType: product.feedType,
          composition: product.composition,
          analytical: product.analytical,
          additives: product.additives,
          feedAdvice: product.feedAdvice,
          shelfLifeMonths: product.shelfLifeMonths,
          shelfLifeAfterOpeningMonths: product.shelfLifeAfterOpeningMonths,
          isSilo: product.isSilo,
          body: productTranslation.body,
          benefits: productTranslation.benefits,
          directions: productTranslation.directions,
          feedPicture: { hash: picture.hash, width: picture.width, height: picture.height },
        })
        .from(product)
        .innerJoin(productTranslation, eq(productTranslation.productId, product.productId))
        .leftJoin(picture, eq(picture.hash, product.feedPictureHash))
        .where(and(eq(product.productId, productId), eq(productTranslation.languageId, languageId)));
      return row;
    },
    listFacets: (productId) =>
      database
        .select({ facet: productFacet.facet, value: productFacet.value })
        .from(productFacet)
        .where(eq(productFacet.productId, productId))
        .orderBy(asc(productFacet.facet), asc(productFacet.position)),
    async listTerms(languageId, vocabularies) {
      const { value } = await fetchTerms(languageId);
      return vocabularies.flatMap((vocabulary) => value.get(vocabulary) ?? []);
    },
    async fetchWords({ siteId, languageId }, vocabularies) {
      const [terms, categories] = await Promise.all([
        fetchTerms(languageId),
        fetchCategories(siteId, languageId),
      ]);
      return {
        terms: vocabularies.flatMap((vocabulary) => terms.value.get(vocabulary) ?? []),
        categories: categories.value,
        importVersion: Math.max(terms.version, categories.version),
      };
    },
  };
}

function readCategories(database: Database, siteId: number, languageId: number): Promise<CategoryRow[]> {
  return database
    .select({
      categoryId: category.categoryId,
      parentId: category.parentId,
      key: category.key,
      name: categoryTranslation.name,
      intro: categoryTranslation.intro,
      metaDescription: categoryTranslation.metaDescription,
      path: route.path,
    })
    .from(category)
    .innerJoin(
      siteCategory,
      and(eq(siteCategory.categoryId, category.categoryId), eq(siteCategory.siteId, siteId)),
    )
    .innerJoin(
      categoryTranslation,
      and(
        eq(categoryTranslation.categoryId, category.categoryId),
        eq(categoryTranslation.languageId, languageId),
      ),
    )
    .innerJoin(
      route,
      and(
        eq(route.categoryId, category.categoryId),
        eq(route.siteId, siteId),
        eq(route.languageId, languageId),
        sql`${route.isCanonical}`,
      ),
    )
    .orderBy(asc(category.position));
}

/** Words of a language by their vocabulary. */
async function readTerms(database: Database, languageId: number): Promise<Map<string, TermRow[]>> {
  const rows = await database
    .select({
      vocabulary: termTranslation.vocabulary,
      key: termTranslation.key,
      name: termTranslation.name,
    })
    .from(termTranslation)
    .where(eq(termTranslation.languageId, languageId));
  return Map.groupBy(rows, ({ vocabulary }) => vocabulary);
}
