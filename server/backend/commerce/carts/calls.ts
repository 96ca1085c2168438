import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { CartHandoverService } from './cart-handover.ts';
import type { CheckoutDetailsService } from './checkout-details.ts';
import type { GuestAccountRequestService } from './guest-account-request.ts';
import type { ImpersonationService } from './impersonation.ts';
import type { CartPriceService } from './prices.ts';
import type { CartService } from './types.ts';

export interface CartServices {
  readonly carts: CartService;
  readonly prices: CartPriceService;
  readonly details: CheckoutDetailsService;
  readonly orderAccount: GuestAccountRequestService;
  readonly handover: CartHandoverService;
  readonly impersonation: ImpersonationService;
}

/** Creates the handlers of the cart calls. */
export function createCartCalls(services: CartServices): Call[] {
  const { carts, prices, details, orderAccount, handover, impersonation } = services;
  /** Removes VAT by rate, which the first version of a calculation does not have. */
  const omitRates = <T extends { readonly vatAmounts: unknown }>({ vatAmounts: _rates, ...rest }: T) => rest;
  return [
    createCall('createCart', (context, input) => carts.create(context, input)),
    createCall('fetchCart', (context) => carts.fetch(context)),
    createCall('impersonateCart', (context, input) => impersonation.impersonate(context, input)),
    createCall('addCartProduct', (context, input) => carts.add(context, input)),
    createCall('alterCartProduct', (context, input) => carts.alter(context, input)),
    createCall('removeCartProduct', (context, input) => carts.remove(context, input)),
    createCall('removeRqsSample', (context, input) => carts.removeSample(context, input)),
    createCall('nameRqsSample', (context, input) => carts.nameSample(context, input)),
    createCall('setDiscountCode', (context, input) => prices.setCode(context, input)),
    createCall('removeDiscountCode', (context) => prices.removeCode(context)),
    createCall('fetchCartRecommendations', (context) => carts.fetchRecommendations(context)),
    createCall('setBilling', (context, input) => details.setBilling(context, input)),
    createCall('setShipping', (context, input) => details.setShipping(context, input)),
    createCall('setAlternativeShipping', (context, input) => details.setAlternativeShipping(context, input)),
    createCall('setPayment', (context, input) => details.setPayment(context, input)),
    createCall('setGiftCard', (context, input) => details.setGiftCard(context, input)),
    createCall('removeGiftCard', (context) => details.removeGiftCard(context)),
    createCall('setDraft', (context, input) => details.setDraft(context, input)),
    createCall('setNewsletter', (context, input) => details.setNewsletter(context, input)),
    createCall('setCartPassword', (context, input) => orderAccount.setPassword(context, input)),
    createCall('setDealer', (context, input) => details.setDealer(context, input)),
    createCall('setParcelShop', (context, input) => details.setParcelShop(context, input)),
    createCall('fetchShippingMethods', (context) => prices.fetchShippingMethods(context)),
    createCall('handOverCart', (context, input) => handover.handOver(context, input)),
    createCall('receiveCart', (context, input) => handover.receive(context, input)),
    createCall('calculateCart', async (context) => omitRates(await prices.calculate(context))),
    createCall('calculateCart2', (context) => prices.calculate(context)),
    createCall('calculateProducts', async (context, input) =>
      omitRates(await prices.calculateProducts(context, input)),
    ),
    createCall('calculateProducts2', (context, input) => prices.calculateProducts(context, input)),
    createCall('reportConversion', (context, input) => carts.reportConversion(context, input)),
  ];
}
