import type { Caption, ContentKind } from '../../../shared/contract/content.ts';
import type { SortKey } from '../../../shared/contract/list-choices.ts';
import type { ClipName } from '../../../shared/contract/primitives.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { ShopFiles } from './read-shop-files.ts';
import type { CategoryRow, PageText, ProductRow, SiteRow } from './shop-file-schemas.ts';

/**
 * Keys of the pages that every shop has. Their order determines their ids, from 101: append only, never
 * reorder.
 */
const PAGE_KEYS = [
  'home',
  'customer-service',
  'contact',
  'delivery',
  'returns',
  'payment',
  'about',
  'become-a-dealer',
  'jobs',
  'terms',
  'privacy',
  'cookies',
  'accessibility',
  'imprint',
  'silo-supply',
  'roughage-tests',
  'how-rqs-works',
  'checkout-success',
  'checkout-success-rqs',
  'checkout-failed',
  'not-found',
  'internal-error',
  'how-reviews-work',
  'withdrawal',
] as const;
type PageKey = (typeof PAGE_KEYS)[number];

/** Ids of articles are up to 100, and from 1001. */
export const LAST_ID_OF_FIRST_ARTICLE_RANGE = 100;
export const FIRST_ID_OF_SECOND_ARTICLE_RANGE = 1001;

const GROUP_HOME_PAGE = { contentPageId: 201, key: 'group-home' } as const;

/** Pages without an address, because they are shown instead of others or after a form. */
const PAGES_WITHOUT_ADDRESS: ReadonlySet<string> = new Set<PageKey>([
  'not-found',
  'internal-error',
  'checkout-success',
  'checkout-success-rqs',
  'checkout-failed',
]);

/** Pages and articles about tests, omitted from a shop that sells none. */
const ROUGHAGE_TEST_CONTENT: ReadonlySet<string> = new Set([
  'roughage-tests',
  'how-rqs-works',
  'roughage-sampling',
  'reading-hygiene-scan',
  'partner-laboratory',
  'advice-roughage',
]);

/** Pages that the corporate site shares with the other sites. */
const CORPORATE_PAGES: ReadonlySet<string> = new Set<PageKey>([
  'about',
  'silo-supply',
  'roughage-tests',
  'how-rqs-works',
  'become-a-dealer',
  'jobs',
  'contact',
  'terms',
  'privacy',
  'cookies',
  'accessibility',
  'imprint',
  'not-found',
  'internal-error',
]);

/** Category of the roughage tests. It and its subcategories exist only on sites that sell tests. */
const TESTS_CATEGORY = 'tests';

/**
 * Kinds of content pages. 'landing' is a list of products with its own title, text and path; it is served by
 * the product search, not as content.
 */
export type ContentPageKind = ContentKind | 'landing';

/** Page or article, without its texts. */
export interface ContentItem {
  readonly contentPageId: number;
  readonly key: string;
  readonly kind: ContentPageKind;
  readonly publishedOn: string | null;
  readonly author: string | null;
  readonly relatedProducts: readonly string[];
  /** Key of the parent category. */
  readonly category?: string | undefined;
  readonly clip?: ClipName | undefined;
  /** Default order of its product list. */
  readonly listSort?: SortKey | undefined;
}

/** Texts of a content item in one language, and their location in the files. */
export interface ContentText {
  readonly title: string;
  readonly metaDescription: string;
  readonly summary: string | null;
  readonly bodyMarkdown: string;
  readonly urlSlug: string;
  readonly captions?: readonly Caption[] | undefined;
  readonly file: string;
  readonly row: string;
}

/** Returns true if an amount in euros has at most two decimals. `toCents` would round a third one. */
export const hasAtMostTwoDecimals = (euro: number): boolean =>
  Math.abs(euro * 100 - Math.round(euro * 100)) < 1e-6;

/** Converts euros, as in the files, to cents. */
export const toCents = (euro: number): number => Math.round(euro * 100);

/** Returns the id of a page by its key. */
function getShopPageId(key: PageKey): number {
  return 101 + PAGE_KEYS.indexOf(key);
}

/**
 * Returns the ids of the pages of the Site entity. The corporate site has a different home page and no
 * customer service.
 */
export function getSitePageIds(site: SiteRow) {
  const corporate = isCorporate(site);
  return {
    rootContentPageId: corporate ? GROUP_HOME_PAGE.contentPageId : getShopPageId('home'),
    notFoundContentPageId: getShopPageId('not-found'),
    internalErrorContentPageId: getShopPageId('internal-error'),
    customerServiceContentPageId: getShopPageId(corporate ? 'contact' : 'customer-service'),
    checkoutSuccessPageId: getShopPageId('checkout-success'),
    checkoutSuccessRqsPageId: getShopPageId('checkout-success-rqs'),
    checkoutFailedPageId: getShopPageId('checkout-failed'),
    rqsContentPageId: corporate || site.enableRqs ? getShopPageId('roughage-tests') : null,
    currencyConversionDisclaimerPageId:
      !corporate && site.currencyConversionDisclaimer ? getShopPageId('payment') : null,
    becomeDealerPageId: getShopPageId('become-a-dealer'),
  };
}

