import type { ComparedProduct, ProductDetail, ProductSummary } from '../../../../shared/contract/products.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { getBrandName } from '../../scope/placeholders.ts';
import { getBreadcrumbs } from '../categories/service.ts';
import { findFeedModel } from '../feed-advice/queries.ts';
import { findSafetyInformation, otherGoodsTypes } from '../legal/queries.ts';
import { listNextPriceDates, listPrices } from '../prices/queries.ts';
import type { PlannedTexts } from '../texts/module.ts';
import { listTerms } from '../words/queries.ts';
import { createTerms, type Terms, type WordService } from '../words/service.ts';
import { createDosage, createFeedLabel, createFeedPicture } from './feed-label.ts';
import type { Goods } from './goods.ts';
import { showPlannedWords } from './planned-words.ts';
import {
  findDetails,
  listAlternativeVariantIds,
  listDefaultVariantIds,
  listFacets,
  listRelatedVariantIds,
  listSiblings,
  listVariants,
  type ProductScope,
} from './queries.ts';
import { createRating, createSummary, createVariant } from './summaries.ts';

export type { Goods } from './goods.ts';

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
  fetchGoods(
    context: ScopedContext,
    productVariantIds: readonly number[],
    transaction?: Database,
  ): Promise<Goods[]>;
}

/** VAT class of gift cards. */
const VOUCHER_CLASS = 'voucher';

const MOST_ALTERNATIVES = 3;
const factFacets = ['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags'];
/** Vocabularies of the terms on a product page. */
const detailVocabularies = ['packaging', 'colour', 'material', 'nutrient', 'additive', ...factFacets];

type FacetRows = readonly { readonly facet: string; readonly value: string }[];

const listFacetKeys = (facets: FacetRows, key: string): string[] =>
  facets.filter(({ facet }) => facet === key).map(({ value }) => value);

/** Returns the facets of a product as text; facets without a value are left out. */
function createFacts(facets: FacetRows, terms: Terms): ProductDetail['facts'] {
  return factFacets.flatMap((key) => {
    const values = listFacetKeys(facets, key).map((value) => terms(key, value) ?? value);
    return values.length === 0 ? [] : [{ key, values }];
  });
}

const getScope = ({ site, language, now }: ScopedContext): ProductScope => ({
  siteId: site.site.siteId,
  languageId: language.languageId,
  brand: site.site.brand,
  now,
});

/**
 * Reads again if an import was committed in the meantime, because the price and the composition of a product
 * must come from the same import.
 */
async function readOfOneImport<T extends { readonly isOfOneImport: boolean }>(
  read: () => Promise<T>,
): Promise<T> {
  const parts = await read();
  return parts.isOfOneImport ? parts : read();
}

