import type { ReactNode } from 'react';
import { getPublicOrigin, type PublicAddress } from '../../../../../shared/rules/public-origin.ts';
import type { AdminModule, AdminPage, AdminPageRequest } from '../../../core/admin/admin-module.ts';
import { AdminLink } from '../../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../../core/admin/components/DetailList.tsx';
import { Section } from '../../../core/admin/components/Section.tsx';
import { Table } from '../../../core/admin/components/Table.tsx';
import { formatEuro, formatMoment } from '../../../core/admin/formats.ts';
import { createList } from '../../../core/admin/paged-list.tsx';
import type { Database } from '../../../core/database/database.ts';
import { formatPackageContent } from '../../../core/scope/format-package-content.ts';
import { listLocationsOfPages } from '../../../sites/routing/queries.ts';
import type { SiteDirectory } from '../../../sites/site-directory.ts';
import { findPricedVariant, listPricesOfVariant } from '../../prices/queries.ts';
import { listSitePriceDetails } from '../../prices/service.ts';
import {
  countSoldOutVariants,
  findProductWithVariants,
  listVariantsForAdmin,
  type VariantListRow,
} from './queries.ts';

interface ProductAdminDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
}

const stockStates = ['all', 'soldOut', 'few'] as const;
const readStockState = (text: string | undefined) => stockStates.find((state) => state === text) ?? 'all';

const formatPackSize = ({ contentValue, contentUnit }: VariantListRow, locale: string): string =>
  formatPackageContent({ value: contentValue, unit: contentUnit }, locale).trim();

const formatStock = ({ stockAmount }: VariantListRow, t: AdminPageRequest['t']): string | number =>
  stockAmount ?? t('admin.stock.uncounted');

const createProductListPage = ({ database }: ProductAdminDeps): AdminPage => ({
  path: '/products',
  menu: { section: 'goods', label: 'products', position: 10 },
  async read(request) {
    const { t, locale, query } = request;
    const text = (query.text ?? '').trim();
    const state = readStockState(query.state);
    const title = t('admin.product.listTitle');
    const { search, table } = await createList(request, {
      path: '/products',
      title,
      empty: t('admin.product.none'),
      fields: [
        { name: 'text', label: t('admin.product.nameOrArticle'), value: text },
        {
          name: 'state',
          label: t('admin.product.state'),
          value: state,
          choices: stockStates.map((word) => [word, t(`admin.product.state.${word}`)] as const),
        },
      ],
      find: (range) => listVariantsForAdmin(database, { text, state, languageCode: locale }, range),
      columns: [
        [
          t('admin.product.name'),
          (row) => <AdminLink path={`/products/${row.productId}`}>{row.name ?? row.productKey}</AdminLink>,
        ],
        [t('admin.product.article'), (row) => row.articleNumber],
        [t('admin.product.size'), (row) => formatPackSize(row, locale)],
        [t('admin.product.stock'), (row) => formatStock(row, t), 'figure'],
        [
          t('admin.product.price'),
          (row) => (
            <AdminLink path={`/prices/${encodeURIComponent(row.articleNumber)}`}>
              {t('admin.product.price')}
            </AdminLink>
          ),
        ],
      ],
    });
    return {
      title,
      body: (
        <>
          {search}
          {table}
        </>
      ),
    };
  },
});

/** Renders the prices of a variant by site. */
async function createPriceTable(
  database: Database,
  articleNumber: string,
  { t, locale, now }: AdminPageRequest,
): Promise<ReactNode> {
  const variant = await findPricedVariant(database, articleNumber, { isLocked: false });
  if (!variant) return null;
  const history = await listPricesOfVariant(database, variant.productVariantId);
  const euro = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? null : formatEuro(cents, locale);
  const rows = listSitePriceDetails(variant, history, now).map(
    ({ seller, price, lowestInclVat, nextFrom }) => [
      seller.name,
      euro(price?.amountInclVat),
      euro(price?.amountExclVat),
      price?.formerAmountInclVat
        ? `${formatEuro(price.formerAmountInclVat, locale)}${price.discountPercentage === null ? '' : ` (−${price.discountPercentage} %)`}`
        : null,
      euro(lowestInclVat),
      nextFrom && formatMoment(nextFrom, t),
    ],
  );
  const headings = [
    t('admin.price.site'),
    t('admin.price.inclVat'),
    t('admin.price.exclVat'),
    t('admin.price.former'),
    t('admin.price.lowest'),
    t('admin.price.next'),
  ];
  const table = (
    <Table
      headings={headings}
      rows={rows}
      empty={t('admin.price.noSite')}
      caption={t('admin.product.prices', { article: articleNumber })}
      figures={[1, 2, 3, 4]}
    />
  );
  return (
    <>
      {table}
      <p>
        <AdminLink path={`/prices/${encodeURIComponent(articleNumber)}`}>
          {t('admin.product.changePrice')}
        </AdminLink>
      </p>
    </>
  );
}

