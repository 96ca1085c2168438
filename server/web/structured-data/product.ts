import { getVariantTitle } from '../../../client/pages/product/variant-title.ts';
import type { PageDataOf } from '../../../client/store/page-state.ts';
import type { FeedLabel, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import type { Country } from '../../../shared/contract/sites.ts';
import { joinDeliveryTimes, parseDeliveryTime } from '../../../shared/rules/delivery-time.ts';
import { isGtin13 } from '../../../shared/rules/gtin.ts';
import { getShippingCents } from '../../../shared/rules/shipping-costs.ts';
import {
  formatAmount,
  getPictureUrl,
  listDeliveryCountries,
  type Node,
  type PageHeadDetails,
  toAbsoluteUrl,
  type Value,
} from './json-ld.ts';
import { createReturnPolicy } from './organization.ts';

/** Unit codes of UN/CEFACT recommendation 20. */
const unitCodes = { kg: 'KGM', g: 'GRM', l: 'LTR', ml: 'MLT' } as const;
const constituentUnits: Readonly<Record<FeedLabel['constituents'][number]['unit'], object>> = {
  '%': { unitCode: 'P1' },
  'MJ/kg': { unitCode: 'JK', unitText: 'MJ/kg' },
  '/kg': { unitText: '/kg' },
};

/** Creates the price specifications: the price, the price per kilogram or litre, and the former price. */
function createPriceSpecifications({ price, content }: ProductVariant): Node[] {
  const common = { '@type': 'UnitPriceSpecification', priceCurrency: 'EUR', valueAddedTaxIncluded: true };
  const basis = price.unitPrices.find(({ basis: name }) => name === 'kg' || name === 'litre')?.basis;
  const specifications: Node[] = [];
  if (basis !== undefined && content.unit !== 'piece') {
    specifications.push({
      ...common,
      price: formatAmount(price.amountInclVat),
      referenceQuantity: {
        '@type': 'QuantitativeValue',
        value: content.value,
        unitCode: unitCodes[content.unit],
        valueReference: {
          '@type': 'QuantitativeValue',
          value: 1,
          unitCode: basis === 'kg' ? unitCodes.kg : unitCodes.l,
        },
      },
    });
  }
  if (price.formerAmountInclVat !== null) {
    specifications.push({
      ...common,
      price: formatAmount(price.formerAmountInclVat),
      priceType: 'https://schema.org/StrikethroughPrice',
    });
  }
  return specifications;
}

/** Creates the delivery time to a country, never shorter than that of the page. */
function createDeliveryTime({ stock }: ProductVariant, country: Country): Node | undefined {
  if (stock.deliveryTimeDays === null) return undefined;
  const time = parseDeliveryTime(joinDeliveryTimes([stock.deliveryTimeDays, country.deliveryTimeDays]));
  if (!time) return undefined;
  return {
    '@type': 'ShippingDeliveryTime',
    // The page states the total time from order to delivery.
    handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 0, unitCode: 'DAY' },
    transitTime: {
      '@type': 'QuantitativeValue',
      minValue: time.from,
      maxValue: time.until,
      unitCode: 'DAY',
    },
  };
}

/** Creates cost and time of home delivery, per country that the site delivers to. */
function createShippingDetails(details: PageHeadDetails, variant: ProductVariant): Node[] {
  const cents = getShippingCents(details.scope.settings, variant);
  if (cents === null) return [];
  return listDeliveryCountries(details).map((country) => ({
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: formatAmount(cents), currency: 'EUR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country.regionCode },
    deliveryTime: createDeliveryTime(variant, country),
  }));
}