/** Creates the service of products. */
export function createProductService(deps: {
  readonly database: Database;
  readonly words: WordService;
  readonly planned: PlannedTexts;
}): ProductService {
  const { database, words, planned } = deps;
  const readGoods = (scope: ProductScope, ids: readonly number[]) =>
    Promise.all([
      listVariants(database, scope, ids),
      listPrices(database, scope, ids),
      words.listTerms(scope.languageId, ['packaging']),
    ]);

  /** Runs sequentially: a transaction has one connection. */
  async function readGoodsIn(transaction: Database, scope: ProductScope, ids: readonly number[]) {
    const rows = await listVariants(transaction, scope, ids);
    const history = await listPrices(transaction, scope, ids);
    const terms = await listTerms(transaction, scope.languageId, ['packaging']);
    return [rows, history, terms.get('packaging') ?? []] as const;
  }

  async function fetchListed(
    context: ScopedContext,
    ids: readonly number[],
    transaction?: Database,
  ): Promise<(Goods & { readonly hasLabel: boolean })[]> {
    if (ids.length === 0) return [];
    const scope = getScope(context);
    const [rows, history, termRows] = transaction
      ? await readGoodsIn(transaction, scope, ids)
      : await readGoods(scope, ids);
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
        isVoucher: product.vatClass === VOUCHER_CLASS,
      };
    });
  }

  const fetchSummaries = async (context: ScopedContext, ids: readonly number[]): Promise<ProductSummary[]> =>
    (await fetchListed(context, ids)).map(({ summary }) => summary);

  const fetchGoods = async (
    context: ScopedContext,
    ids: readonly number[],
    transaction?: Database,
  ): Promise<Goods[]> =>
    (await fetchListed(context, ids, transaction)).flatMap(({ hasLabel, ...goods }) =>
      hasLabel ? [goods] : [],
    );

  /** Reads the data of a product page. */
  async function readProduct(context: ScopedContext, productVariantId: number) {
    const scope = getScope(context);
    const rows = await listSiblings(database, scope, productVariantId);
    const asked = rows.find(({ variant }) => variant.productVariantId === productVariantId);
    if (!asked) throw createNotFound();
    const { productId } = asked.product;
    const variantIds = rows.map(({ variant }) => variant.productVariantId);
    const [details, history, nextPriceDates, facets, feedModel] = await Promise.all([
      findDetails(database, productId, scope.languageId),
      listPrices(database, scope, variantIds),
      listNextPriceDates(database, scope, variantIds),
      listFacets(database, productId),
      findFeedModel(database),
    ]);
    const { productType, vatClass } = asked.product;
    const isOtherGoods =
      otherGoodsTypes.includes(productType) && details?.feedType === null && vatClass !== VOUCHER_CLASS;
    const safety = isOtherGoods
      ? await findSafetyInformation(database, scope.siteId, scope.languageId)
      : null;
    const { terms, categories, importVersion } = await words.fetchWords(scope, detailVocabularies);
    return {
      rows,
      asked,
      details,
      history,
      nextPriceDates,
      facets,
      feedModel,
      safety,
      terms: createTerms(terms),
      categories,
      isOfOneImport: asked.importVersion === importVersion,
    };
  }

  /** Reads the data of a comparison. */
  async function readCompared(context: ScopedContext, ids: readonly number[]) {
    const scope = getScope(context);
    const rows = await listVariants(database, scope, ids);
    const [history, feedModel, compared] = await Promise.all([
      listPrices(database, scope, ids),
      findFeedModel(database),
      Promise.all(
        rows.map(async (row) => {
          const { productId } = row.product;
          const [details, facets] = await Promise.all([
            findDetails(database, productId, scope.languageId),
            listFacets(database, productId),
          ]);
          return { row, details, facets };
        }),
      ),
    ]);
    const { terms, importVersion } = await words.fetchWords(scope, ['packaging', 'nutrient', ...factFacets]);
    return {
      compared,
      history,
      feedModel,
      terms: createTerms(terms),
      isOfOneImport: rows.every((row) => row.importVersion === importVersion),
    };
  }

  return {
    fetchSummaries,
    fetchGoods,
    async fetchProduct(context, productVariantId) {
      const { rows, asked, details, history, nextPriceDates, facets, feedModel, safety, terms, categories } =
        await readOfOneImport(() => readProduct(context, productVariantId));
      const { product, name, claim } = asked;
      const variants = rows.flatMap(
        (row) => createVariant(context, row, terms, history, nextPriceDates) ?? [],
      );
      const shown = variants.find((variant) => variant.productVariantId === productVariantId);
      if (!shown || !details) throw createNotFound();
      const pictures = new Map([shown, ...variants].map(({ picture }) => [picture.hash, picture] as const));
      return {
        productId: product.productId,
        productVariantId,
        productType: product.productType,
        key: product.key,
        categoryId: product.categoryId,
        ...(await showPlannedWords(planned, context, product.key, { name, claim, ...details })),
        brandName: getBrandName(context.site),
        colourWay: product.colourWay,
        pictures: [...pictures.values()],
        feedPicture: createFeedPicture(details),
        breadcrumbs: getBreadcrumbs(categories, product.categoryId),
        variants,
        facts: createFacts(facets, terms),
        feedLabel: createFeedLabel(details, terms),
        dosage: createDosage(details, listFacetKeys(facets, 'horseTypes'), feedModel, terms),
        safety,
        shelfLifeMonths: details.shelfLifeMonths,
        shelfLifeAfterOpeningMonths: details.shelfLifeAfterOpeningMonths,
        isSiloAvailable: details.isSilo,
        alternatives: shown.stock.isAvailable
          ? []
          : await fetchSummaries(
              context,
              await listAlternativeVariantIds(database, context.site.site.siteId, product, MOST_ALTERNATIVES),
            ),
        rating: createRating(asked),
        isNew: product.isNew,
        isSale: shown.price.formerAmountInclVat !== null,
      };
    },

    async fetchProducts(context, productIds) {
      const defaults = await listDefaultVariantIds(database, context.site.site.siteId, productIds);
      const ids = defaults.map(({ productVariantId }) => productVariantId);
      const { compared, history, feedModel, terms } = await readOfOneImport(() => readCompared(context, ids));
      const byId = new Map(compared.map((entry) => [entry.row.product.productId, entry]));
      const answer = [...new Set(productIds)].flatMap((productId) => {
        const { row, details, facets } = byId.get(productId) ?? {};
        const summary = row && createSummary(context, row, terms, history);
        if (!row || !summary || !details || !facets) return [];
        return {
          ...summary,
          netWeightGrams: row.variant.netWeightGrams,
          facts: createFacts(facets, terms),
          constituents: createFeedLabel(details, terms)?.constituents ?? [],
          dosage: createDosage(details, listFacetKeys(facets, 'horseTypes'), feedModel, terms),
        };
      });
      if (answer.length === 0) throw createNotFound();
      return answer;
    },

    async fetchRelated(context, productVariantId) {
      const scope = getScope(context);
      const [asked] = await listVariants(database, scope, [productVariantId]);
      if (!asked) throw createNotFound();
      return await fetchSummaries(
        context,
        await listRelatedVariantIds(database, scope.siteId, productVariantId),
      );
    },
  };
}
