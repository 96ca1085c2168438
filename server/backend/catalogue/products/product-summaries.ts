import type { Picture } from '../../../../shared/contract/primitives.ts';
import type {
  Content,
  ProductRating,
  ProductSummary,
  ProductVariant,
} from '../../../../shared/contract/products.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { getPriceAt, type PastPrice, type PriceInForce } from '../../../../shared/rules/prices.ts';
import { formatPackageContent } from '../../core/scope/format-package-content.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { createPrice } from '../prices/service.ts';
import { getDeliveryTime, toDisplayedStock } from '../stock/service.ts';
import type { Terms } from '../vocabulary/service.ts';
import type { VariantRow } from './queries.ts';

/** Returns the average of the published ratings, rounded half up to one decimal. */
export function createProductRating({ ratingCount, ratingSum }: VariantRow): ProductRating {
  if (!ratingCount || ratingSum === null) return null;
  return { average: Math.floor((ratingSum / ratingCount) * 10 + 0.5) / 10, count: ratingCount };
}

const getPackContent = ({ variant }: VariantRow): Content => ({
  value: variant.contentValue,
  unit: variant.contentUnit,
});

/** Returns the last day, in UTC, of a price that is followed by another one, or of its reduction. */
function getLastPriceDay({ reducedUntilMs }: PriceInForce, nextPriceDate: Date | undefined): string | null {
  const endMs = Math.min(
    reducedUntilMs ?? Number.POSITIVE_INFINITY,
    nextPriceDate?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(endMs) ? new Date(endMs - 1).toISOString().slice(0, 10) : null;
}

function createPackPicture(context: ScopedContext, row: VariantRow, packagingName: string): Picture {
  const size = formatPackageContent(getPackContent(row), context.language.culture);
  const name = `${getBrandName(context.site.site.type)} ${row.name}`;
  return { ...row.picture, alt: `${name}, ${packagingName}${size}` };
}

/** Returns a variant with its price; null if it has none yet and cannot be sold. */
export function createVariant(
  context: ScopedContext,
  row: VariantRow,
  terms: Terms,
  history: ReadonlyMap<number, readonly PastPrice[]>,
  nextPriceDates: ReadonlyMap<number, Date> = new Map(),
): ProductVariant | null {
  const { product, variant } = row;
  const content = getPackContent(row);
  const current = getPriceAt(history.get(variant.productVariantId) ?? [], context.now.getTime());
  // A variant without a price cannot be sold.
  if (!current) return null;
  const packagingName = terms('packaging', variant.packaging) ?? variant.packaging;
  return {
    productVariantId: variant.productVariantId,
    articleNumber: variant.articleNumber,
    ean: variant.ean,
    url: encodeURI(row.path),
    isDefault: variant.isDefault,
    picture: createPackPicture(context, row, packagingName),
    packaging: variant.packaging,
    packagingName,
    content,
    netWeightGrams: variant.netWeightGrams,
    grossWeightGrams: variant.grossWeightGrams,
    dimensionsCm: variant.dimensionsCm,
    colour: variant.colour === null ? null : (terms('colour', variant.colour) ?? variant.colour),
    palletQuantity: variant.palletQuantity,
    price: createPrice(context.site, { vatClass: product.vatClass, content }, current),
    priceValidUntil: getLastPriceDay(current, nextPriceDates.get(variant.productVariantId)),
    stock: toDisplayedStock(row.stockAmount, getDeliveryTime(context.site, variant.deliveryTimeDays)),
  };
}

/** Returns the list data of a product. */
export function createSummary(
  context: ScopedContext,
  row: VariantRow,
  terms: Terms,
  history: ReadonlyMap<number, readonly PastPrice[]>,
): ProductSummary | null {
  const variant = createVariant(context, row, terms, history);
  if (!variant) return null;
  const { product, name, claim } = row;
  const { productVariantId, url, picture, packaging, packagingName, content, price, stock } = variant;
  return {
    productId: product.productId,
    productVariantId,
    productType: product.productType,
    key: product.key,
    categoryId: product.categoryId,
    title: name,
    claim,
    url,
    picture,
    colourWay: product.colourWay,
    packaging,
    packagingName,
    content,
    price,
    stock,
    rating: createProductRating(row),
    isNew: product.isNew,
    isSale: price.formerAmountInclVat !== null,
    variantCount: row.variantCount,
  };
}
