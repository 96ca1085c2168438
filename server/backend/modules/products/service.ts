import type {
  Breadcrumb,
  CategoryInfo,
  Content,
  Picture,
  ProductDetail,
  ProductRating,
  ProductSearchAnswer,
  ProductSearchRequest,
  ProductSummary,
  ProductVariant,
  SortKey,
} from '../../../../shared/contract/products.ts';
import type { PastPrice } from '../../../../shared/rules/prices.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { getBrandName } from '../sites/placeholders.ts';
import { createDosage, createFeedLabel } from './feed-label.ts';
import { createPrice, createStock, getVatPercentageByClass } from './price-of-variant.ts';
import type { CategoryRow, ProductRepository, ProductScope, TermRow, VariantRow } from './repository.ts';
import type { ProductSearchRepository } from './search-repository.ts';
import { createSearchTerms } from './search-terms.ts';

export interface ProductService {
  search(context: ScopedContext, request: ProductSearchRequest): Promise<ProductSearchAnswer>;
  fetchProduct(context: ScopedContext, productVariantId: number): Promise<ProductDetail>;
  /** Products by productId, in the order asked; those that the site does not sell are left out. */
  fetchProducts(context: ScopedContext, productIds: readonly number[]): Promise<ProductSummary[]>;
  fetchRelated(context: ScopedContext, productVariantId: number): Promise<ProductSummary[]>;
}

const factFacets = ['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags'];
/** Vocabularies whose words a product page shows. */
const detailVocabularies = ['packaging', 'material', 'nutrient', 'additive', ...factFacets];
const intlUnits = { kg: 'kilogram', g: 'gram', l: 'liter', ml: 'milliliter' } as const;

type Terms = (vocabulary: string, key: string) => string | undefined;

function createTerms(rows: readonly TermRow[]): Terms {
  const names = new Map(rows.map(({ vocabulary, key, name }) => [`${vocabulary} ${key}`, name]));
  return (vocabulary, key) => names.get(`${vocabulary} ${key}`);
}

const getScope = ({ site, language, now }: ScopedContext): ProductScope => ({
  siteId: site.site.siteId,
  languageId: language.languageId,
  brand: site.site.brand,
  now,
});

/** Average of the published ratings, rounded half up to one decimal. */
function createRating({ ratingCount, ratingSum }: VariantRow): ProductRating {
  if (!ratingCount || ratingSum === null) return null;
  return { average: Math.floor((ratingSum / ratingCount) * 10 + 0.5) / 10, count: ratingCount };
}

const getContent = ({ variant }: VariantRow): Content => ({
  value: variant.contentValue,
  unit: variant.contentUnit,
});

function formatContent({ value, unit }: Content, culture: string): string {
  if (unit === 'piece') return '';
  return ` ${new Intl.NumberFormat(culture, { style: 'unit', unit: intlUnits[unit] }).format(value)}`;
}

/** The day, in UTC, on which a price ends that another one follows. */
function getLastDay(nextPriceDate: Date | undefined): string | null {
  return nextPriceDate ? new Date(nextPriceDate.getTime() - 1).toISOString().slice(0, 10) : null;
}

