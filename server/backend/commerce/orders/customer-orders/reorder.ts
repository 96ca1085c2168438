import type { CallAnswer } from '../../../../../shared/contract/calls.ts';
import { normaliseDiscountCode } from '../../../../../shared/rules/cart/discount-code.ts';
import { findDealer, findParcelShop } from '../../../content/locations/queries.ts';
import type { Database } from '../../../core/database/database.ts';
import { ProblemError } from '../../../core/http/problem-error.ts';
import type { ContextOf, ScopedContext } from '../../../sites/scoped-call.ts';
import type { TransferLines } from '../../carts/service.ts';
import type { Payments } from '../../payments/types.ts';
import { listOrderLines, listOrderSamples } from '../queries.ts';
import { createReorderDetails } from '../reorder-details.ts';
import type { OrderRecord } from '../types.ts';
import { chooseMethod } from './payment-methods.ts';

export interface ReorderDeps {
  readonly database: Database;
  readonly payments: Payments;
  readonly transferLines: TransferLines;
}

/** Returns the payment method and the bank of an order if they can still be chosen. */
async function findReorderPayment(payments: Payments, context: ScopedContext, order: OrderRecord) {
  try {
    const { method, issuer } = await chooseMethod(payments, context, order, {});
    return { paymentMethodId: method.paymentMethodId, issuer };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { paymentMethodId: null, issuer: null };
  }
}

/** Returns whether the dealer or parcel shop of an order can still be chosen; true if it has none. */
async function isPickupLocationOpen(
  database: Database,
  { delivery, dealerId, parcelShopId }: OrderRecord,
): Promise<boolean> {
  if (delivery.kind === 'dealer') {
    return dealerId !== null && (await findDealer(database, dealerId))?.isPickupPoint === true;
  }
  if (delivery.kind !== 'parcelShop') return true;
  return parcelShopId !== null && (await findParcelShop(database, parcelShopId)) !== undefined;
}

/** Puts the goods of an order into the cart again, with its discount code and the details of its checkout. */
export async function reorder(
  { database, payments, transferLines }: ReorderDeps,
  context: ContextOf<'reorder'>,
  order: OrderRecord,
): Promise<CallAnswer<'reorder'>> {
  const { orderId } = order;
  const [lines, samples] = await Promise.all([
    listOrderLines(database, orderId),
    listOrderSamples(database, orderId),
  ]);
  const bought = lines.filter(({ isGift }) => !isGift);
  const payment = await findReorderPayment(payments, context, order);
  return transferLines(context, {
    lines: bought.map(({ position, productVariantId, productType, quantity }) => ({
      productVariantId,
      productType,
      count: quantity,
      samples: samples
        .filter((sample) => sample.position === position)
        .map(({ sequence, sampleName }) => ({ sequence, sampleName })),
    })),
    formerAmounts: new Map(
      bought.map(({ productVariantId, originalAmount, quantity }) => [
        productVariantId,
        originalAmount / quantity,
      ]),
    ),
    discountCode: order.discountCode === null ? null : normaliseDiscountCode(order.discountCode),
    mailCampaignId: null,
    details: createReorderDetails({ ...order, ...payment }, await isPickupLocationOpen(database, order)),
  });
}
