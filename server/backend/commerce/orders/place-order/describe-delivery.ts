import type { OrderDelivery } from '../../../../../shared/contract/orders.ts';
import { isRoughageTest, isSentAsParcel } from '../../../../../shared/rules/cart/shipping-properties.ts';
import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../../../shared/rules/shipping-costs.ts';
import { findDealer, findParcelShop, getNameAndAddress } from '../../../content/locations/queries.ts';
import type { Database } from '../../../core/database/database.ts';
import { ProblemError } from '../../../core/http/problem-error.ts';
import type { SiteRecord } from '../../../sites/site-record.ts';
import type { CalculationResult, LockedCheckoutCart } from '../../carts/service.ts';
import { createNotReadyRefusal } from './checkout-not-ready.ts';

/**
 * Returns the delivery details to store with the order.
 *
 * @throws ProblemError if the delivery option is no longer possible
 */
export async function describeDelivery(
  transaction: Database,
  { setting }: SiteRecord,
  { record, lines }: LockedCheckoutCart,
  { needsDelivery, deliveryTimeDays }: CalculationResult['calculated'],
): Promise<OrderDelivery> {
  const { billing, shipping, alternativeShippingAddress: alternative, parcelShopId, dealerId } = record;
  if (!billing) throw createNotReadyRefusal('billing');
  const toBilling = { name: `${billing.firstName} ${billing.lastName}`, address: billing.address };
  if (!needsDelivery) {
    const isSentByPost = lines.some(isRoughageTest);
    return isSentByPost
      ? { kind: 'letter', ...toBilling, deliveryTimeDays }
      : { kind: 'none', name: null, address: null, deliveryTimeDays: null };
  }
  if (dealerId !== null) {
    const dealer = await findDealer(transaction, dealerId);
    if (!dealer?.isPickupPoint) throw new ProblemError('dealer_without_pickup');
    return { kind: 'dealer', ...getNameAndAddress(dealer), deliveryTimeDays };
  }
  const method = shipping?.shippingMethod ?? HOME_DELIVERY_METHOD;
  // The site may no longer offer the delivery option.
  if (!setting.shippingMethods.some(({ shippingMethod }) => shippingMethod === method)) {
    throw createNotReadyRefusal('delivery');
  }
  if (method === PARCEL_SHOP_METHOD) {
    const parcelShop = parcelShopId === null ? undefined : await findParcelShop(transaction, parcelShopId);
    if (!parcelShop) throw createNotReadyRefusal('delivery');
    const weights = lines.filter(isSentAsParcel).map(({ grossWeightGrams }) => grossWeightGrams);
    if (Math.max(0, ...weights) > parcelShop.maxParcelWeightGrams) {
      throw new ProblemError('parcel_too_heavy');
    }
    return { kind: 'parcelShop', ...getNameAndAddress(parcelShop), deliveryTimeDays };
  }
  const other = alternative ?? (shipping?.address ? { ...shipping, address: shipping.address } : null);
  if (!other) return { kind: 'home', ...toBilling, deliveryTimeDays };
  const { firstName, lastName, address } = other;
  return { kind: 'address', name: `${firstName} ${lastName}`, address, deliveryTimeDays };
}