/** Makes the service of products and their lists. */
export function createProductService(deps: {
  products: ProductRepository;
  search: ProductSearchRepository;
}): ProductService {
  const { products } = deps;

  function createPicture(context: ScopedContext, row: VariantRow, packagingName: string): Picture {
    const size = formatContent(getContent(row), context.language.culture);
    const name = `${getBrandName(context.site)} ${row.name}`;
    return { ...row.picture, alt: `${name}, ${packagingName}${size}` };
  }

  function createVariant(
    context: ScopedContext,
    row: VariantRow,
    terms: Terms,
    history: ReadonlyMap<number, readonly PastPrice[]>,
    nextPriceDates: ReadonlyMap<number, Date> = new Map(),
  ): ProductVariant | null {
    const { product, variant } = row;
    const content = getContent(row);
    const price = createPrice(
      context.site,
      { vatClass: product.vatClass, content },
      history.get(variant.productVariantId) ?? [],
      context.now,
    );
    if (!price) return null;
    const packagingName = terms('packaging', variant.packaging) ?? variant.packaging;
    return {
      productVariantId: variant.productVariantId,
      articleNumber: variant.articleNumber,
      ean: variant.ean,
      url: encodeURI(row.path),
      isDefault: variant.isDefault,
      picture: createPicture(context, row, packagingName),
      packaging: variant.packaging,
      packagingName,
      content,
      netWeightGrams: variant.netWeightGrams,
      grossWeightGrams: variant.grossWeightGrams,
      dimensionsCm: variant.dimensionsCm,
      colour: variant.colour,
      palletQuantity: variant.palletQuantity,
      price,
      priceValidUntil: getLastDay(nextPriceDates.get(variant.productVariantId)),
      stock: createStock(row.stockAmount, variant.deliveryTimeDays),
    };
  }

  async function fetchSummaries(context: ScopedContext, ids: readonly number[]): Promise<ProductSummary[]> {
    if (ids.length === 0) return [];
    const scope = getScope(context);
    const [rows, history, termRows] = await Promise.all([
      products.listVariants(scope, ids),
      products.listPrices(scope, ids),
      products.listTerms(scope.languageId, ['packaging']),
    ]);
    const terms = createTerms(termRows);
    const byId = new Map(rows.map((row) => [row.variant.productVariantId, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      const variant = row && createVariant(context, row, terms, history);
      if (!row || !variant) return [];
      const { product, name, claim } = row;
      const { productVariantId, url, picture, packaging, packagingName, content, price, stock } = variant;
      return {
        productId: product.productId,
        productVariantId,
        productType: product.productType,
        key: product.key,
        categoryId: product.categoryId,
        title: name,
        claim,
        url,
        picture,
        colourWay: product.colourWay,
        packaging,
        packagingName,
        content,
        price,
        stock,
        rating: createRating(row),
        isNew: product.isNew,
        isSale: product.isSale,
        variantCount: row.variantCount,
      };
    });
  }

  /** The category and its ancestors, topmost first. */
  function getBreadcrumbs(categories: readonly CategoryRow[], categoryId: number): Breadcrumb[] {
    const crumbs: Breadcrumb[] = [];
    for (let id: number | null = categoryId; id !== null; ) {
      const row: CategoryRow | undefined = categories.find((candidate) => candidate.categoryId === id);
      if (!row) break;
      crumbs.unshift({ title: row.name, url: encodeURI(row.path) });
      id = row.parentId;
    }
    return crumbs;
  }

  async function fetchCategory(context: ScopedContext, categoryId: number): Promise<CategoryInfo> {
    const scope = getScope(context);
    const categories = await products.listCategories(scope.siteId, scope.languageId);
    const row = categories.find((candidate) => candidate.categoryId === categoryId);
    if (!row) throw createNotFound();
    return {
      categoryId,
      key: row.key,
      title: row.name,
      intro: row.intro,
      metaDescription: row.metaDescription,
      url: encodeURI(row.path),
      breadcrumbs: getBreadcrumbs(categories, categoryId),
      children: categories
        .filter(({ parentId, productCount }) => parentId === categoryId && productCount > 0)
        .map((child) => ({
          categoryId: child.categoryId,
          title: child.name,
          url: encodeURI(child.path),
          productCount: child.productCount,
        })),
    };
  }

  return {
    async search(context, { filter, pageInfo }) {
      const scope = getScope(context);
      const category = filter.categoryId === null ? null : await fetchCategory(context, filter.categoryId);
      const terms = createSearchTerms(filter.searchTerm);
      const search = {
        siteId: scope.siteId,
        languageId: scope.languageId,
        searchConfig: context.language.searchConfig,
        categoryId: filter.categoryId,
        terms,
        now: context.now,
        vatPercentageByClass: getVatPercentageByClass(context.site),
      };
      // Without a term everything is equally relevant: the order is that of popularity, and the answer says so.
      const sort: SortKey = pageInfo.sort === 'relevance' && !terms ? 'popularity' : pageInfo.sort;
      const { total, hasWeights, productVariantIds } = await deps.search.find(search, {
        sort,
        descending: pageInfo.descending,
        limit: pageInfo.pageSize,
        offset: (pageInfo.page - 1) * pageInfo.pageSize,
      });
      return {
        items: await fetchSummaries(context, productVariantIds),
        total,
        paging: { ...pageInfo, sort },
        sortOptions: [
          ...(terms ? (['relevance'] as const) : []),
          'popularity',
          'price',
          ...(hasWeights ? (['price-per-kg'] as const) : []),
          'rating',
          'newest',
          'name',
        ],
        facets: [],
        correctedTerm: null,
        category,
      };
    },

    async fetchProduct(context, productVariantId) {
      const scope = getScope(context);
      const rows = await products.listSiblings(scope, productVariantId);
      const asked = rows.find(({ variant }) => variant.productVariantId === productVariantId);
      if (!asked) throw createNotFound();
      const { product, name, claim } = asked;
      const variantIds = rows.map(({ variant }) => variant.productVariantId);
      const [details, history, nextPriceDates, termRows, facets, categories] = await Promise.all([
        products.findDetails(product.productId, scope.languageId),
        products.listPrices(scope, variantIds),
        products.listNextPriceDates(scope, variantIds),
        products.listTerms(scope.languageId, detailVocabularies),
        products.listFacets(product.productId),
        products.listCategories(scope.siteId, scope.languageId),
      ]);
      const terms = createTerms(termRows);
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
        title: name,
        claim,
        description: details.body,
        benefits: details.benefits,
        brandName: getBrandName(context.site),
        colourWay: product.colourWay,
        pictures: [...pictures.values()],
        breadcrumbs: getBreadcrumbs(categories, product.categoryId),
        variants,
        facts: factFacets.flatMap((key) => {
          const values = facets
            .filter(({ facet }) => facet === key)
            .map(({ value }) => terms(key, value) ?? value);
          return values.length === 0 ? [] : [{ key, values }];
        }),
        feedLabel: createFeedLabel(details, terms),
        directions: details.directions === '' ? null : details.directions,
        dosage: createDosage(details.feedAdvice),
        shelfLifeMonths: details.shelfLifeMonths,
        shelfLifeAfterOpeningMonths: details.shelfLifeAfterOpeningMonths,
        isSiloAvailable: details.isSilo,
        rating: createRating(asked),
        isNew: product.isNew,
        isSale: product.isSale,
      };
    },

    async fetchProducts(context, productIds) {
      const rows = await products.listDefaultVariantIds(context.site.site.siteId, productIds);
      const ids = [...new Set(productIds)].flatMap((id) =>
        rows.filter(({ productId }) => productId === id).map(({ productVariantId }) => productVariantId),
      );
      return await fetchSummaries(context, ids);
    },

    async fetchRelated(context, productVariantId) {
      const scope = getScope(context);
      const [asked] = await products.listVariants(scope, [productVariantId]);
      if (!asked) throw createNotFound();
      return await fetchSummaries(
        context,
        await products.listRelatedVariantIds(scope.siteId, productVariantId),
      );
    },
  };
}