/** Creates the offer of a variant; undefined for a free product. */
function createOffer(details: PageHeadDetails, variant: ProductVariant): Node | undefined {
  const { price, stock, packaging } = variant;
  if (price.amountInclVat <= 0) return undefined;
  const specifications = createPriceSpecifications(variant);
  const shipping = createShippingDetails(details, variant);
  return {
    '@type': 'Offer',
    url: toAbsoluteUrl(details, variant.url),
    price: formatAmount(price.amountInclVat),
    priceCurrency: 'EUR',
    priceValidUntil: variant.priceValidUntil ?? undefined,
    priceSpecification: specifications.length > 0 ? specifications : undefined,
    availability: `https://schema.org/${stock.isAvailable ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: shipping.length > 0 ? shipping : undefined,
    hasMerchantReturnPolicy: packaging === 'digital' ? undefined : createReturnPolicy(details),
  };
}

function createVariant(details: PageHeadDetails, product: ProductDetail, variant: ProductVariant): Node {
  const { productVariantId, articleNumber, ean, netWeightGrams, colour, picture } = variant;
  return {
    '@type': 'Product',
    '@id': `${toAbsoluteUrl(details, variant.url)}#product`,
    name: getVariantTitle(details.shop, { ...product, productVariantId }),
    sku: articleNumber,
    gtin13: isGtin13(ean) ? ean : undefined,
    url: toAbsoluteUrl(details, variant.url),
    image: [picture, product.feedPicture].flatMap((shown) =>
      shown ? [getPictureUrl(details, shown.hash)] : [],
    ),
    weight:
      netWeightGrams === null
        ? undefined
        : { '@type': 'QuantitativeValue', value: netWeightGrams / 1000, unitCode: unitCodes.kg },
    color: colour ?? undefined,
    offers: createOffer(details, variant),
  };
}

/** Lists the properties in which the variants of a product differ. */
function listVaryingProperties(variants: readonly ProductVariant[]): string[] {
  const differ = (getValue: (variant: ProductVariant) => unknown) =>
    new Set(variants.map((variant) => JSON.stringify(getValue(variant)))).size > 1;
  return [
    differ(({ netWeightGrams, content }) => [netWeightGrams, content]) ? ['https://schema.org/weight'] : [],
    differ(({ colour }) => colour) ? ['https://schema.org/color'] : [],
  ].flat();
}

/** Creates the rating and its reviews, only if the page shows at least one of them. */
function createReviews({ reviews }: PageDataOf<'product'>): Readonly<Record<string, Value>> {
  if (!reviews?.rating || reviews.items.length === 0) return {};
  const scale = { bestRating: 5, worstRating: 1 };
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: reviews.rating.average,
      reviewCount: reviews.rating.count,
      ...scale,
    },
    review: reviews.items.map(({ rating, title, text, authorName, publishedOn, culture }) => ({
      '@type': 'Review',
      name: title,
      reviewBody: text,
      author: { '@type': 'Person', name: authorName },
      datePublished: publishedOn,
      inLanguage: culture,
      reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
    })),
  };
}

/** Creates a product with its offer, or a product group if it has several packs. */
export function createProduct(details: PageHeadDetails, data: PageDataOf<'product'>): Node {
  const { product } = data;
  const { variants, feedLabel } = product;
  const common = {
    description: product.description,
    brand: { '@type': 'Brand', name: product.brandName },
    category: product.breadcrumbs.map(({ title }) => title).join(' > ') || undefined,
    ...createReviews(data),
    additionalProperty: feedLabel?.constituents.map(({ name, value, unit }) => ({
      '@type': 'PropertyValue',
      name,
      value,
      ...constituentUnits[unit],
    })),
  };
  const [only] = variants;
  if (only && variants.length === 1) return { ...createVariant(details, product, only), ...common };
  const main = variants.find(({ isDefault }) => isDefault) ?? only;
  const mainUrl = toAbsoluteUrl(details, main?.url ?? details.page.virtualPath);
  const differences = listVaryingProperties(variants);
  return {
    '@type': 'ProductGroup',
    '@id': `${mainUrl}#group`,
    productGroupID: String(product.productId),
    name: product.title,
    url: mainUrl,
    ...common,
    variesBy: differences.length > 0 ? differences : undefined,
    hasVariant: variants.map((variant) => createVariant(details, product, variant)),
  };
}
