import { listVariantNames } from '../../../catalogue/products/queries.ts';
import type { CartVariant, ProductService } from '../../../catalogue/products/service.ts';
import { listRunningPromotions, type RunningPromotion } from '../../../catalogue/promotions/queries.ts';
import { getDeliveryTime, toDisplayedStock } from '../../../catalogue/stock/service.ts';
import type { Database } from '../../../core/database/database.ts';
import type { ScopedContext } from '../../../sites/scoped-call.ts';
import type { SiteRecord } from '../../../sites/site-record.ts';

/** What a calculation reads about its variants, as of the time of the call. */
export interface ReadGoods {
  /** The variants that the site sells now. */
  readonly goodsById: ReadonlyMap<number, CartVariant>;
  /** Free goods of the promotions that the site sells now. */
  readonly giftById: ReadonlyMap<number, CartVariant>;
  /** Names of the variants that the site does not sell now. */
  readonly nameById: ReadonlyMap<number, string>;
  /** Of the promotions with a code, only that of the discount code. */
  readonly promotions: readonly RunningPromotion[];
}

/** Returns goods with the delivery time of a destination; null means that it is not known yet. */
function withDestinationDeliveryTime(
  goods: CartVariant,
  site: SiteRecord,
  countryId: number | null,
): CartVariant {
  const deliveryTimeDays = getDeliveryTime(site, goods.deliveryTimeDays, countryId);
  return {
    ...goods,
    summary: { ...goods.summary, stock: toDisplayedStock(goods.stockAmount, deliveryTimeDays) },
  };
}

const indexByVariant = (goods: readonly CartVariant[]): ReadonlyMap<number, CartVariant> =>
  new Map(goods.map((found) => [found.summary.productVariantId, found]));

/**
 * Reads variants, the promotions that run for them and the goods that these give for free.
 *
 * @param transaction transaction in which all is read
 */
export async function readGoods(
  { database, products }: { readonly database: Database; readonly products: ProductService },
  context: ScopedContext,
  {
    productVariantIds: ids,
    discountCode,
    deliveryCountryId,
  }: {
    readonly productVariantIds: readonly number[];
    readonly discountCode: string | null;
    readonly deliveryCountryId: number | null;
  },
  transaction: Database | undefined,
): Promise<ReadGoods> {
  const handle = transaction ?? database;
  const { site, language, now } = context;
  const withDeliveryTime = (found: CartVariant) =>
    withDestinationDeliveryTime(found, site, deliveryCountryId);
  // Runs sequentially: a transaction has one connection.
  const goods = (await products.fetchCartVariants(context, ids, transaction)).map(withDeliveryTime);
  const promotions = await listRunningPromotions(handle, {
    siteId: site.site.siteId,
    languageId: language.languageId,
    now,
    code: discountCode,
    productVariantIds: ids,
  });
  const goodsById = indexByVariant(goods);
  const giftIds = promotions.flatMap(({ gives }) =>
    gives.kind === 'freeProduct' ? [gives.productVariantId] : [],
  );
  const missingIds = ids.filter((id) => !goodsById.has(id));
  const gifts = (await products.fetchCartVariants(context, giftIds, transaction)).map(withDeliveryTime);
  const names = await listVariantNames(handle, language.languageId, missingIds);
  return {
    goodsById,
    giftById: indexByVariant(gifts),
    nameById: new Map(names.map(({ productVariantId, name }) => [productVariantId, name])),
    promotions,
  };
}
