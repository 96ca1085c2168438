import type { SortKey } from '../../../../shared/contract/list-choices.ts';
import type {
  CategoryInfo,
  FoundPage,
  ProductSearchAnswer,
  ProductSearchRequest,
  ProductSuggestions,
} from '../../../../shared/contract/products.ts';
import { brands } from '../../../../shared/rules/brand-name.ts';
import { vocabularyFacets } from '../../../../shared/rules/vocabulary-facets.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed } from '../../core/http/problem-error.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { CategoryRow } from '../categories/queries.ts';
import { getBreadcrumbs, listSubtreeIds } from '../categories/service.ts';
import type { ProductService } from '../products/service.ts';
import { createTerms, type VocabularyService } from '../vocabulary/service.ts';
import { applyPlannedCategoryTexts, applyPlannedLandingTexts } from './apply-planned-texts.ts';
import {
  createFacets,
  createMaskCondition,
  type FacetCondition,
  type FacetOffer,
  readFilters,
} from './facets.ts';
import type { PageHit, ProductSearch } from './product-search.ts';
import { findPageScope, listFacetValues, listPageRows, type PageScopeRow } from './queries.ts';

export { type SearchEngineName, searchEngineNames } from './engines.ts';
export type { SelectSoldPieces } from './update-product-popularity.ts';

export interface SearchService {
  /** @throws ProblemError 404 if the site sells nothing */
  search(context: ScopedContext, request: ProductSearchRequest): Promise<ProductSearchAnswer>;
  /**
   * Returns suggestions for an unfinished term, or initial suggestions for an empty one.
   *
   * @throws ProblemError 404 if the site sells nothing
   */
  suggest(context: ScopedContext, term: string): Promise<ProductSuggestions>;
}

const MAX_SUGGESTED_PRODUCTS = 5;
const MAX_SUGGESTED_CATEGORIES = 3;
const MAX_SUGGESTED_ARTICLES = 3;

