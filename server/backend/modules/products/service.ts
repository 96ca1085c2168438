import type {
  Breadcrumb,
  CategoryInfo,
  ComparedProduct,
  Content,
  FoundPage,
  Picture,
  ProductDetail,
  ProductRating,
  ProductSearchAnswer,
  ProductSearchRequest,
  ProductSuggestions,
  ProductSummary,
  ProductVariant,
  SortKey,
} from '../../../../shared/contract/products.ts';
import { getPriceAt, type PastPrice, type PriceInForce } from '../../../../shared/rules/prices.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createNotFound, createValidationFailed } from '../../http/problem-error.ts';
import { brandNames, createPlaceholderFiller, getBrandName } from '../../scope/placeholders.ts';
import { createPrice } from '../prices/service.ts';
import {
  createFacets,
  createMaskCondition,
  type FacetCondition,
  type FacetOffer,
  maskFacets,
  readFilters,
} from '../search/facets.ts';
import type { PageRow, PageScopeRow, ProductSearch } from '../search/product-search.ts';
import { createStock } from '../stock/service.ts';
import { createDosage, createFeedLabel, createFeedPicture } from './feed-label.ts';
import type { CategoryRow, ProductRepository, ProductScope, TermRow, VariantRow } from './queries.ts';

export interface ProductService {
  /** @throws ProblemError 404 on a site that sells nothing */
  search(context: ScopedContext, request: ProductSearchRequest): Promise<ProductSearchAnswer>;
  /**
   * What a term that is being typed may become; where nothing was typed, terms to begin with.
   *
   * @throws ProblemError 404 on a site that sells nothing
   */
  suggest(context: ScopedContext, term: string): Promise<ProductSuggestions>;
  fetchProduct(context: ScopedContext, productVariantId: number): Promise<ProductDetail>;
  /** Products by productId, in the order asked; those that the site does not sell are left out, and where none is left it is 404. */
  fetchProducts(context: ScopedContext, productIds: readonly number[]): Promise<ComparedProduct[]>;
  fetchRelated(context: ScopedContext, productVariantId: number): Promise<ProductSummary[]>;
}

const MOST_SUGGESTED_PRODUCTS = 5;
const MOST_ALTERNATIVES = 3;
const MOST_SUGGESTED_CATEGORIES = 3;
const MOST_SUGGESTED_ARTICLES = 3;
const factFacets = ['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags'];
/** Vocabularies whose words a product page shows. */
const detailVocabularies = ['packaging', 'colour', 'material', 'nutrient', 'additive', ...factFacets];
const intlUnits = { kg: 'kilogram', g: 'gram', l: 'liter', ml: 'milliliter' } as const;

type Terms = (vocabulary: string, key: string) => string | undefined;

function createTerms(rows: readonly TermRow[]): Terms {
  const names = new Map(rows.map(({ vocabulary, key, name }) => [`${vocabulary} ${key}`, name]));
  return (vocabulary, key) => names.get(`${vocabulary} ${key}`);
}

type FacetRows = readonly { readonly facet: string; readonly value: string }[];

const listFacetKeys = (facets: FacetRows, key: string): string[] =>
  facets.filter(({ facet }) => facet === key).map(({ value }) => value);

/** Facets of a product in words; those without a value are left out. */
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

/** Average of the published ratings, rounded half up to one decimal. */
function createRating({ ratingCount, ratingSum }: VariantRow): ProductRating {
  if (!ratingCount || ratingSum === null) return null;
  return { average: Math.floor((ratingSum / ratingCount) * 10 + 0.5) / 10, count: ratingCount };
}

const getContent = ({ variant }: VariantRow): Content => ({
  value: variant.contentValue,
  unit: variant.contentUnit,
});

/** Making one takes a tenth of a millisecond, and a list needs two dozen. There are as many as cultures and units. */
const contentFormats = new Map<string, Intl.NumberFormat>();

