import { ApiError } from '../../../shared/api/api-error.ts';
import { getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormFields,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';

/** What is wrong with the part of a form that places the order. */
export const listOrderProblems = (fields: FormFields): FormProblem[] =>
  fields.get('acceptsTerms') === '' ? [{ field: 'acceptsTerms', code: 'required' }] : [];

/** Whether a form has the fields of `OrderTerms`: then its button places the order. */
export const hasOrderFields = (fields: FormFields): boolean => fields.get('expectedTotalAmount') !== '';

const cartGone: FormProblem = { field: null, code: 'not_found' };

/** What is missing before the first step is something to buy: the cart was emptied elsewhere, and no form can put that right. */
async function isEmptied({ api, cart, options }: ActionContext, error: ApiError): Promise<boolean> {
  if (cart.id === null || error.code !== 'checkout_not_ready') return false;
  return api.calculateCart2({ params: { id: cart.id } }, options).then(
    ({ products }) => products.length === 0,
    () => false,
  );
}

/**
 * Places the order of the visitor's cart: `expectedTotalAmount`, `acceptsTerms` and `idempotencyKey` are fields of the form. Where no answer
 * came it is asked once more with the same key, which places one order only; the page keeps that key then.
 *
 * @throws ApiError where it is not known what became of it
 */
export async function placeOrder(context: ActionContext): Promise<ActionOutcome> {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  if (id === null) return { status: 'refused', problems: [cartGone] };
  const complete = () =>
    api.completeCart(
      {
        params: { id },
        body: {
          expectedTotalAmount: Number(fields.get('expectedTotalAmount')),
          // A page of the release before has no such field: the backend then expects that a card pays something.
          ...(fields.get('expectedGiftCardAmount') !== '' && {
            expectedGiftCardAmount: Number(fields.get('expectedGiftCardAmount')),
          }),
          acceptsTerms: true,
        },
        idempotencyKey: fields.get('idempotencyKey'),
      },
      options,
    );
  try {
    const placed = await complete().catch((error: unknown) => {
      const isUnanswered =
        error instanceof ApiError && (error.failure === 'unavailable' || error.failure === 'timeout');
      if (!isUnanswered) throw error;
      return complete();
    });
    cart.forget({ isGone: true });
    const documentUrl = placed.paymentUrl ?? getOrderPath(scope.language.code, placed);
    return { status: 'done', documentUrl, changed: ['cart'] };
  } catch (error) {
    // An order that is being placed by this key may still come to be: it is asked for by the same key again.
    if (isRefusal(error) && error.code !== 'order_in_progress') {
      const problems = (await isEmptied(context, error)) ? [cartGone] : listProblems(error);
      return { status: 'refused', problems, changed: ['cart'] };
    }
    if (isRefusal(error)) return { status: 'refused', problems: listProblems(error) };
    if (!(error instanceof ApiError) || error.failure === 'aborted') throw error;
    return { status: 'refused', problems: [{ field: null, code: 'order_failed' }] };
  }
}
