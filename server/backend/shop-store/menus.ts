import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { TranslatableFault } from '../core/admin/operation.ts';
import type { IssueList } from './import-error.ts';
import type { ShopFiles, ShopTexts } from './read-shop-files.ts';
import { hasAddress, isContentOnSite, listCategoriesOfSite, listContent } from './shop-content.ts';
import type { CategoryRow, LandingPageRow, MenuKey, SiteRow } from './shop-file-schemas.ts';

/** Target of an entry of a menu or footer. */
export type MenuTarget =
  | { readonly categoryId: number }
  | { readonly contentPageId: number }
  | { readonly path: string };

export interface MenuEntry {
  /** Key of the target category, page, article, list or static route. */
  readonly key: string;
  readonly parentKey: string | null;
  readonly target: MenuTarget;
}

export interface FooterColumn {
  readonly key: string;
  readonly links: readonly { readonly key: string; readonly target: MenuTarget }[];
}

/** Pages that are among the children of a root category. */
const PAGE_KEYS_BY_CATEGORY: Readonly<Record<string, readonly string[]>> = {
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

const NEWS_ENTRY_KEY = 'news';
const DEALERS_ENTRY_KEY = 'dealers';

/**
 * Static routes that entries may lead to, with their English paths. The API returns the path in the requested
 * language.
 */
const STATIC_ROUTE_PATHS: Readonly<Record<string, string>> = {
  'feed-advice': `/${getLocalisedSegment('feedAdvice', 'en')}/`,
  [NEWS_ENTRY_KEY]: MEDIA_PATH,
  [DEALERS_ENTRY_KEY]: `/${getLocalisedSegment('dealers', 'en')}/`,
};

/** Keys of the static routes that entries may lead to. */
export const menuStaticRoutes: readonly string[] = Object.keys(STATIC_ROUTE_PATHS);

/** Key of the column in the bottom line of every page. */
const LEGAL_COLUMN_KEY = 'legal';

const FOOTER_COLUMNS = {
  service: ['customer-service', 'contact', 'returns', 'withdrawal'],
  shop: ['delivery', 'payment', 'silo-supply', 'how-reviews-work'],
  knowledge: ['roughage-tests', 'how-rqs-works'],
  company: ['about', 'become-a-dealer', 'jobs'],
  [LEGAL_COLUMN_KEY]: ['terms', 'privacy', 'cookies', 'accessibility', 'imprint'],
} as const;

/** Pages that the law requires to be reachable from every page, in any column or in the bottom line. */
const REQUIRED_PAGES = [
  'withdrawal',
  'returns',
  'delivery',
  'how-reviews-work',
  ...FOOTER_COLUMNS[LEGAL_COLUMN_KEY],
];

/** Maximum number of root entries that fit in the menu bar. */
const MAX_ROOT_ENTRIES = 12;

/** Row of a menu: the key of an entry, or `parent/key` of an entry below another. */
interface ParsedEntry {
  readonly key: string;
  readonly parentKey: string | null;
}

function parseMenuEntry(line: string): ParsedEntry {
  const at = line.indexOf('/');
  return at < 0 ? { key: line, parentKey: null } : { key: line.slice(at + 1), parentKey: line.slice(0, at) };
}

/**
 * Returns the default rows of a menu not arranged by staff: the categories with their children, then the feed
 * calculator, the news and the dealers.
 */
export function listDefaultEntries(
  {
    categories,
    landingPages,
  }: {
    readonly categories: readonly Pick<CategoryRow, 'id' | 'key' | 'parentId'>[];
    readonly landingPages: readonly Pick<LandingPageRow, 'key' | 'menu'>[];
  },
  menu: MenuKey,
): string[] {
  if (menu === 'group') return [...CORPORATE_MENU, NEWS_ENTRY_KEY];
  if (menu === 'footer') {
    return Object.entries(FOOTER_COLUMNS).flatMap(([column, keys]) => [
      column,
      ...keys.map((key) => `${column}/${key}`),
    ]);
  }
  return [
    ...categories
      .filter(({ parentId }) => parentId === null)
      .flatMap((root) => [
        root.key,
        ...[
          ...categories.filter(({ parentId }) => parentId === root.id).map(({ key }) => key),
          ...(PAGE_KEYS_BY_CATEGORY[root.key] ?? []),
          ...landingPages.filter((page) => page.menu === root.key).map(({ key }) => key),
        ].map((key) => `${root.key}/${key}`),
      ]),
    ...menuStaticRoutes,
  ];
}

const listMenuEntries = (files: ShopFiles, menu: MenuKey): ParsedEntry[] =>
  (files.menus.find(({ key }) => key === menu)?.entries ?? listDefaultEntries(files, menu)).map(
    parseMenuEntry,
  );

const getMainMenuKey = (site: SiteRow): MenuKey => (isCorporate(site) ? 'group' : 'shop');

/**
 * Returns a function that resolves the keys of a site; it returns null if the site does not have the target.
 */
function createTargetFinder(files: ShopFiles, site: SiteRow): (key: string) => MenuTarget | null {
  const categories = new Map(listCategoriesOfSite(files.categories, site).map(({ key, id }) => [key, id]));
  const content = listContent(files).filter((item) => isContentOnSite(item, site) && hasAddress(item));
  const pages = new Map(content.map(({ key, contentPageId }) => [key, contentPageId]));
  const isTargetAvailable: Readonly<Record<string, () => boolean>> = {
    'feed-advice': () => !isCorporate(site),
    [NEWS_ENTRY_KEY]: () => content.some(({ kind }) => kind === 'news'),
    [DEALERS_ENTRY_KEY]: () =>
      !isCorporate(site) &&
      files.dealers.some(({ countryId }) => site.deliveryCountryIds.includes(countryId)),
  };
  return (key) => {
    const path = Object.hasOwn(STATIC_ROUTE_PATHS, key) ? STATIC_ROUTE_PATHS[key] : undefined;
    if (path !== undefined) return isTargetAvailable[key]?.() ? { path } : null;
    const categoryId = categories.get(key);
    if (categoryId !== undefined) return { categoryId };
    const contentPageId = pages.get(key);
    return contentPageId === undefined ? null : { contentPageId };
  };
}

/** Returns true if staff have arranged the main menu of a site. */
export const isMenuArranged = (files: ShopFiles, site: SiteRow): boolean =>
  files.menus.some(({ key }) => key === getMainMenuKey(site));

/** Returns the main menu of a site, two levels deep, without entries whose target does not exist. */
export function listMainMenuEntries(files: ShopFiles, site: SiteRow): MenuEntry[] {
  const find = createTargetFinder(files, site);
  const entries = listMenuEntries(files, getMainMenuKey(site)).flatMap((line) => {
    const target = find(line.key);
    return target ? [{ ...line, target }] : [];
  });
  const roots = new Set(entries.flatMap(({ key, parentKey }) => (parentKey === null ? [key] : [])));
  return entries.filter(({ parentKey }) => parentKey === null || roots.has(parentKey));
}

/** Returns the footer of a site, without links whose target does not exist and without empty columns. */
export function listFooter(files: ShopFiles, site: SiteRow): FooterColumn[] {
  const find = createTargetFinder(files, site);
  const lines = listMenuEntries(files, 'footer');
  return lines
    .filter(({ parentKey }) => parentKey === null)
    .map(({ key: column }) => ({
      key: column,
      links: lines.flatMap(({ key, parentKey }) => {
        const target = parentKey === column ? find(key) : null;
        return target ? [{ key, target }] : [];
      }),
    }))
    .filter(({ links }) => links.length > 0);
}

/**
 * Returns the label of a menu entry. Without a label it has the name of its target, or, for a
 * page, the label of the footer.
 */
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
    texts.articles[key]?.title ??
    landingPages.find((page) => page.key === key)?.texts[code]?.name
  );
}