/** Returns a term in normal form; null if it is empty. */
function normalizeTermOrNull(term: string | null): string | null {
  const normal = (term ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return normal === '' ? null : normal;
}

/** Returns the conditions of a page's scope; undefined if the site has none of its categories. */
function createScopeConditions(
  values: PageScopeRow['values'],
  categories: readonly CategoryRow[],
  offer: FacetOffer,
): FacetCondition[] | undefined {
  const conditions = [...Map.groupBy(values, ({ facet }) => facet)].map(([facet, rows]) => {
    const keys = new Set(rows.map(({ value }) => value));
    if (facet !== 'category') return createMaskCondition(facet, keys, offer.values);
    const categoryIds = categories
      .filter(({ key }) => keys.has(key))
      .flatMap(({ categoryId }) => listSubtreeIds(categories, categoryId));
    return categoryIds.length === 0 ? undefined : ({ facetKey: 'product-group', categoryIds } as const);
  });
  return conditions.includes(undefined) ? undefined : conditions.flatMap((condition) => condition ?? []);
}

/** Checks that a request has at most one scope. */
function assertSingleScope(scopes: Readonly<Record<string, number | null>>): void {
  const [, ...others] = Object.entries(scopes).filter(([, id]) => id !== null);
  if (others.length === 0) return;
  throw createValidationFailed(
    others.map(([name]) => ({
      field: name === 'categoryId' ? 'filter.categoryId' : name,
      code: 'one_scope',
    })),
  );
}

/** Creates the service of lists and searches. */
export function createSearchService(deps: {
  readonly database: Database;
  readonly search: ProductSearch;
  readonly vocabulary: VocabularyService;
  readonly products: Pick<ProductService, 'fetchSummaries'>;
  readonly planned: PlannedTexts;
}): SearchService {
  const { vocabulary: words, products, planned } = deps;

  /** Returns the categories of a site. Throws `not_found` if the site sells nothing and has no lists. */
  async function requireCategories(context: ScopedContext): Promise<CategoryRow[]> {
    const categories = await words.listCategories(context.site.site.siteId, context.language.languageId);
    if (categories.length === 0) throw createNotFound();
    return applyPlannedCategoryTexts(planned, context, categories);
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
      const productCount = listSubtreeIds(categories, child.categoryId).reduce(
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

  /** Returns the possible facet values of a scope: its direct subcategories, and the vocabularies. */
  async function fetchOffer(
    context: ScopedContext,
    categories: readonly CategoryRow[],
    categoryId: number | null,
  ): Promise<FacetOffer> {
    const [values, termRows] = await Promise.all([
      listFacetValues(deps.database),
      words.listTerms(context.language.languageId, Object.values(vocabularyFacets)),
    ]);
    return {
      groups: categories
        .filter(({ parentId }) => parentId === categoryId)
        .map((row) => ({
          key: row.key,
          title: row.name,
          categoryIds: listSubtreeIds(categories, row.categoryId),
        })),
      values,
      getTitle: createTerms(termRows),
    };
  }

  /**
   * Returns the product scope of a landing page or an advice category.
   *
   * @throws ProblemError 404 if the site does not have the page, or sells none of its products
   */
  async function fetchPageScope(
    context: ScopedContext,
    contentPageId: number | null,
    kind: 'landing' | 'adviceCategory',
    categories: readonly CategoryRow[],
    offer: FacetOffer,
  ): Promise<{ row: PageScopeRow; scope: FacetCondition[] } | null> {
    if (contentPageId === null) return null;
    const row = await findPageScope(deps.database, getSearchScope(context), { contentPageId, kind });
    const scope = row && createScopeConditions(row.values, categories, offer);
    if (!scope) throw createNotFound();
    return { row: kind === 'landing' ? await applyPlannedLandingTexts(planned, context, row) : row, scope };
  }

  const getSearchScope = (context: ScopedContext) => ({
    siteId: context.site.site.siteId,
    languageId: context.language.languageId,
    brands,
    now: context.now,
  });

  /** Returns pages with texts and addresses, without categories that the site does not have. */
  async function fetchPages(
    context: ScopedContext,
    categories: readonly CategoryRow[],
    hits: readonly PageHit[],
  ): Promise<FoundPage[]> {
    const rows = await listPageRows(deps.database, getSearchScope(context), hits);
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
      assertSingleScope({ categoryId, landingpageId, adviceCategoryId });
      const categories = await requireCategories(context);
      const [category, offer] = await Promise.all([
        categoryId === null ? null : fetchCategory(context, categories, categoryId),
        fetchOffer(context, categories, categoryId),
      ]);
      const [landingPage, theme] = await Promise.all([
        fetchPageScope(context, landingpageId, 'landing', categories, offer),
        fetchPageScope(context, adviceCategoryId, 'adviceCategory', categories, offer),
      ]);
      const conditions = readFilters(filter.filters, offer);
      // Without a term the order is by popularity, and the response states that.
      const term = normalizeTermOrNull(searchTerm);
      const sort: SortKey = pageInfo.sort === 'relevance' && term === null ? 'popularity' : pageInfo.sort;
      const search = {
        ...getSearchScope(context),
        categoryIds: categoryId === null ? null : listSubtreeIds(categories, categoryId),
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
        items: await products.fetchSummaries(context, hits.productVariantIds),
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
        pages: await fetchPages(context, categories, hits.pages),
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
      const term = normalizeTermOrNull(typed);
      if (term === null) {
        const terms = [...(await deps.search.listPopularTerms(scope))];
        return { correctedTerm: null, terms, products: [], categories: [], articles: [] };
      }
      const found = await deps.search.suggest({ ...scope, term }, MAX_SUGGESTED_PRODUCTS);
      const summaries = await products.fetchSummaries(context, found.productVariantIds);
      const pages = await fetchPages(context, categories, found.pages);
      const listPages = (isIncluded: (page: FoundPage) => boolean, maxCount: number) =>
        pages
          .filter(isIncluded)
          .slice(0, maxCount)
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
        categories: listPages(({ kind }) => kind === 'category', MAX_SUGGESTED_CATEGORIES),
        articles: listPages(({ kind }) => kind !== 'category', MAX_SUGGESTED_ARTICLES),
      };
    },
  };
}
