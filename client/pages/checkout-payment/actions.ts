import { ApiError } from '../../../shared/api/api-error.ts';
import { getCheckoutPath, getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { listOrderTermsProblems, placeOrder } from '../../features/checkout/place-order.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  type FormFields,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import { removeCode, setCode } from '../cart/actions.ts';
import { GIFT_CARD_BUTTON_NAME } from './gift-card-button-name.ts';
import { getIssuerFieldName } from './issuer-field-name.ts';

/**
 * Assigns errors of a gift card to its number, so that they do not reveal whether number or PIN was wrong.
 */
const toGiftCardProblem = (problem: FormProblem): FormProblem =>
  problem.code === 'gift_card_refused' || /^giftCard/.test(problem.field ?? '')
    ? { ...problem, field: 'giftCardNumber', code: 'gift_card_refused' }
    : problem;

const readGiftCard = (fields: FormFields) => ({
  giftCardNumber: fields.get('giftCardNumber').replaceAll(/[\s-]/g, ''),
  giftCardPin: fields.get('giftCardPin').replaceAll(/\s/g, ''),
});

/** Whether the form contains a gift card that the cart does not have yet. */
const hasTypedGiftCard = (fields: FormFields): boolean =>
  Object.values(readGiftCard(fields)).some((typed) => typed !== '');

const listGiftCardProblems = (fields: FormFields): FormProblem[] =>
  Object.values(readGiftCard(fields)).includes('')
    ? [{ field: 'giftCardNumber', code: 'gift_card_refused' }]
    : [];

/**
 * Applies the gift card of the form to the cart. The page then shows the remaining amount, so that the order
 * button always shows the amount that is charged.
 */
async function applyGiftCard({ api, fields, options }: ActionContext, id: string): Promise<ActionOutcome> {
  const problems = listGiftCardProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  try {
    await api.setGiftCard({ params: { id }, body: readGiftCard(fields) }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: 'refused', problems: listProblems(error).map(toGiftCardProblem) };
  }
  return { status: 'shown', values: { giftCardNumber: '' }, changed: ['cart'] };
}

/** Stores the payment method and places the order. Without a response it reports that a retry is safe. */
export const submitPayment: FormAction = async (context) => {
  try {
    return await changeGiftCardOrPlaceOrder(context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure === 'aborted' || isRefusal(error)) throw error;
    return { status: 'refused', problems: [{ field: null, code: 'order_failed' }] };
  }
};

const changeGiftCardOrPlaceOrder: FormAction = async (context) => {
  const { api, cart, fields, options } = context;
  const { id } = cart;
  if (id === null) return findPlacedOrder(context);
  const button = fields.get(GIFT_CARD_BUTTON_NAME);
  if (button === 'apply') return applyGiftCard(context, id);
  if (button === 'remove') {
    await api.removeGiftCard({ params: { id } }, options);
    return { status: 'shown', changed: ['cart'] };
  }
  if (hasTypedGiftCard(fields)) {
    const problems = [...listGiftCardProblems(fields), ...listOrderTermsProblems(fields)];
    return problems.length > 0 ? { status: 'refused', problems } : applyGiftCard(context, id);
  }
  const paymentMethodId = Number(fields.get('paymentMethodId'));
  const methods = await api.fetchPaymentMethods({ params: { id } }, options).catch((error: unknown) => {
    if (isRefusal(error) && error.status === 404) return null;
    throw error;
  });
  // The cart no longer exists. If this form placed the order and the response was lost, its idempotency key
  // finds the order.
  if (methods === null) return placeOrder(context);
  const method = methods.find((known) => known.paymentMethodId === paymentMethodId);
  const issuer = fields.get(getIssuerFieldName(paymentMethodId));
  const problems: FormProblem[] = [
    ...(method ? [] : [{ field: 'paymentMethodId', code: 'required' }]),
    ...(method && method.issuers.length > 0 && issuer === '' ? [{ field: 'issuer', code: 'required' }] : []),
    ...listOrderTermsProblems(fields),
  ];
  if (problems.length > 0) return { status: 'refused', problems };
  try {
    await api.setPayment({ params: { id }, body: { paymentMethodId, issuer: issuer || null } }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: 'refused', problems: listProblems(error).map(toGiftCardProblem) };
  }
  const outcome = await placeOrder(context);
  return outcome.status === 'refused'
    ? { ...outcome, problems: outcome.problems.map(toGiftCardProblem) }
    : outcome;
};

/**
 * Returns the order of an earlier press of this button, for example of a double click. Its response removed
 * the cart from the browser but did not reach the page.
 */
const findPlacedOrder: FormAction = async ({ api, options, scope }) => {
  const { order } = await api.fetchLastOrder(undefined, options);
  if (!order) return { status: 'refused', problems: [{ field: null, code: 'not_found' }] };
  return { status: 'done', documentUrl: getOrderPath(scope.language.code, order), changed: ['cart'] };
};

/** Wraps an action so that the page stays, also without script. */
const createPaymentPageAction = (run: FormAction): FormAction => {
  return async (context): Promise<ActionOutcome> => {
    const outcome = await run(context);
    const { code } = context.scope.language;
    return outcome.status === 'done' ? { ...outcome, noticePath: getCheckoutPath(code, 'payment') } : outcome;
  };
};

/** Applies the discount code `code`. */
export const setCheckoutDiscountCode = createPaymentPageAction(setCode);

/** Removes the discount code. */
export const removeCheckoutDiscountCode = createPaymentPageAction(removeCode);