function getContentFormat(culture: string, unit: keyof typeof intlUnits): Intl.NumberFormat {
  const key = `${culture} ${unit}`;
  const format =
    contentFormats.get(key) ?? new Intl.NumberFormat(culture, { style: 'unit', unit: intlUnits[unit] });
  contentFormats.set(key, format);
  return format;
}

/** A space and the content in the words of a culture (' 25 kg'); '' for what is counted in pieces. */
export function formatContent({ value, unit }: Content, culture: string): string {
  return unit === 'piece' ? '' : ` ${getContentFormat(culture, unit).format(value)}`;
}

/** A term as it is searched for; null where there is nothing in it. */
function normalizeTerm(term: string | null): string | null {
  const normal = (term ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return normal === '' ? null : normal;
}

/** The conditions of a page's scope; undefined where the site has none of its categories. */
function createScope(
  values: PageScopeRow['values'],
  categories: readonly CategoryRow[],
  offer: FacetOffer,
): FacetCondition[] | undefined {
  const conditions = [...Map.groupBy(values, ({ facet }) => facet)].map(([facet, rows]) => {
    const keys = new Set(rows.map(({ value }) => value));
    if (facet !== 'category') return createMaskCondition(facet, keys, offer.values);
    const categoryIds = categories
      .filter(({ key }) => keys.has(key))
      .flatMap(({ categoryId }) => listBelow(categories, categoryId));
    return categoryIds.length === 0 ? undefined : ({ facetKey: 'product-group', categoryIds } as const);
  });
  return conditions.includes(undefined) ? undefined : conditions.flatMap((condition) => condition ?? []);
}

/** A list has one scope. */
function checkScopes(scopes: Readonly<Record<string, number | null>>): void {
  const [, ...others] = Object.entries(scopes).filter(([, id]) => id !== null);
  if (others.length === 0) return;
  throw createValidationFailed(
    others.map(([name]) => ({
      field: name === 'categoryId' ? 'filter.categoryId' : name,
      code: 'one_scope',
    })),
  );
}

/** A category and everything below it. */
function listBelow(categories: readonly CategoryRow[], categoryId: number): number[] {
  const below = categories.filter(({ parentId }) => parentId === categoryId);
  return [categoryId, ...below.flatMap((child) => listBelow(categories, child.categoryId))];
}

/** The last day, in UTC, of a price that another one follows, or of the reduction that it is. */
function getLastDay({ reducedUntilMs }: PriceInForce, nextPriceDate: Date | undefined): string | null {
  const endMs = Math.min(
    reducedUntilMs ?? Number.POSITIVE_INFINITY,
    nextPriceDate?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(endMs) ? new Date(endMs - 1).toISOString().slice(0, 10) : null;
}

/** Reads once more where an import was committed meanwhile: what a product is told to cost and to be made of belongs together. */
async function readOfOneImport<T extends { readonly isOfOneImport: boolean }>(
  read: () => Promise<T>,
): Promise<T> {
  const parts = await read();
  return parts.isOfOneImport ? parts : read();
}

/** Makes the service of products and their lists. */
export function createProductService(deps: {
  products: ProductRepository;
  search: ProductSearch;
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
    const current = getPriceAt(history.get(variant.productVariantId) ?? [], context.now.getTime());
    // What has no price yet cannot be sold.
    if (!current) return null;
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
      colour: variant.colour === null ? null : (terms('colour', variant.colour) ?? variant.colour),
      palletQuantity: variant.palletQuantity,
      price: createPrice(context.site, { vatClass: product.vatClass, content }, current),
      priceValidUntil: getLastDay(current, nextPriceDates.get(variant.productVariantId)),
      stock: createStock(row.stockAmount, variant.deliveryTimeDays),
    };
  }

  function createSummary(
    context: ScopedContext,
    row: VariantRow,
    terms: Terms,
    history: ReadonlyMap<number, readonly PastPrice[]>,
  ): ProductSummary | null {
    const variant = createVariant(context, row, terms, history);
    if (!variant) return null;
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
      isSale: price.formerAmountInclVat !== null,
      variantCount: row.variantCount,
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
      return (row && createSummary(context, row, terms, history)) ?? [];
    });
  }

  /** What the page of a product is made of. */
  async function readProduct(context: ScopedContext, productVariantId: number) {
    const scope = getScope(context);
    const rows = await products.listSiblings(scope, productVariantId);
    const asked = rows.find(({ variant }) => variant.productVariantId === productVariantId);
    if (!asked) throw createNotFound();
    const { productId } = asked.product;
    const variantIds = rows.map(({ variant }) => variant.productVariantId);
    const [details, history, nextPriceDates, facets] = await Promise.all([
      products.findDetails(productId, scope.languageId),
      products.listPrices(scope, variantIds),
      products.listNextPriceDates(scope, variantIds),
      products.listFacets(productId),
    ]);
    const { terms, categories, importVersion } = await products.fetchWords(scope, detailVocabularies);
    return {
      rows,
      asked,
      details,
      history,
      nextPriceDates,
      facets,
      terms: createTerms(terms),
      categories,
      isOfOneImport: asked.importVersion === importVersion,
    };
  }

  /** What a comparison is made of. */
  async function readCompared(context: ScopedContext, ids: readonly number[]) {
    const scope = getScope(context);
    const rows = await products.listVariants(scope, ids);
    const [history, compared] = await Promise.all([
      products.listPrices(scope, ids),
      Promise.all(
        rows.map(async (row) => {
          const { productId } = row.product;
          const [details, facets] = await Promise.all([
            products.findDetails(productId, scope.languageId),
            products.listFacets(productId),
          ]);
          return { row, details, facets };
        }),
      ),
    ]);
    const { terms, importVersion } = await products.fetchWords(scope, [
      'packaging',
      'nutrient',
      ...factFacets,
    ]);
    return {
      compared,
      history,
      terms: createTerms(terms),
      isOfOneImport: rows.every((row) => row.importVersion === importVersion),
    };
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

  /** The site's categories; a site that sells nothing has none, and no lists either. */
  async function requireCategories({ site, language }: ScopedContext): Promise<CategoryRow[]> {
    const categories = await products.listCategories(site.site.siteId, language.languageId);
    if (categories.length === 0) throw createNotFound();
    return categories;
  }

  async function fetchCategory(
    context: ScopedContext,
    categories: readonly CategoryRow[],
    categoryId: number,
  ): Promise<CategoryInfo> {
    const row = categories.find((candidate) => candidate.categoryId === categoryId);
    if (!row) throw createNotFound();
    const counts = await deps.search.countByCategory(context.site.site.siteId, context.now);
    const children = categories.flatMap((child) => {
      if (child.parentId !== categoryId) return [];
      const productCount = listBelow(categories, child.categoryId).reduce(
        (sum, id) => sum + (counts.get(id) ?? 0),
        0,
      );
      if (productCount === 0) return [];
      return [{ categoryId: child.categoryId, title: child.name, url: encodeURI(child.path), productCount }];
    });
    return {
      categoryId,
      key: row.key,
      title: row.name,
      intro: row.intro,
      metaDescription: row.metaDescription,
      url: encodeURI(row.path),
      breadcrumbs: getBreadcrumbs(categories, categoryId),
      children,
    };
  }

  /** What the facets of a scope may have: the categories right below it, and the vocabularies. */
  async function fetchOffer(
    context: ScopedContext,
    categories: readonly CategoryRow[],
    categoryId: number | null,
  ): Promise<FacetOffer> {
    const [values, termRows] = await Promise.all([
      deps.search.listFacetValues(),
      products.listTerms(context.language.languageId, Object.values(maskFacets)),
    ]);
    return {
      groups: categories
        .filter(({ parentId }) => parentId === categoryId)
        .map((row) => ({
          key: row.key,
          title: row.name,
          categoryIds: listBelow(categories, row.categoryId),
        })),
      values,
      getTitle: createTerms(termRows),
    };
  }

  /**
   * What a landing page, or the theme of an advice article, asks of its products.
   *
   * @throws ProblemError 404 where the site has no such page, or sells nothing that it is about
   */
  async function fetchPageScope(
    context: ScopedContext,
    contentPageId: number | null,
    kind: 'landing' | 'advice',
    categories: readonly CategoryRow[],
    offer: FacetOffer,
  ): Promise<{ row: PageScopeRow; scope: FacetCondition[] } | null> {
    if (contentPageId === null) return null;
    const { siteId } = context.site.site;
    const row = await deps.search.findPageScope(siteId, context.language.languageId, { contentPageId, kind });
    const scope = row && createScope(row.values, categories, offer);
    if (!scope) throw createNotFound();
    return { row, scope };
  }

  const getSearchScope = (context: ScopedContext) => ({
    siteId: context.site.site.siteId,
    languageId: context.language.languageId,
    brands: brandNames,
    now: context.now,
  });

  /** Pages with their texts filled in and their addresses; categories that the site has not are left out. */
  function createPages(
    context: ScopedContext,
    categories: readonly CategoryRow[],
    rows: readonly PageRow[],
  ): FoundPage[] {
    const texts = createPlaceholderFiller(context.site, context.language);
    return rows.flatMap((row): FoundPage[] => {
      if (row.kind === 'category') {
        const category = categories.find(({ categoryId }) => categoryId === row.categoryId);
        if (!category) return [];
        const { name, intro, path } = category;
        return [{ kind: 'category', key: row.key, title: name, summary: intro, url: encodeURI(path) }];
      }
      return [
        {
          kind: row.kind === 'landing' || row.kind === 'page' ? row.kind : 'article',
          key: row.key,
          title: texts.fill(row.title),
          summary: row.summary === null ? null : texts.fill(row.summary),
          url: encodeURI(row.path),
        },
      ];
    });
  }

  return {
    async search(context, { filter, pageInfo, landingpageId = null, adviceCategoryId = null }) {
      const { categoryId = null, searchTerm = null } = filter;
      checkScopes({ categoryId, landingpageId, adviceCategoryId });
      const categories = await requireCategories(context);
      const [category, offer] = await Promise.all([
        categoryId === null ? null : fetchCategory(context, categories, categoryId),
        fetchOffer(context, categories, categoryId),
      ]);
      const [landingPage, theme] = await Promise.all([
        fetchPageScope(context, landingpageId, 'landing', categories, offer),
        fetchPageScope(context, adviceCategoryId, 'advice', categories, offer),
      ]);
      const conditions = readFilters(filter.filters, offer);
      // Without a term everything is equally relevant: the order is that of popularity, and the answer says so.
      const term = normalizeTerm(searchTerm);
      const sort: SortKey = pageInfo.sort === 'relevance' && term === null ? 'popularity' : pageInfo.sort;
      const search = {
        ...getSearchScope(context),
        categoryIds: categoryId === null ? null : listBelow(categories, categoryId),
        scope: [...(landingPage?.scope ?? []), ...(theme?.scope ?? [])],
        term,
        conditions,
      };
      const page = {
        sort,
        descending: pageInfo.descending,
        limit: pageInfo.pageSize,
        offset: (pageInfo.page - 1) * pageInfo.pageSize,
      };
      const hits = await deps.search.find(search, page);
      return {
        items: await fetchSummaries(context, hits.productVariantIds),
        total: hits.total,
        paging: { ...pageInfo, sort },
        sortOptions: [
          ...(term === null ? [] : (['relevance'] as const)),
          'popularity',
          'price',
          ...(hits.hasWeights ? (['price-per-kg'] as const) : []),
          'rating',
          'newest',
          'name',
        ],
        facets: createFacets(filter.filters, offer, hits),
        correctedTerm: hits.correctedTerm,
        leftOutWords: [...hits.leftOutWords],
        pages: createPages(context, categories, hits.pages),
        category,
        landingPage:
          landingPage === null || landingpageId === null
            ? null
            : {
                landingpageId,
                key: landingPage.row.key,
                title: landingPage.row.title,
                intro: landingPage.row.intro,
                metaDescription: landingPage.row.metaDescription,
                url: encodeURI(landingPage.row.path),
                breadcrumbs: [{ title: landingPage.row.title, url: encodeURI(landingPage.row.path) }],
              },
      };
    },

    async suggest(context, typed) {
      const scope = getSearchScope(context);
      const categories = await requireCategories(context);
      const term = normalizeTerm(typed);
      if (term === null) {
        const terms = [...(await deps.search.listPopularTerms(scope))];
        return { correctedTerm: null, terms, products: [], categories: [], articles: [] };
      }
      const found = await deps.search.suggest({ ...scope, term }, MOST_SUGGESTED_PRODUCTS);
      const summaries = await fetchSummaries(context, found.productVariantIds);
      const pages = createPages(context, categories, found.pages);
      const listPages = (isWanted: (page: FoundPage) => boolean, most: number) =>
        pages
          .filter(isWanted)
          .slice(0, most)
          .map(({ title, url }) => ({ title, url }));
      return {
        correctedTerm: found.correctedTerm,
        terms: [...found.terms],
        products: summaries.map(
          ({ productVariantId, title, url, picture, colourWay, packagingName, content, price }) => ({
            productVariantId,
            title,
            url,
            picture,
            colourWay,
            packagingName,
            content,
            amountInclVat: price.amountInclVat,
          }),
        ),
        categories: listPages(({ kind }) => kind === 'category', MOST_SUGGESTED_CATEGORIES),
        articles: listPages(({ kind }) => kind !== 'category', MOST_SUGGESTED_ARTICLES),
      };
    },

    async fetchProduct(context, productVariantId) {
      const { rows, asked, details, history, nextPriceDates, facets, terms, categories } =
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
        title: name,
        claim,
        description: details.body,
        benefits: details.benefits,
        brandName: getBrandName(context.site),
        colourWay: product.colourWay,
        pictures: [...pictures.values()],
        feedPicture: createFeedPicture(details),
        breadcrumbs: getBreadcrumbs(categories, product.categoryId),
        variants,
        facts: createFacts(facets, terms),
        feedLabel: createFeedLabel(details, terms),
        directions: details.directions === '' ? null : details.directions,
        dosage: createDosage(details.feedAdvice, listFacetKeys(facets, 'horseTypes')),
        shelfLifeMonths: details.shelfLifeMonths,
        shelfLifeAfterOpeningMonths: details.shelfLifeAfterOpeningMonths,
        isSiloAvailable: details.isSilo,
        alternatives: shown.stock.isAvailable
          ? []
          : await fetchSummaries(
              context,
              await products.listAlternativeVariantIds(context.site.site.siteId, product, MOST_ALTERNATIVES),
            ),
        rating: createRating(asked),
        isNew: product.isNew,
        isSale: shown.price.formerAmountInclVat !== null,
      };
    },

    async fetchProducts(context, productIds) {
      const defaults = await products.listDefaultVariantIds(context.site.site.siteId, productIds);
      const ids = defaults.map(({ productVariantId }) => productVariantId);
      const { compared, history, terms } = await readOfOneImport(() => readCompared(context, ids));
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
          dosage: createDosage(details.feedAdvice, listFacetKeys(facets, 'horseTypes')),
        };
      });
      if (answer.length === 0) throw createNotFound();
      return answer;
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
