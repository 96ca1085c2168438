import { createFormats } from '../../shared/i18n/create-formats.ts';
import { readOffers } from '../html/structured-data.ts';
import { readMessages } from './sample-texts.ts';
import { fetchFromShop } from './shop-client.ts';

/** An offer of a merchant feed. */
export interface ProductFeedOffer {
  readonly link: string;
  /** Charged amount in cents: the reduced price if there is one. */
  readonly cents: number;
  readonly gtin: string;
}

/**
 * Returns the offers of a host by article number.
 *
 * @throws Error if there is no feed, or if a price is in another currency
 */
export async function fetchMerchantFeed(host: string): Promise<ReadonlyMap<string, ProductFeedOffer>> {
  const { status, body } = await fetchFromShop(host, '/feeds/products.xml');
  if (status !== 200) throw new Error(`${status} feed of ${host}`);
  return new Map(
    (body.match(/<item>.*?<\/item>/gs) ?? []).map((item) => {
      const get = (name: string) => new RegExp(`<g:${name}>([^<]*)</g:${name}>`).exec(item)?.[1];
      const [amount = '', currency] = (get('sale_price') ?? get('price') ?? '').split(' ');
      if (currency !== 'EUR') throw new Error(`A price of ${host} is in ${currency}`);
      return [
        get('id') ?? '',
        { link: get('link') ?? '', cents: Math.round(Number(amount) * 100), gtin: get('gtin') ?? '' },
      ];
    }),
  );
}

/** Returns the language tag of a page (BCP 47), for example nl-NL. */
export const findLanguageTag = (html: string): string => /<html[^>]* lang="([^"]+)"/.exec(html)?.[1] ?? '';

/** Labels that a screen reader reads before the charged price, in every language. */
const priceLabels = ['nl', 'de', 'en', 'da', 'it', 'pt', 'es', 'sv', 'et'].flatMap((language) => {
  const messages = readMessages(language);
  return [messages['price.price'], messages['price.now']];
});
const visiblePricePattern = new RegExp(`>(?:${priceLabels.join('|')}) </span>([^<]+)<`);

/** Returns the first visible price in a part of a page. */
export function findVisiblePrice(html: string): string | undefined {
  return visiblePricePattern.exec(html)?.[1];
}

/**
 * Returns the differences between the prices of the API and those of the product page, structured data and
 * feed.
 */
export async function findPriceDifferences(url: string, feed: ReadonlyMap<string, ProductFeedOffer>) {
  const { hostname, pathname } = new URL(url);
  const { body: html } = await fetchFromShop(hostname, pathname);
  const route = await fetchFromShop(
    hostname,
    `/api/routing/getbyurl?url=${encodeURIComponent(decodeURI(pathname))}`,
  );
  const { productVariantId } = JSON.parse(route.body);
  const { body: json } = await fetchFromShop(hostname, `/api/products/${productVariantId}`);
  const { variants } = JSON.parse(json) as {
    variants: {
      productVariantId: number;
      articleNumber: string;
      ean: string;
      price: { amountInclVat: number };
    }[];
  };
  const formats = createFormats({
    culture: findLanguageTag(html),
    currencyCode: 'EUR',
    indicativeRatePerEur: 1,
  });
  const offers = readOffers(html);
  const different = variants.flatMap(({ productVariantId: id, articleNumber, ean, price }) => {
    const offer = offers.find(({ sku }) => sku === articleNumber);
    const inFeed = feed.get(articleNumber);
    const shown = id === productVariantId ? findVisiblePrice(html) : formats.euro(price.amountInclVat);
    const prices = {
      api: price.amountInclVat,
      structured: Math.round(Number(offer?.price) * 100),
      feed: inFeed?.cents,
      shown,
    };
    const isSame =
      prices.structured === prices.api &&
      prices.feed === prices.api &&
      shown === formats.euro(prices.api) &&
      offer?.gtin13 === ean &&
      inFeed?.gtin === ean;
    return isSame ? [] : [{ url, articleNumber, ...prices }];
  });
  return different;
}
