import type { Cart } from '../../../../shared/contract/carts.ts';
import { hasOnlyRoughageTests } from '../../../../shared/rules/cart/shipping-properties.ts';
import type { CallerCart } from '../../core/http/caller.ts';
import type { CartGiftCard } from '../gift-cards/queries.ts';
import type { CartLine, CartRecord } from './queries.ts';

/** Returns a cart for its visitor, under the id that they sent. */
export function createCartAnswer(
  record: CartRecord,
  lines: readonly CartLine[],
  giftCard: Pick<CartGiftCard, 'lastFour'> | null,
  { shoppingcartId, impersonatedUntil }: Pick<CallerCart, 'shoppingcartId' | 'impersonatedUntil'>,
): Cart {
  const { paymentMethodId, issuer } = record;
  return {
    shoppingcartId,
    cartNumber: record.cartId,
    created: record.created.toISOString(),
    lastModified: record.lastModified.toISOString(),
    storeDeviceInfo: { storeId: record.storeId },
    siteId: record.siteId,
    languageId: record.languageId,
    clientIp: record.clientIp,
    billing: record.billing,
    shipping: record.shipping,
    alternativeShippingAddress: record.alternativeShippingAddress,
    newsletterSubscribe: record.newsletterSubscribe,
    payment:
      paymentMethodId === null
        ? null
        : { paymentMethodId, issuer, giftCardNumber: giftCard?.lastFour ?? null, giftCardPin: null },
    mailCampaignId: record.mailCampaignId,
    products: lines.map(({ productId, productVariantId, count, samples }) => ({
      productId,
      productVariantId,
      count,
      rqsSamples: samples.map((sample) => ({ shoppingcartId, productVariantId, ...sample })),
    })),
    discountCode: record.discountCode,
    dealerId: record.dealerId,
    parcelShopId: record.parcelShopId,
    parcelShopZipcodeOrCity: record.parcelShopZipcodeOrCity,
    scanProductsOnly: hasOnlyRoughageTests(lines),
    ...(record.draft !== null && { draft: record.draft }),
    impersonatedUntil: impersonatedUntil?.toISOString() ?? null,
  };
}
