import type { IssueList } from '../shop-store/import-error.ts';
import { isMenuArranged, listMainMenuEntries } from '../shop-store/menus.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listContent } from '../shop-store/shop-content.ts';
import type { SiteRow } from '../shop-store/shop-file-schemas.ts';

/** Values of a field that must differ, each with the name of its row in the file. */
type UniqueField = readonly [
  file: string,
  field: string,
  rows: readonly (readonly [row: string, value: unknown])[],
];

/** Checks that keys, ids and other identifying values occur once each. */
export function checkUniqueValues(files: ShopFiles, issues: IssueList): void {
  const fields = [
    ...listSiteFields(files),
    ...listCatalogueFields(files),
    ...listContentFields(files),
    ...files.sites.flatMap((site) => listFieldsOfSite(files, site)),
  ];
  for (const [file, field, rows] of fields) {
    const seen = new Map<unknown, string>();
    for (const [row, value] of rows) {
      const other = seen.get(value);
      if (other !== undefined) {
        const told = { code: 'value_taken', values: { value: String(value), other } };
        issues.add(file, row, field, `'${value}' is also that of ${other}`, told);
      } else seen.set(value, row);
    }
  }
}

function listSiteFields({ sites, countries, paymentMethods }: ShopFiles): UniqueField[] {
  return [
    ['sites.json', 'siteId', sites.map((row) => [`sites.${row.key}`, row.siteId])],
    ['sites.json', 'key', sites.map((row) => [`sites.${row.key}`, row.key])],
    [
      'sites.json',
      'paymentMethodId',
      paymentMethods.map((row) => [`paymentMethods.${row.key}`, row.paymentMethodId]),
    ],
    ['sites.json', 'key', paymentMethods.map((row) => [`paymentMethods.${row.key}`, row.key])],
    [
      'sites.json',
      'languages.domain',
      sites.flatMap((row) => row.languages.map(({ domain }) => [`sites.${row.key}`, domain] as const)),
    ],
    ['countries.json', 'countryId', countries.map((row) => [`countries.${row.regionCode}`, row.countryId])],
    ['countries.json', 'regionCode', countries.map((row) => [`countries.${row.regionCode}`, row.regionCode])],
  ];
}

function listCatalogueFields({ categories, products }: ShopFiles): UniqueField[] {
  const variants = products.flatMap((product) =>
    product.variants.map((variant) => ({ row: `products.${product.key}.variants.${variant.id}`, variant })),
  );
  return [
    ['catalogue.json', 'id', categories.map((row) => [`categories.${row.key}`, row.id])],
    ['catalogue.json', 'key', categories.map((row) => [`categories.${row.key}`, row.key])],
    ['catalogue.json', 'id', products.map((row) => [`products.${row.key}`, row.id])],
    ['catalogue.json', 'key', products.map((row) => [`products.${row.key}`, row.key])],
    ['catalogue.json', 'id', variants.map(({ row, variant }) => [row, variant.id])],
    ['catalogue.json', 'articleNumber', variants.map(({ row, variant }) => [row, variant.articleNumber])],
    ['catalogue.json', 'ean', variants.map(({ row, variant }) => [row, variant.ean])],
  ];
}

/** Lists the fields of pages, articles and everything else that is not part of the catalogue. */
function listContentFields(files: ShopFiles): UniqueField[] {
  return [
    ['landing-pages.json', 'id', files.landingPages.map((row) => [`landingPages.${row.key}`, row.id])],
    ['articles.json', 'id', files.articles.map((row) => [`articles.${row.key}`, row.id])],
    ['articles.json', 'key', listContent(files).map((item) => [`articles.${item.key}`, item.key])],
    [
      'pickup-points.json',
      'parcelShopId',
      files.pickupPoints.map(({ parcelShopId }) => [`points.${parcelShopId}`, parcelShopId]),
    ],
    ['menus.json', 'key', files.menus.map(({ key }) => [`menus.${key}`, key])],
    ['dealers.json', 'dealerId', files.dealers.map(({ dealerId }) => [`dealers.${dealerId}`, dealerId])],
    ['promotions.json', 'key', files.promotions.map(({ key }) => [`promotions.${key}`, key])],
    ['legal.json', 'site', files.legal.map(({ site }) => [`legal.${site}`, site])],
  ];
}

/** Lists the fields that only have to be unique within a site. */
function listFieldsOfSite(files: ShopFiles, site: SiteRow): UniqueField[] {
  return [
    [
      'catalogue.json',
      'key',
      // A menu arranged by staff is checked by its own rows.
      (isMenuArranged(files, site) ? [] : listMainMenuEntries(files, site)).map(
        ({ key, target }, index, entries) => [
          'categoryId' in target && entries.findIndex((entry) => entry.key === key) === index
            ? `categories.${key}`
            : `the page ${key}, which is in the same menu`,
          key,
        ],
      ),
    ],
    ['sites.json', 'paymentMethodIds', site.paymentMethodIds.map((id) => [`sites.${site.key}`, id])],
    [
      'sites.json',
      'shippingMethods',
      site.shippingMethods.map(({ shippingMethod }) => [`sites.${site.key}`, shippingMethod]),
    ],
    ['sites.json', 'deliveryCountryIds', site.deliveryCountryIds.map((id) => [`sites.${site.key}`, id])],
  ];
}
