import type {
  ComparedProduct,
  ProductDetail,
  ProductSummary,
  ProductType,
} from '../../../../shared/contract/products.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';

import type { FeedModel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { findSafetyInformation } from '../../sites/legal/queries.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { getBreadcrumbs } from '../categories/service.ts';
import { readNextPriceDatesByVariant, readPriceHistoriesByVariant } from '../prices/queries.ts';
import { listTerms } from '../vocabulary/queries.ts';
import { createTerms, type Terms, type VocabularyService } from '../vocabulary/service.ts';
import { applyPlannedProductTexts } from './apply-planned-texts.ts';
import type { CartVariant } from './cart-variant.ts';
import { createDosage, createFeedLabel, createFeedPicture } from './feed-label.ts';
import { createProductRating, createSummary, createVariant } from './product-summaries.ts';
import {
  findProductDetails,
  listAlternativeVariantIds,
  listDefaultVariantIds,
  listProductFacets,
  listRelatedVariantIds,
  listSiblingVariants,
  listVariants,
  type ProductScope,
} from './queries.ts';

export type { CartVariant } from './cart-variant.ts';

/** Product types that are not feed if they have no feed type, except gift cards: Simple and Merchandise. */
export const nonFeedProductTypes: readonly ProductType[] = [1, 3];

export interface ProductService {
  fetchProduct(context: ScopedContext, productVariantId: number): Promise<ProductDetail>;
  /**
   * Returns products in the requested order. Products that the site does not sell are left out; throws
   * `not_found` if none remains.
   */
  fetchProducts(context: ScopedContext, productIds: readonly number[]): Promise<ComparedProduct[]>;
  fetchRelated(context: ScopedContext, productVariantId: number): Promise<ProductSummary[]>;
  /**
   * Returns the list data of variants in the requested order. Those that the site does not sell are left out.
   */
  fetchSummaries(context: ScopedContext, productVariantIds: readonly number[]): Promise<ProductSummary[]>;
  /**
   * Returns variants with the additional data for carts. Feed with incomplete label particulars is left out,
   * because it cannot be ordered.
   *
   * @param transaction transaction in which they are read
   */
  fetchCartVariants(
    context: ScopedContext,
    productVariantIds: readonly number[],
    transaction?: Database,
  ): Promise<CartVariant[]>;
}

/** Returns the constants of the feed model; undefined if the installation gives no advice. */
export type FindFeedModel = (handle: Database) => Promise<FeedModel | undefined>;

/** VAT class of gift cards. */
const VOUCHER_VAT_CLASS = 'voucher';

const MAX_ALTERNATIVES = 3;
const detailFacets = ['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags'];
/** Vocabularies of the terms on a product page. */
const detailVocabularies = ['packaging', 'colour', 'material', 'nutrient', 'additive', ...detailFacets];

type ProductFacetRows = readonly { readonly facet: string; readonly value: string }[];

const listFacetKeys = (facets: ProductFacetRows, key: string): string[] =>
  facets.filter(({ facet }) => facet === key).map(({ value }) => value);

/** Returns the facets of a product as text; facets without a value are left out. */
function createFacetDetails(facets: ProductFacetRows, terms: Terms): ProductDetail['facts'] {
  return detailFacets.flatMap((key) => {
    const values = listFacetKeys(facets, key).map((value) => terms(key, value) ?? value);
    return values.length === 0 ? [] : [{ key, values }];
  });
}

const getProductScope = ({ site, language, now }: ScopedContext): ProductScope => ({
  siteId: site.site.siteId,
  languageId: language.languageId,
  brand: site.site.brand,
  now,
});

/**
 * Reads again if an import was committed in the meantime, because the price and the composition of a product
 * must come from the same import.
 */
async function readFromSameImport<T extends { readonly isFromSameImport: boolean }>(
  read: () => Promise<T>,
): Promise<T> {
  const parts = await read();
  return parts.isFromSameImport ? parts : read();
}

/** Creates the service of products. */
export function createProductService(deps: {
  readonly database: Database;
  readonly vocabulary: VocabularyService;
  readonly planned: PlannedTexts;
  readonly findFeedModel: FindFeedModel;
}): ProductService {
  const { database, vocabulary: words, planned, findFeedModel } = deps;
  const readVariantData = (scope: ProductScope, ids: readonly number[]) =>
    Promise.all([
      listVariants(database, scope, ids),
      readPriceHistoriesByVariant(database, scope, ids),
      words.listTerms(scope.languageId, ['packaging']),
    ]);

  /** Runs sequentially: a transaction has one connection. */
  async function readVariantDataInTransaction(
    transaction: Database,
    scope: ProductScope,
    ids: readonly number[],
  ) {
    const rows = await listVariants(transaction, scope, ids);
    const history = await readPriceHistoriesByVariant(transaction, scope, ids);
    const terms = await listTerms(transaction, scope.languageId, ['packaging']);
    return [rows, history, terms.get('packaging') ?? []] as const;
  }

  async function fetchListed(
    context: ScopedContext,
    ids: readonly number[],
    transaction?: Database,
  ): Promise<(CartVariant & { readonly hasLabel: boolean })[]> {
    if (ids.length === 0) return [];
    const scope = getProductScope(context);
    const [rows, history, termRows] = transaction
      ? await readVariantDataInTransaction(transaction, scope, ids)
      : await readVariantData(scope, ids);
    const terms = createTerms(termRows);
    const byId = new Map(rows.map((row) => [row.variant.productVariantId, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      const summary = row && createSummary(context, row, terms, history);
      if (!summary) return [];
      const { stockAmount, variant, product, hasLabel } = row;
      return {
        summary,
        stockAmount,
        deliveryTimeDays: variant.deliveryTimeDays,
        grossWeightGrams: variant.grossWeightGrams,
        hasLabel,
        vatClass: product.vatClass,
        isVoucher: product.vatClass === VOUCHER_VAT_CLASS,
      };
    });
  }

  const fetchSummaries = async (context: ScopedContext, ids: readonly number[]): Promise<ProductSummary[]> =>
    (await fetchListed(context, ids)).map(({ summary }) => summary);

  const fetchCartVariants = async (
    context: ScopedContext,
    ids: readonly number[],
    transaction?: Database,
  ): Promise<CartVariant[]> =>
    (await fetchListed(context, ids, transaction)).flatMap(({ hasLabel, ...variant }) =>
      hasLabel ? [variant] : [],
    );

  /** Reads the data of a product page. */
  async function readProduct(context: ScopedContext, productVariantId: number) {
    const scope = getProductScope(context);
    const rows = await listSiblingVariants(database, scope, productVariantId);
    const requestedVariant = rows.find(({ variant }) => variant.productVariantId === productVariantId);
    if (!requestedVariant) throw createNotFound();
    const { productId } = requestedVariant.product;
    const variantIds = rows.map(({ variant }) => variant.productVariantId);
    const [details, history, nextPriceDates, facets, feedModel] = await Promise.all([
      findProductDetails(database, productId, scope.languageId),
      readPriceHistoriesByVariant(database, scope, variantIds),
      readNextPriceDatesByVariant(database, scope, variantIds),
      listProductFacets(database, productId),
      findFeedModel(database),
    ]);
    const { productType, vatClass } = requestedVariant.product;
    const isOtherGoods =
      nonFeedProductTypes.includes(productType) &&
      details?.feedType === null &&
      vatClass !== VOUCHER_VAT_CLASS;
    const safety = isOtherGoods
      ? await findSafetyInformation(database, scope.siteId, scope.languageId)
      : null;
    const { terms, categories, importVersion } = await words.fetchVocabulary(scope, detailVocabularies);
    return {
      rows,
      asked: requestedVariant,
      details,
      history,
      nextPriceDates,
      facets,
      feedModel,
      safety,
      terms: createTerms(terms),
      categories,
      isFromSameImport: requestedVariant.importVersion === importVersion,
    };
  }

  /** Reads the data of a comparison. */
  async function readComparison(context: ScopedContext, ids: readonly number[]) {
    const scope = getProductScope(context);
    const rows = await listVariants(database, scope, ids);
    const [history, feedModel, compared] = await Promise.all([
      readPriceHistoriesByVariant(database, scope, ids),
      findFeedModel(database),
      Promise.all(
        rows.map(async (row) => {
          const { productId } = row.product;
          const [details, facets] = await Promise.all([
            findProductDetails(database, productId, scope.languageId),
            listProductFacets(database, productId),
          ]);
          return { row, details, facets };
        }),
      ),
    ]);
    const { terms, importVersion } = await words.fetchVocabulary(scope, [
      'packaging',
      'nutrient',
      ...detailFacets,
    ]);
    return {
      compared,
      history,
      feedModel,
      terms: createTerms(terms),
      isFromSameImport: rows.every((row) => row.importVersion === importVersion),
    };
  }

  return {
    fetchSummaries,
    fetchCartVariants,
    async fetchProduct(context, productVariantId) {
      const { rows, asked, details, history, nextPriceDates, facets, feedModel, safety, terms, categories } =
        await readFromSameImport(() => readProduct(context, productVariantId));
      const { product, name, claim } = asked;
      const variants = rows.flatMap(
        (row) => createVariant(context, row, terms, history, nextPriceDates) ?? [],
      );
      const requested = variants.find((variant) => variant.productVariantId === productVariantId);
      if (!requested || !details) throw createNotFound();
      const pictures = new Map(
        [requested, ...variants].map(({ picture }) => [picture.hash, picture] as const),
      );
      return {
        productId: product.productId,
        productVariantId,
        productType: product.productType,
        key: product.key,
        categoryId: product.categoryId,
        ...(await applyPlannedProductTexts(planned, context, product.key, { name, claim, ...details })),
        brandName: getBrandName(context.site.site.type),
        colourWay: product.colourWay,
        pictures: [...pictures.values()],
        feedPicture: createFeedPicture(details),
        breadcrumbs: getBreadcrumbs(categories, product.categoryId),
        variants,
        facts: createFacetDetails(facets, terms),
        feedLabel: createFeedLabel(details, terms),
        dosage: createDosage(details, listFacetKeys(facets, 'horseTypes'), feedModel, terms),
        safety,
        shelfLifeMonths: details.shelfLifeMonths,
        shelfLifeAfterOpeningMonths: details.shelfLifeAfterOpeningMonths,
        isSiloAvailable: details.isSilo,
        alternatives: requested.stock.isAvailable
          ? []
          : await fetchSummaries(
              context,
              await listAlternativeVariantIds(database, context.site.site.siteId, product, MAX_ALTERNATIVES),
            ),
        rating: createProductRating(asked),
        isNew: product.isNew,
        isSale: requested.price.formerAmountInclVat !== null,
      };
    },

    async fetchProducts(context, productIds) {
      const defaults = await listDefaultVariantIds(database, context.site.site.siteId, productIds);
      const ids = defaults.map(({ productVariantId }) => productVariantId);
      const { compared, history, feedModel, terms } = await readFromSameImport(() =>
        readComparison(context, ids),
      );
      const byId = new Map(compared.map((entry) => [entry.row.product.productId, entry]));
      const answer = [...new Set(productIds)].flatMap((productId) => {
        const { row, details, facets } = byId.get(productId) ?? {};
        const summary = row && createSummary(context, row, terms, history);
        if (!row || !summary || !details || !facets) return [];
        return {
          ...summary,
          netWeightGrams: row.variant.netWeightGrams,
          facts: createFacetDetails(facets, terms),
          constituents: createFeedLabel(details, terms)?.constituents ?? [],
          dosage: createDosage(details, listFacetKeys(facets, 'horseTypes'), feedModel, terms),
        };
      });
      if (answer.length === 0) throw createNotFound();
      return answer;
    },

    async fetchRelated(context, productVariantId) {
      const scope = getProductScope(context);
      const [requestedVariant] = await listVariants(database, scope, [productVariantId]);
      if (!requestedVariant) throw createNotFound();
      return await fetchSummaries(
        context,
        await listRelatedVariantIds(database, scope.siteId, productVariantId),
      );
    },
  };
}