/** Renders links to a product on the sites that sell it, in the default language of each. */
async function createShopLinks(
  { database, sites, publicAddress }: ProductAdminDeps,
  productVariantId: number,
): Promise<ReactNode> {
  const locations = await listLocationsOfPages(database, [
    { productVariantId, categoryId: null, contentPageId: null },
  ]);
  const links: ReactNode[] = [];
  for (const record of await sites.listSites()) {
    const { siteId, fallbackLanguageId, name } = record.site;
    const location = locations.find(
      (each) => each.siteId === siteId && each.languageId === fallbackLanguageId,
    );
    const spoken = record.languages.find(({ languageId }) => languageId === fallbackLanguageId);
    if (!location || !spoken) continue;
    const address = getPublicOrigin(spoken.domain, publicAddress) + encodeURI(location.path);
    links.push(
      <li key={siteId}>
        <a href={address} rel="noreferrer">
          {name}
        </a>
      </li>,
    );
  }
  return <ul>{links}</ul>;
}

/** Renders the stock of a variant with the forms that change it, and its prices. */
async function createVariantSection(
  database: Database,
  variant: NonNullable<Awaited<ReturnType<typeof findProductWithVariants>>>['variants'][number],
  request: AdminPageRequest,
): Promise<ReactNode> {
  const { t, locale, form } = request;
  const { articleNumber, ean, stockAmount } = variant;
  const hidden = {
    articleNumber,
    ...(stockAmount !== null && { expectedAmount: stockAmount }),
  };
  return (
    <Section key={articleNumber} title={`${articleNumber} · ${formatPackSize(variant, locale)}`}>
      <DetailList
        details={[
          [t('admin.product.stock'), formatStock(variant, t)],
          [t('admin.product.ean'), ean],
          [
            t('admin.product.history'),
            <AdminLink path={`/log?text=${encodeURIComponent(articleNumber)}`}>
              {t('admin.menu.log')}
            </AdminLink>,
          ],
        ]}
      />
      {form('stock.deliver', { hidden: { articleNumber }, isFolded: true })}
      {form('stock.count', { hidden, isFolded: true })}
      {form('stock.set', {
        hidden,
        values: { amount: stockAmount, isUncounted: stockAmount === null },
        isFolded: true,
      })}
      {await createPriceTable(database, articleNumber, request)}
    </Section>
  );
}

const createProductPage = (deps: ProductAdminDeps): AdminPage => ({
  path: '/products/:productId',
  async read(request) {
    const { params, t, locale } = request;
    const { database } = deps;
    const productId = /^[1-9]\d{0,8}$/.test(params.productId ?? '') ? Number(params.productId) : 0;
    const product = await findProductWithVariants(database, productId, locale);
    if (!product) return null;
    const { key, name, vatClass, ratingCount, ratingSum, variants, sites } = product;
    const rating =
      ratingCount && ratingSum !== null
        ? t('admin.product.rating', {
            average: (ratingSum / ratingCount).toFixed(1),
            smart_count: ratingCount,
          })
        : t('admin.product.noRating');
    const details = (
      <DetailList
        details={[
          [t('admin.product.key'), key],
          [t('admin.product.vatClass'), vatClass],
          [t('admin.product.sites'), sites.map((site) => site.name).join(', ')],
          [
            t('admin.product.reviews'),
            <AdminLink path={`/reviews?product=${productId}`}>{rating}</AdminLink>,
          ],
        ]}
      />
    );
    const sections: ReactNode[] = [];
    for (const variant of variants) sections.push(await createVariantSection(database, variant, request));
    const [first] = variants;
    const links = first ? (
      <Section title={t('admin.product.inShop')}>
        {await createShopLinks(deps, first.productVariantId)}
      </Section>
    ) : null;
    return {
      title: name ?? key,
      body: (
        <>
          {details}
          {links}
          {sections}
        </>
      ),
    };
  },
});

/** Creates the admin pages of products. */
export function createProductAdmin(deps: ProductAdminDeps): AdminModule {
  return {
    pages: [createProductListPage(deps), createProductPage(deps)],
    tasks: [
      {
        label: 'soldOut',
        path: '/products?state=soldOut',
        count: () => countSoldOutVariants(deps.database),
      },
    ],
  };
}