/** Lists all pages and articles of the shop, of any site. */
export function listContent(files: ShopFiles): ContentItem[] {
  const page = { kind: 'page', publishedOn: null, author: null, relatedProducts: [] } as const;
  return [
    ...files.articles.map(({ id, ...article }) => ({ contentPageId: id, ...article })),
    ...PAGE_KEYS.map((key) => ({ ...page, contentPageId: getShopPageId(key), key })),
    ...files.landingPages.map(({ id, key, sort }) => ({
      ...page,
      kind: 'landing' as const,
      contentPageId: id,
      key,
      listSort: sort,
    })),
    ...(files.group.size > 0 ? [{ ...page, ...GROUP_HOME_PAGE }] : []),
  ];
}

/** Returns the texts of an item in a language; undefined if the files do not contain them. */
export function findContentText(files: ShopFiles, item: ContentItem, code: string): ContentText | undefined {
  if (item.key === GROUP_HOME_PAGE.key)
    return toContentText(files.group.get(code)?.home, 'group.json', `${code}.home`);
  if (item.kind === 'landing') {
    const text = files.landingPages.find(({ key }) => key === item.key)?.texts[code];
    const row = `landingPages.${item.key}`;
    return text && { ...text, summary: text.intro, bodyMarkdown: '', file: 'landing-pages.json', row };
  }
  const file = `texts/${code}.json`;
  const texts = files.texts.get(code);
  if (item.kind === 'page') return toContentText(texts?.pages[item.key], file, `pages.${item.key}`);
  const article = texts?.articles[item.key];
  if (!article) return undefined;
  return { ...article, metaDescription: article.summary, file, row: `articles.${item.key}` };
}

function toContentText(page: PageText | undefined, file: string, row: string): ContentText | undefined {
  return page && { ...page, summary: null, file, row };
}

export const isCorporateHomePage = (item: Pick<ContentItem, 'key'>): boolean =>
  item.key === GROUP_HOME_PAGE.key;

export const hasAddress = (item: Pick<ContentItem, 'key'>): boolean => !PAGES_WITHOUT_ADDRESS.has(item.key);

/**
 * Returns true for the pages and news that a corporate site shares with the others, and for its home page.
 */
export const isOnCorporateSite = (item: Pick<ContentItem, 'key' | 'kind'>): boolean =>
  isCorporateHomePage(item) || item.kind === 'news' || CORPORATE_PAGES.has(item.key);

/** Returns true if a site has the content item. */
export function isContentOnSite(item: ContentItem, site: SiteRow): boolean {
  if (isCorporate(site)) return isOnCorporateSite(item);
  if (isCorporateHomePage(item)) return false;
  return site.enableRqs || !ROUGHAGE_TEST_CONTENT.has(item.key);
}

/** Lists the categories of a site: none if it is corporate, no tests if it does not sell them. */
export function listCategoriesOfSite(categories: readonly CategoryRow[], site: SiteRow): CategoryRow[] {
  if (isCorporate(site)) return [];
  if (site.enableRqs) return [...categories];
  return categories.filter(
    (category) => !listAncestors(categories, category).some((ancestor) => ancestor.key === TESTS_CATEGORY),
  );
}

/**
 * Lists the products of a site: those of its categories, without the sample-based types 4 and 5 if it does
 * not sell tests.
 */
export function listProductsOfSite(files: ShopFiles, site: SiteRow): ProductRow[] {
  const categories = new Set(listCategoriesOfSite(files.categories, site).map((category) => category.id));
  return files.products.filter(
    (product) => categories.has(product.categoryId) && (site.enableRqs || product.productType < 4),
  );
}

/** Returns the category, its parent and so on. Stops at a cycle in the files. */
export function listAncestors(categories: readonly CategoryRow[], category: CategoryRow): CategoryRow[] {
  const found: CategoryRow[] = [];
  let next: CategoryRow | undefined = category;
  while (next && !found.includes(next)) {
    found.push(next);
    const { parentId }: CategoryRow = next;
    next = parentId === null ? undefined : categories.find(({ id }) => id === parentId);
  }
  return found;
}

/**
 * Returns the name of a price history row for messages: the article number and, because it may occur several
 * times, the position.
 */
export function getPriceHistoryRowName(files: ShopFiles, position: number): string {
  return `priceHistory.${position} (${files.priceHistory[position]?.articleNumber ?? ''})`;
}

/** Returns the facet values of a product without duplicates. */
export function getFacetValuesOfProduct(product: ProductRow): Readonly<Record<string, readonly string[]>> {
  const { horseTypes, ageGroups, applications, labour, ingredientFlags, weightClass, variants } = product;
  return {
    horseTypes: [...new Set(horseTypes)],
    ageGroups: [...new Set(ageGroups)],
    applications: [...new Set(applications)],
    labour: [...new Set(labour)],
    ingredientFlags: [...new Set(ingredientFlags)],
    weightClass: weightClass === 'none' ? [] : [weightClass],
    packaging: [...new Set(variants.map(({ packaging }) => packaging))],
  };
}
