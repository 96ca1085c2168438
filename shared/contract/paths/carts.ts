import type { CallPath } from './call-path.ts';

/** What changes a cart, and what is told of it, is for its visitor alone. */
const own = { cache: 'never', scoped: true } as const;

export const cartPaths = {
  createCart: { method: 'POST', path: '/api/cart', ...own },
  fetchCart: { method: 'GET', path: '/api/cart/{id}', ...own },
  impersonateCart: {
    method: 'POST',
    path: '/api/cart/impersonate',
    ...own,
    requires: ['key'],
    queryInBody: true,
  },
  addCartProduct: {
    method: 'POST',
    path: '/api/cart/{id}/products',
    ...own,
    requires: ['productVariantId', 'quantity'],
  },
  alterCartProduct: {
    method: 'PUT',
    path: '/api/cart/{id}/products/{productVariantId}',
    ...own,
    requires: ['quantity'],
  },
  removeCartProduct: { method: 'DELETE', path: '/api/cart/{id}/products/{productVariantId}', ...own },
  removeRqsSample: {
    method: 'DELETE',
    path: '/api/cart/{id}/products/{productVariantId}/{sequence}',
    ...own,
  },
  nameRqsSample: {
    method: 'POST',
    path: '/api/cart/{id}/rqssamplename',
    ...own,
    requires: ['productVariantId', 'sequence', 'samplename'],
    queryInBody: true,
  },
  setDiscountCode: {
    method: 'POST',
    path: '/api/cart/{id}/discountcode',
    ...own,
    requires: ['code'],
    queryInBody: true,
  },
  removeDiscountCode: { method: 'DELETE', path: '/api/cart/{id}/discountcode', ...own },
  fetchCartRecommendations: { method: 'GET', path: '/api/cart/{id}/recommendations', ...own },
  setBilling: { method: 'POST', path: '/api/cart/{id}/billing', ...own },
  setShipping: { method: 'PUT', path: '/api/cart/{id}/shipping', ...own },
  setAlternativeShipping: {
    method: 'PUT',
    path: '/api/cart/{id}/alternativeshipping',
    ...own,
    requires: ['alternativeShippingAddress'],
    queryInBody: true,
  },
  setPayment: { method: 'POST', path: '/api/cart/{id}/payment', ...own },
  setNewsletter: { method: 'POST', path: '/api/cart/{id}/newsletter', ...own, requires: ['subscribe'] },
  setCartPassword: {
    method: 'POST',
    path: '/api/cart/{id}/setpassword',
    ...own,
    requires: ['password', 'confirmUrl'],
    queryInBody: true,
  },
  setDealer: { method: 'POST', path: '/api/cart/{id}/setdealer', ...own, requires: ['dealerId'] },
  setParcelShop: {
    method: 'POST',
    path: '/api/cart/{id}/setdpdpickuppoint',
    ...own,
    requires: ['parcelShopId', 'parcelShopZipcodeOrCity'],
    queryInBody: true,
  },
  fetchShippingMethods: { method: 'GET', path: '/api/cart/{id}/shippingmethods', ...own },
  handOverCart: { method: 'POST', path: '/api/cart/{id}/handover', ...own },
  receiveCart: { method: 'POST', path: '/api/cart/handover', ...own },
  calculateCart: { method: 'POST', path: '/api/cartcalculation/{id}/calculate', ...own },
  calculateCart2: { method: 'POST', path: '/api/cartcalculation/{id}/calculate2', ...own },
  calculateProducts: { method: 'POST', path: '/api/cartcalculation/calculate', ...own },
  calculateProducts2: { method: 'POST', path: '/api/cartcalculation/calculate2', ...own },
  reportConversion: {
    method: 'POST',
    path: '/api/conversion',
    ...own,
    requires: ['mailCampaignId'],
  },
} as const satisfies Record<string, CallPath>;
