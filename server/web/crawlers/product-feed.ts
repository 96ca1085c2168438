import type { ProductFeedOffer } from '../../../shared/contract/product-feed.ts';
import { createFormats } from '../../../shared/i18n/create-formats.ts';
import { getShippingCents } from '../../../shared/rules/shipping-costs.ts';
import { createElement, type Markup, markup, noMarkup } from '../../platform/markup.ts';
import type { RequestContext } from '../context/request-context.ts';

/** Maximum lengths of Google Merchant Center, in characters. */
const maxTitleLength = 150;
const maxDescriptionLength = 5000;
/** Width of the pictures in pixels: the largest available. */
const pictureWidth = 1472;

type FeedContext = Pick<RequestContext, 'directory' | 'language' | 'origin' | 'settings' | 'site'>;

/** Formats '20.95 EUR': the currency that is charged, even if the site shows another currency as well. */
const formatPrice = (cents: number): string => `${(cents / 100).toFixed(2)} EUR`;

/**
 * Creates the reference quantity of the unit price; none for goods sold by the piece. DE and AT allow only
 * kilogram and litre, so they are used everywhere.
 */
function createUnitPricing({ content, price }: ProductFeedOffer): Markup {
  const basis = price.unitPrices.find(({ basis: name }) => name === 'kg' || name === 'litre')?.basis;
  if (basis === undefined) return noMarkup;
  const unit = basis === 'kg' ? 'kg' : 'l';
  const measure = createElement('g:unit_pricing_measure', `${content.value} ${content.unit}`);
  return markup`${measure}${createElement('g:unit_pricing_base_measure', `1 ${unit}`)}`;
}

function createShipping(context: FeedContext, offer: ProductFeedOffer): Markup {
  const cents = getShippingCents(context.settings, offer);
  if (cents === null) return noMarkup;
  const countries = context.settings.deliveryCountryIds
    .flatMap((id) => context.directory.countries.filter(({ countryId }) => countryId === id))
    .map(
      ({ regionCode }) =>
        markup`<g:shipping>${createElement('g:country', regionCode)}${createElement('g:price', formatPrice(cents))}</g:shipping>`,
    );
  return markup`${countries}`;
}

function createItem(context: FeedContext, offer: ProductFeedOffer): Markup {
  const { origin, language } = context;
  const { price, content, colour } = offer;
  // The pack size is formatted in the language; amounts of money are not.
  const formats = createFormats({ culture: language.culture });
  const pack = [formats.content(content), colour].filter((part) => part !== null).join(', ');
  // Non-breaking spaces are for pages only.
  const title = `${offer.brandName} ${offer.title}${pack ? `, ${pack}` : ''}`.replace(/[\u00a0\u202f]/g, ' ');
  const prices =
    price.formerAmountInclVat === null
      ? createElement('g:price', formatPrice(price.amountInclVat))
      : markup`${createElement('g:price', formatPrice(price.formerAmountInclVat))}${createElement('g:sale_price', formatPrice(price.amountInclVat))}`;
  const elements = [
    createElement('g:id', offer.articleNumber),
    createElement('g:title', title.slice(0, maxTitleLength)),
    createElement('g:description', offer.description.slice(0, maxDescriptionLength)),
    createElement('g:link', origin + offer.url),
    createElement('g:image_link', `${origin}/images/${offer.picture.hash}/${pictureWidth}.png`),
    createElement('g:availability', offer.stock.isAvailable ? 'in_stock' : 'out_of_stock'),
    prices,
    createUnitPricing(offer),
    createElement('g:brand', offer.brandName),
    createElement('g:gtin', offer.ean),
    createElement('g:condition', 'new'),
    createElement('g:product_type', offer.categories.join(' > ')),
    createElement('g:item_group_id', offer.variantCount > 1 ? String(offer.productId) : null),
    createElement('g:color', colour),
    createElement('g:shipping_weight', offer.packaging === 'digital' ? null : `${offer.grossWeightGrams} g`),
    createShipping(context, offer),
  ];
  return markup`<item>${elements}</item>\n`;
}

/**
 * Yields the merchant product feed of a host (RSS 2.0 with Google's elements) in chunks. Offers are fetched a
 * page at a time, so memory use does not depend on the size of the catalogue. Free products are omitted.
 *
 * @param open creates a context for the next page of offers, with its own deadline
 */
export async function* writeProductFeed(open: () => Promise<RequestContext>): AsyncGenerator<Markup> {
  let after: number | null = 0;
  for (let isFirst = true; after !== null; isFirst = false) {
    const context: RequestContext = await open();
    if (isFirst) {
      yield markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${createElement('title', context.site.name)}<link>${context.origin}/</link><description>${context.domain}</description>
`;
    }
    const page: Awaited<ReturnType<RequestContext['api']['fetchProductFeed']>> =
      await context.api.fetchProductFeed({ query: { after } }, context.critical);
    const offers = page.offers.filter(({ price }) => price.amountInclVat > 0);
    yield markup`${offers.map((offer) => createItem(context, offer))}`;
    after = page.next;
  }
  yield markup`</channel>\n</rss>\n`;
}
