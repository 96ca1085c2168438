import type { CalculationResult } from '../../carts/service.ts';
import type { OrderRecord } from '../types.ts';

type OrderAmounts = Pick<
  OrderRecord,
  | 'subTotalAmount'
  | 'orderDiscounts'
  | 'originalShippingCosts'
  | 'shippingDiscounts'
  | 'shippingCosts'
  | 'shippingCostsExclVat'
  | 'paymentCosts'
  | 'totalAmount'
  | 'totalAmountExclVat'
  | 'vatAmounts'
  | 'discountCode'
>;

/** Returns the calculated amounts as an order stores them, with the discount code that led to them. */
export const createOrderAmounts = (calculated: CalculationResult['calculated']): OrderAmounts => ({
  subTotalAmount: calculated.subTotalAmount,
  orderDiscounts: [...calculated.orderDiscounts],
  originalShippingCosts: calculated.originalShippingCosts,
  shippingDiscounts: [...calculated.shippingDiscounts],
  shippingCosts: calculated.shippingCosts,
  shippingCostsExclVat: calculated.shippingCostsExclVat,
  paymentCosts: calculated.paymentCosts,
  totalAmount: calculated.totalAmount,
  totalAmountExclVat: calculated.totalAmountExclVat,
  vatAmounts: [...calculated.vatAmounts],
  discountCode: calculated.discountCode?.isApplied ? calculated.discountCode.code : null,
});
