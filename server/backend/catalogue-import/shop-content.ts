import type { Caption } from '../../../shared/contract/content.ts';
import type { SortKey } from '../../../shared/contract/list-choices.ts';
import type { ClipName } from '../../../shared/contract/primitives.ts';
import type { ContentPageKind } from '../modules/content/tables.ts';
import type { ShopFiles } from './read-shop-files.ts';
import type { CategoryRow, PageText, ProductRow, SiteRow } from './shop-file-schemas.ts';

/** Keys of the pages that every shop has. The order decides their ids, from 101 on: never reorder, only append. */
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

const GROUP_HOME = { contentPageId: 201, key: 'group-home' } as const;

/** Pages that are shown in place of others or after a form, and so have no address of their own. */
const PAGES_WITHOUT_ADDRESS: ReadonlySet<string> = new Set<PageKey>([
  'not-found',
  'internal-error',
  'checkout-success',
  'checkout-success-rqs',
  'checkout-failed',
]);

/** Pages and articles about tests: absent from a shop that sells none. */
const RQS_CONTENT: ReadonlySet<string> = new Set([
  'roughage-tests',
  'how-rqs-works',
  'roughage-sampling',
  'reading-hygiene-scan',
  'partner-laboratory',
  'advice-roughage',
]);

/** Pages that the corporate site shares with the shops. */
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

/** Category with the tests for roughage; it and all below it exist only where the site sells tests. */
const TESTS_CATEGORY = 'tests';

/** A page or an article, before its texts. */
export interface ContentItem {
  readonly contentPageId: number;
  readonly key: string;
  readonly kind: ContentPageKind;
  readonly publishedOn: string | null;
  readonly author: string | null;
  readonly relatedProducts: readonly string[];
  /** Key of what it stands below. */
  readonly category?: string | undefined;
  readonly clip?: ClipName | undefined;
  /** The order that its list begins with. */
  readonly listSort?: SortKey | undefined;
}

/** Texts of a content item in one language, and where in the files they stand. */
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

/** Whether an amount of euros has two decimals at most: `toCents` would hide a third one. */
export const isWholeCents = (euro: number): boolean => Math.abs(euro * 100 - Math.round(euro * 100)) < 1e-6;

/** Euro as in the files to cents. */
export const toCents = (euro: number): number => Math.round(euro * 100);

export const isCorporate = (site: SiteRow): boolean => isCorporate(site);

/** Id of a page by its key. */
function getPageId(key: PageKey): number {
  return 101 + PAGE_KEYS.indexOf(key);
}

/** Ids of the pages that the Site entity names; the corporate site has a home of its own and no service desk. */
export function getSitePageIds(site: SiteRow) {
  const corporate = isCorporate(site);
  return {
    rootContentPageId: corporate ? GROUP_HOME.contentPageId : getPageId('home'),
    notFoundContentPageId: getPageId('not-found'),
    internalErrorContentPageId: getPageId('internal-error'),
    customerServiceContentPageId: getPageId(corporate ? 'contact' : 'customer-service'),
    checkoutSuccessPageId: getPageId('checkout-success'),
    checkoutSuccessRqsPageId: getPageId('checkout-success-rqs'),
    checkoutFailedPageId: getPageId('checkout-failed'),
    rqsContentPageId: corporate || site.enableRqs ? getPageId('roughage-tests') : null,
    currencyConversionDisclaimerPageId:
      !corporate && site.currencyConversionDisclaimer ? getPageId('payment') : null,
    becomeDealerPageId: getPageId('become-a-dealer'),
  };
}

/** Every page and article of the shop, on whichever site. */
export function listContent(files: ShopFiles): ContentItem[] {
  const page = { kind: 'page', publishedOn: null, author: null, relatedProducts: [] } as const;
  return [
    ...files.articles.map(({ id, ...article }) => ({ contentPageId: id, ...article })),
    ...PAGE_KEYS.map((key) => ({ ...page, contentPageId: getPageId(key), key })),
    ...files.landingPages.map(({ id, key, sort }) => ({
      ...page,
      kind: 'landing' as const,
      contentPageId: id,
      key,
      listSort: sort,
    })),
    ...(files.group.size > 0 ? [{ ...page, ...GROUP_HOME }] : []),
  ];
}

/** Texts of an item in a language; undefined where the files lack them. */
export function findContentText(files: ShopFiles, item: ContentItem, code: string): ContentText | undefined {
  if (item.key === GROUP_HOME.key) return fromPage(files.group.get(code)?.home, 'group.json', `${code}.home`);
  if (item.kind === 'landing') {
    const text = files.landingPages.find(({ key }) => key === item.key)?.texts[code];
    const row = `landingPages.${item.key}`;
    return text && { ...text, summary: text.intro, bodyMarkdown: '', file: 'landing-pages.json', row };
  }
  const file = `texts/${code}.json`;
  const texts = files.texts.get(code);
  if (item.kind === 'page') return fromPage(texts?.pages[item.key], file, `pages.${item.key}`);
  const article = texts?.articles[item.key];
  if (!article) return undefined;
  return { ...article, metaDescription: article.summary, file, row: `articles.${item.key}` };
}

function fromPage(page: PageText | undefined, file: string, row: string): ContentText | undefined {
  return page && { ...page, summary: null, file, row };
}

export const isGroupHome = (item: Pick<ContentItem, 'key'>): boolean => item.key === GROUP_HOME.key;

export const hasAddress = (item: Pick<ContentItem, 'key'>): boolean => !PAGES_WITHOUT_ADDRESS.has(item.key);

/** A corporate site shares some pages and the news, and has a home of its own. */
export const isOnCorporateSite = (item: Pick<ContentItem, 'key' | 'kind'>): boolean =>
  isGroupHome(item) || item.kind === 'news' || CORPORATE_PAGES.has(item.key);

/** Content of a site. */
export function isContentOnSite(item: ContentItem, site: SiteRow): boolean {
  if (isCorporate(site)) return isOnCorporateSite(item);
  if (isGroupHome(item)) return false;
  return site.enableRqs || !RQS_CONTENT.has(item.key);
}

/** Categories of a site: none where it is corporate, no tests where it sells none. */
export function listCategoriesOfSite(categories: readonly CategoryRow[], site: SiteRow): CategoryRow[] {
  if (isCorporate(site)) return [];
  if (site.enableRqs) return [...categories];
  return categories.filter(
    (category) => !listAncestors(categories, category).some((ancestor) => ancestor.key === TESTS_CATEGORY),
  );
}

/** Products of a site: those of its categories, without the sample-based types 4 and 5 where it sells no tests. */
export function listProductsOfSite(files: ShopFiles, site: SiteRow): ProductRow[] {
  const categories = new Set(listCategoriesOfSite(files.categories, site).map((category) => category.id));
  return files.products.filter(
    (product) => categories.has(product.categoryId) && (site.enableRqs || product.productType < 4),
  );
}

/** The category itself, then its parent and so on; ends where the files go in a circle. */
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

/** Name of a row of the history in messages: the article number and, since that stands there more than once, the place. */
export function getHistoryRowName(files: ShopFiles, position: number): string {
  return `priceHistory.${position} (${files.priceHistory[position]?.articleNumber ?? ''})`;
}

/** Facet values of a product, each once. */
export function getFacets(product: ProductRow): Readonly<Record<string, readonly string[]>> {
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
