import { getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/**
 * Starts another payment of the order with the same method or with `method`: its id, followed by a slash and
 * the bank if one must be chosen. The signed-in owner needs no token.
 */
export const payOrder: FormAction = async ({ api, fields, options, scope }) => {
  const [orderId, token] = [fields.get('orderId'), fields.get('token')];
  const [methodId = '', issuer] = fields.get('method').split('/', 2);
  const paymentMethodId = Number(methodId) || null;
  const { paymentUrl } = await api.startOrderPayment(
    {
      params: { orderId },
      body: { ...(token && { token }), paymentMethodId, ...(issuer && { issuer }) },
    },
    options,
  );
  return {
    status: 'done',
    documentUrl:
      paymentUrl ??
      (token ? getOrderPath(scope.language.code, { orderId, token }) : getAccountOrderPath(orderId)),
  };
};

/** Cancels the order and puts its products back into the cart. */
export const returnOrderToCart: FormAction = async ({ api, cart, fields, options, scope }) => {
  const [orderId, token] = [fields.get('orderId'), fields.get('token')];
  const input = { params: { orderId }, body: { token } };
  await api.cancelOrder(input, options);
  const made = await api.reorder(input, options);
  cart.keep(made.cart.shoppingcartId);
  const { code } = scope.language;
  if (made.differences.length > 0) {
    const noticePath = getOrderPath(code, { orderId, token });
    return { status: 'done', noticePath, differences: made.differences, changed: ['cart'] };
  }
  // Opens a new document, because the layout of the cart differs from that of this page.
  return { status: 'done', documentUrl: getCartPath(code), noticePath: getCartPath(code), changed: ['cart'] };
};
