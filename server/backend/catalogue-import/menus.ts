import { getSegment } from '../../../shared/rules/localised-segments.ts';
import { MEDIA_PATH } from '../../../shared/rules/urls.ts';
import type { ShopFiles, ShopTexts } from './read-shop-files.ts';
import {
  type ContentItem,
  isContentOnSite,
  isCorporate,
  listCategoriesOfSite,
  listContent,
} from './shop-content.ts';
import type { CategoryRow, LandingPageRow, SiteRow } from './shop-file-schemas.ts';

/** Where an entry of a menu leads. */
export type MenuTarget =
  | { readonly categoryId: number }
  | { readonly contentPageId: number }
  | { readonly path: string };

export interface MenuEntry {
  readonly key: string;
  readonly parentKey: string | null;
  readonly target: MenuTarget;
}

/** Pages that stand among the children of a root category. */
const PAGES_OF_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  feed: ['silo-supply'],
  tests: ['roughage-tests', 'how-rqs-works'],
};

const CORPORATE_MENU = [
  'about',
  'roughage-tests',
  'how-rqs-works',
  'silo-supply',
  'become-a-dealer',
  'jobs',
  'contact',
] as const;

const NEWS_KEY = 'news';

/** The feed calculator. Its path is kept in English; whoever asks for the menu is given that of their language. */
const FEED_ADVICE: MenuEntry = {
  key: 'feed-advice',
  parentKey: null,
  target: { path: `/${getSegment('feedAdvice', 'en')}/` },
};

/** The list of dealers, as the feed calculator; where there is a dealer in a country that the site delivers to. */
const DEALERS: MenuEntry = {
  key: 'dealers',
  parentKey: null,
  target: { path: `/${getSegment('dealers', 'en')}/` },
};

const hasDealers = (files: ShopFiles, site: SiteRow): boolean =>
  files.dealers.some(({ countryId }) => site.deliveryCountryIds.includes(countryId));

const FOOTER_COLUMNS = {
  service: ['customer-service', 'contact', 'returns', 'withdrawal'],
  shop: ['delivery', 'payment', 'silo-supply', 'how-reviews-work'],
  knowledge: ['roughage-tests', 'how-rqs-works'],
  company: ['about', 'become-a-dealer', 'jobs'],
  legal: ['terms', 'privacy', 'cookies', 'accessibility', 'imprint'],
} as const;

export interface FooterColumn {
  readonly key: string;
  readonly links: readonly { readonly key: string; readonly contentPageId: number }[];
}

/** Main menu of a site: roots, each followed by its children; then the feed calculator, the news and the dealers. */
export function listMenu(files: ShopFiles, site: SiteRow): MenuEntry[] {
  const content = new Map(listContentOfSite(files, site).map((item) => [item.key, item]));
  const pages = (keys: readonly string[], parentKey: string | null): MenuEntry[] =>
    keys.flatMap((key) => {
      const item = content.get(key);
      return item ? [{ key, parentKey, target: { contentPageId: item.contentPageId } }] : [];
    });
  const hasNews = [...content.values()].some((item) => item.kind === 'news');
  const news: MenuEntry[] = hasNews ? [{ key: NEWS_KEY, parentKey: null, target: { path: MEDIA_PATH } }] : [];
  if (isCorporate(site)) return [...pages(CORPORATE_MENU, null), ...news];

  const categories = listCategoriesOfSite(files.categories, site);
  const entry = (category: CategoryRow, parentKey: string | null): MenuEntry => ({
    key: category.key,
    parentKey,
    target: { categoryId: category.id },
  });
  const roots = categories.filter((category) => category.parentId === null);
  return [
    ...roots.flatMap((root) => [
      entry(root, null),
      ...categories.filter((child) => child.parentId === root.id).map((child) => entry(child, root.key)),
      ...pages(PAGES_OF_CATEGORY[root.key] ?? [], root.key),
      ...pages(
        files.landingPages.filter(({ menu }) => menu === root.key).map(({ key }) => key),
        root.key,
      ),
    ]),
    FEED_ADVICE,
    ...news,
    ...(hasDealers(files, site) ? [DEALERS] : []),
  ];
}

/** Footer of a site: only links to pages that it has, and no column without links. */
export function listFooter(files: ShopFiles, site: SiteRow): FooterColumn[] {
  const content = new Map(listContentOfSite(files, site).map((item) => [item.key, item.contentPageId]));
  return Object.entries(FOOTER_COLUMNS)
    .map(([key, keys]) => ({
      key,
      links: keys.flatMap((link) => {
        const contentPageId = content.get(link);
        return contentPageId === undefined ? [] : [{ key: link, contentPageId }];
      }),
    }))
    .filter((column) => column.links.length > 0);
}

/** Label of a menu entry; a category that the menu does not name carries its own name, a page that of the footer. */
export function findMenuLabel(
  texts: ShopTexts,
  landingPages: readonly LandingPageRow[],
  code: string,
  key: string,
): string | undefined {
  return (
    texts.navigation.main[key] ??
    texts.categories[key]?.name ??
    texts.navigation.footer.links[key] ??
    texts.pages[key]?.title ??
    landingPages.find((page) => page.key === key)?.texts[code]?.name
  );
}

function listContentOfSite(files: ShopFiles, site: SiteRow): ContentItem[] {
  return listContent(files).filter((item) => isContentOnSite(item, site));
}