/** Returns the label of a footer link, or that of the menu if it has none. */
export const findFooterLabel = (
  texts: ShopTexts,
  landingPages: readonly LandingPageRow[],
  code: string,
  key: string,
): string | undefined => texts.navigation.footer.links[key] ?? findMenuLabel(texts, landingPages, code, key);

/** Returns a text that is equal if the visible menu and footer of a site in a language are equal. */
export function createMenuFingerprint(files: ShopFiles, site: SiteRow, code: string): string {
  const texts = files.texts.get(code);
  if (!texts) return '';
  const { landingPages } = files;
  return JSON.stringify([
    listMainMenuEntries(files, site).map((entry) => [
      entry,
      findMenuLabel(texts, landingPages, code, entry.key),
    ]),
    listFooter(files, site).map((column) => [
      column,
      texts.navigation.footer.columns[column.key],
      column.links.map(({ key }) => findFooterLabel(texts, landingPages, code, key)),
    ]),
  ]);
}

/**
 * Checks the menus arranged by staff: each target exists and occurs once, the depth is at most two, and
 * mandatory pages are included.
 */
export function checkMenus(files: ShopFiles, issues: IssueList): void {
  for (const { key: menu, entries } of files.menus) {
    const add = (code: string, problem: string, values: NonNullable<TranslatableFault['values']>) =>
      issues.add('menus.json', `menus.${menu}`, 'entries', problem, { code, values });
    const sites = files.sites.filter((site) => menu === 'footer' || getMainMenuKey(site) === menu);
    const finders = sites.map((site) => createTargetFinder(files, site));
    const isColumn = (key: string) =>
      [...files.texts.values()].some(({ navigation }) => Object.hasOwn(navigation.footer.columns, key));
    const isKnown = (key: string) =>
      Object.hasOwn(STATIC_ROUTE_PATHS, key) || finders.some((find) => find(key) !== null);
    const lines = entries.map(parseMenuEntry);
    const roots = new Set(lines.flatMap(({ key, parentKey }) => (parentKey === null ? [key] : [])));
    if (roots.size > MAX_ROOT_ENTRIES) {
      add('menu_entries_many', `has more than ${MAX_ROOT_ENTRIES} top-level entries`, {
        maximum: MAX_ROOT_ENTRIES,
      });
    }
    const seen = new Set<string>();
    for (const { key, parentKey } of lines) {
      const entry = parentKey === null ? key : `${parentKey}/${key}`;
      if (key.includes('/')) {
        add('menu_entry_deep', `'${entry}' is on a third level`, { entry });
        continue;
      }
      // A column and a link of the footer may have the same name.
      const name = menu === 'footer' && parentKey === null ? `${key}/` : key;
      if (seen.has(name)) add('menu_entry_twice', `'${key}' is duplicated`, { entry: key });
      seen.add(name);
      if (parentKey !== null && !roots.has(parentKey)) {
        add('menu_entry_below', `'${entry}' is below '${parentKey}', which is missing`, {
          entry,
          parent: parentKey,
        });
      }
      if (menu === 'footer' && parentKey === null) {
        if (!isColumn(key)) add('menu_column_unknown', `'${key}' is a column without a name`, { entry: key });
      } else if (!isKnown(key)) add('menu_entry_unknown', `'${key}' leads nowhere`, { entry: key });
    }
    for (const site of sites) {
      if (menu !== 'footer') {
        if (listMainMenuEntries(files, site).length === 0) {
          add('menu_empty', `has no entry for the site ${site.key}`, { site: site.key });
        }
        continue;
      }
      const footer = listFooter(files, site);
      const find = createTargetFinder(files, site);
      for (const key of REQUIRED_PAGES.filter((needed) => find(needed) !== null)) {
        const isLegal = FOOTER_COLUMNS[LEGAL_COLUMN_KEY].some((legal) => legal === key);
        const columns = isLegal ? footer.filter((column) => column.key === LEGAL_COLUMN_KEY) : footer;
        if (columns.some(({ links }) => links.some((link) => link.key === key))) continue;
        const entry = isLegal ? `${LEGAL_COLUMN_KEY}/${key}` : key;
        add('menu_entry_needed', `'${entry}' is missing, but legally required on every page`, { entry });
      }
    }
  }
}
