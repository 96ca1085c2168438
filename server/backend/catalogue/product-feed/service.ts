import {
  PRODUCT_FEED_PAGE_SIZE,
  type ProductFeedOffer,
  type ProductFeedPage,
} from '../../../../shared/contract/product-feed.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { getPriceAt } from '../../../../shared/rules/prices.ts';
import type { Database } from '../../core/database/database.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { type CategoryName, listCategoryNames } from '../categories/queries.ts';
import { readPriceHistoriesByVariant } from '../prices/queries.ts';
import { createPrice } from '../prices/service.ts';
import { listVariantsAfter, readProductBodiesById } from '../products/queries.ts';
import { getDeliveryTime, toDisplayedStock } from '../stock/service.ts';
import { listTerms } from '../vocabulary/queries.ts';

export interface ProductFeedService {
  /** Returns the next offers after a variant. Variants without a price are left out. */
  fetchPage(context: ScopedContext, after: number): Promise<ProductFeedPage>;
}

/** Returns the names of the categories from the topmost down to this one. */
function getCategoryPath(categories: ReadonlyMap<number, CategoryName>, categoryId: number): string[] {
  const names: string[] = [];
  for (let id: number | null = categoryId; id !== null; ) {
    const category: CategoryName | undefined = categories.get(id);
    if (!category) break;
    names.unshift(category.name);
    id = category.parentId;
  }
  return names;
}

/** Creates the service of merchant listings. */
export function createProductFeedService({ database }: { database: Database }): ProductFeedService {
  return {
    async fetchPage(context, after) {
      const { site, language, now } = context;
      const { siteId, brand } = site.site;
      const { languageId } = language;
      const scope = { siteId, languageId, brand, now };
      const rows = await listVariantsAfter(database, scope, { after, limit: PRODUCT_FEED_PAGE_SIZE });
      const [history, bodies, categories, terms] = await Promise.all([
        readPriceHistoriesByVariant(
          database,
          scope,
          rows.map(({ variant }) => variant.productVariantId),
        ),
        readProductBodiesById(
          database,
          [...new Set(rows.map(({ product }) => product.productId))],
          languageId,
        ),
        listCategoryNames(database, siteId, languageId),
        listTerms(database, languageId, ['packaging', 'colour']),
      ]);
      const getTermNames = (vocabulary: string) =>
        new Map(terms.get(vocabulary)?.map(({ key, name }) => [key, name]));
      const packagingNames = getTermNames('packaging');
      const colourNames = getTermNames('colour');
      const byId = new Map(categories.map((category) => [category.categoryId, category]));
      const brandName = getBrandName(site.site.type);
      const offers = rows.flatMap(({ variant, product, name, picture, path, stockAmount, variantCount }) => {
        const content = { value: variant.contentValue, unit: variant.contentUnit };
        const current = getPriceAt(history.get(variant.productVariantId) ?? [], now.getTime());
        if (!current) return [];
        const packagingName = packagingNames.get(variant.packaging) ?? variant.packaging;
        return {
          productVariantId: variant.productVariantId,
          productId: product.productId,
          productType: product.productType,
          articleNumber: variant.articleNumber,
          ean: variant.ean,
          url: encodeURI(path),
          title: name,
          description: bodies.get(product.productId) ?? '',
          brandName,
          categories: getCategoryPath(byId, product.categoryId),
          picture: { ...picture, alt: `${brandName} ${name}` },
          packaging: variant.packaging,
          packagingName,
          content,
          colour: variant.colour === null ? null : (colourNames.get(variant.colour) ?? variant.colour),
          grossWeightGrams: variant.grossWeightGrams,
          price: createPrice(site, { vatClass: product.vatClass, content }, current),
          stock: toDisplayedStock(stockAmount, getDeliveryTime(site, variant.deliveryTimeDays)),
          variantCount,
        } satisfies ProductFeedOffer;
      });
      return {
        offers,
        next: rows.length < PRODUCT_FEED_PAGE_SIZE ? null : (rows.at(-1)?.variant.productVariantId ?? null),
      };
    },
  };
}
