import { isCorporate } from '../../../shared/rules/site-type.ts';
import { findFooterLabel, findMenuLabel, listFooter, listMainMenuEntries } from '../shop-store/menus.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import type { SiteRow } from '../shop-store/shop-file-schemas.ts';
import { getCategoryScene } from './category-and-content-scenes.ts';
import type { InsertRow, UsedLanguage } from './row-types.ts';

/** Returns the ids of the parts that each site has once: the site's id followed by a digit. */
export function getSitePartIds({ siteId }: SiteRow) {
  return {
    primaryNavigationId: siteId * 10 + 1,
    footerId: siteId * 10 + 2,
    headerUspCollectionId: siteId * 10 + 3,
    cartUspCollectionId: siteId * 10 + 4,
    notificationId: siteId * 10 + 5,
  };
}

const createEmptyRows = () => ({
  navigation: [] as InsertRow<'navigation'>[],
  navigationItem: [] as InsertRow<'navigationItem'>[],
  navigationItemTranslation: [] as InsertRow<'navigationItemTranslation'>[],
  footer: [] as InsertRow<'footer'>[],
  footerColumn: [] as InsertRow<'footerColumn'>[],
  footerColumnTranslation: [] as InsertRow<'footerColumnTranslation'>[],
  footerLink: [] as InsertRow<'footerLink'>[],
  footerLinkTranslation: [] as InsertRow<'footerLinkTranslation'>[],
  uspCollection: [] as InsertRow<'uspCollection'>[],
  uspText: [] as InsertRow<'uspText'>[],
  notification: [] as InsertRow<'notification'>[],
  notificationTranslation: [] as InsertRow<'notificationTranslation'>[],
});

type MenuRows = ReturnType<typeof createEmptyRows>;

/** Creates the rows of menus, footers, selling points and notices of every site, in its languages. */
export function createMenuRows(files: ShopFiles, used: readonly UsedLanguage[]): MenuRows {
  const rows = createEmptyRows();
  for (const site of files.sites) {
    const spoken = used.filter((language) =>
      site.languages.some(({ languageId }) => languageId === language.languageId),
    );
    addNavigation(rows, files, site, spoken);
    addFooter(rows, files, site, spoken);
    addUspsAndNotification(rows, files, site, spoken);
  }
  return rows;
}

function addNavigation(
  rows: MenuRows,
  files: ShopFiles,
  site: SiteRow,
  spoken: readonly UsedLanguage[],
): void {
  const { primaryNavigationId: navigationId } = getSitePartIds(site);
  rows.navigation.push({ navigationId, siteId: site.siteId });
  for (const [position, { key, parentKey, target }] of listMainMenuEntries(files, site).entries()) {
    const isCategoryRoot = parentKey === null && 'categoryId' in target;
    rows.navigationItem.push({
      navigationId,
      key,
      parentKey,
      position,
      categoryId: null,
      contentPageId: null,
      path: null,
      ...target,
      scene: isCategoryRoot ? getCategoryScene(key, null) : null,
    });
    for (const { languageId, code, texts } of spoken) {
      const title = findMenuLabel(texts, files.landingPages, code, key);
      if (title !== undefined) rows.navigationItemTranslation.push({ navigationId, key, languageId, title });
    }
  }
}

function addFooter(rows: MenuRows, files: ShopFiles, site: SiteRow, spoken: readonly UsedLanguage[]): void {
  const { footerId } = getSitePartIds(site);
  rows.footer.push({ footerId, siteId: site.siteId });
  for (const [position, column] of listFooter(files, site).entries()) {
    rows.footerColumn.push({ footerId, key: column.key, position });
    for (const { languageId, texts } of spoken) {
      const title = texts.navigation.footer.columns[column.key];
      if (title !== undefined)
        rows.footerColumnTranslation.push({ footerId, key: column.key, languageId, title });
    }
    for (const [place, { key, target }] of column.links.entries()) {
      rows.footerLink.push({
        footerId,
        columnKey: column.key,
        key,
        position: place,
        categoryId: null,
        contentPageId: null,
        path: null,
        ...target,
      });
      for (const { languageId, code, texts } of spoken) {
        const title = findFooterLabel(texts, files.landingPages, code, key);
        if (title !== undefined) rows.footerLinkTranslation.push({ footerId, key, languageId, title });
      }
    }
  }
}

function addUspsAndNotification(
  rows: MenuRows,
  files: ShopFiles,
  site: SiteRow,
  spoken: readonly UsedLanguage[],
): void {
  const { siteId } = site;
  const { headerUspCollectionId, cartUspCollectionId, notificationId } = getSitePartIds(site);
  rows.notification.push({ notificationId, siteId });
  rows.uspCollection.push({ collectionId: headerUspCollectionId, siteId });
  rows.uspCollection.push({ collectionId: cartUspCollectionId, siteId });
  for (const { languageId, code, texts } of spoken) {
    const group = isCorporate(site) ? files.group.get(code) : undefined;
    const usps = group?.usps ?? texts.navigation.usps;
    const cartUsps = isCorporate(site) ? [] : texts.navigation.cartUsps;
    const addUsps = (collectionId: number, list: readonly string[]) => {
      for (const [position, text] of list.entries())
        rows.uspText.push({ collectionId, languageId, position, text });
    };
    addUsps(headerUspCollectionId, usps);
    addUsps(cartUspCollectionId, cartUsps);
    rows.notificationTranslation.push({
      notificationId,
      languageId,
      text: group?.notification ?? texts.navigation.notification,
    });
  }
}
