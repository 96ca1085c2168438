import { randomUUID } from 'node:crypto';
import { getCalendarYear } from '../../../../shared/rules/country-local-time.ts';
import { deductStock } from '../../catalogue/stock/queries.ts';
import { publishStockChange } from '../../catalogue/stock/service.ts';
import type { Database } from '../../core/database/database.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { hashToken } from '../../core/security/token.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import { findSiteCountryId } from '../../sites/sites/queries.ts';
import { takeNextNumber } from './number-series.ts';
import { insertOrder, listOrderLines } from './queries.ts';
import type { OrderRecord } from './types.ts';

/** A free replacement order, or the available pieces if there are too few. */
export type Replacement =
  | { readonly orderId: string; readonly orderNumber: string }
  | { readonly shortage: number };

/**
 * Places a replacement order: the same goods are sent again for free to the original address. It waits to be
 * packed, requires no payment and has no invoice. The caller notifies the customer.
 *
 * @throws RangeError if the order does not have the goods, which the caller has checked
 */
export async function placeReplacement(
  transaction: Database,
  order: OrderRecord,
  {
    productVariantId,
    quantity,
    linkTokens,
    now,
  }: { productVariantId: number; quantity: number; linkTokens: LinkTokens; now: Date },
): Promise<Replacement> {
  const lines = await listOrderLines(transaction, order.orderId);
  const bought = lines.find((line) => line.productVariantId === productVariantId);
  if (!bought) throw new RangeError(`Order ${order.orderId} has no variant ${productVariantId}`);
  const { taken, shortages, changes } = await deductStock(
    transaction,
    new Map([[productVariantId, quantity]]),
  );
  const [shortage] = shortages;
  if (shortage) return { shortage: shortage.amount };
  await publishStockChange(transaction, changes, now);
  const { siteId } = order;
  const countryId = await findSiteCountryId(transaction, siteId);
  const regionCode = (await findCountry(transaction, countryId))?.regionCode ?? '';
  const orderId = randomUUID();
  const orderNumber = await takeNextNumber(transaction, {
    kind: 'order',
    siteId,
    year: getCalendarYear(now, regionCode),
  });
  const { orderId: _ofBought, ...goods } = bought;
  await insertOrder(transaction, {
    record: {
      orderId,
      orderNumber,
      siteId,
      languageId: order.languageId,
      status: 'paid',
      createdAt: now,
      tokenHash: hashToken(linkTokens.derive({ purpose: 'order', id: orderId })),
      cartId: null,
      accountId: order.accountId,
      billing: order.billing,
      delivery: order.delivery,
      dealerId: order.dealerId,
      parcelShopId: order.parcelShopId,
      newsletterSubscribe: false,
      subTotalAmount: 0,
      orderDiscounts: [],
      originalShippingCosts: 0,
      shippingDiscounts: [],
      shippingCosts: 0,
      shippingCostsExclVat: 0,
      paymentCosts: 0,
      totalAmount: 0,
      totalAmountExclVat: 0,
      vatAmounts: [],
      giftCardAmount: 0,
    },
    lines: [
      {
        ...goods,
        position: 1,
        isGift: false,
        quantity,
        originalAmount: 0,
        totalAmount: 0,
        productDiscounts: [],
        paidAmount: 0,
        vatAmount: 0,
        stockAmount: taken.get(productVariantId) ?? 0,
      },
    ],
    samples: [],
    promotionIds: [],
    taken,
  });
  return { orderId, orderNumber };
}
