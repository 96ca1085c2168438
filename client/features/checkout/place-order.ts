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

/** Validates the order fields of a form. */
export const listOrderTermsProblems = (fields: FormFields): FormProblem[] =>
  fields.get('acceptsTerms') === '' ? [{ field: 'acceptsTerms', code: 'required' }] : [];

/** Whether a form has the fields of `OrderTerms`, so that its button places the order. */
export const hasOrderFields = (fields: FormFields): boolean => fields.get('expectedTotalAmount') !== '';

const cartNotFoundProblem: FormProblem = { field: null, code: 'not_found' };

/** Whether the cart was emptied elsewhere. Then no step can be completed and no form can fix it. */
async function isCartEmptied({ api, cart, options }: ActionContext, error: ApiError): Promise<boolean> {
  if (cart.id === null || error.code !== 'checkout_not_ready') return false;
  return api.calculateCart2({ params: { id: cart.id } }, options).then(
    ({ products }) => products.length === 0,
    () => false,
  );
}

/**
 * Places the order of the visitor's cart. The form fields are `expectedTotalAmount`, `acceptsTerms` and
 * `idempotencyKey`. A request without a response is repeated once with the same key, which places only one
 * order. If the retry gets no response either, the page keeps the key.
 *
 * @throws ApiError if the result is unknown
 */
export async function placeOrder(context: ActionContext): Promise<ActionOutcome> {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  if (id === null) return { status: 'refused', problems: [cartNotFoundProblem] };
  const complete = () =>
    api.completeCart(
      {
        params: { id },
        body: {
          expectedTotalAmount: Number(fields.get('expectedTotalAmount')),
          // A page of the previous release has no such field. Then the backend assumes that a gift card pays
          // a part.
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
    // An order in progress with this key may still succeed, so the page keeps the key for the next attempt.
    if (isRefusal(error) && error.code !== 'order_in_progress') {
      const problems = (await isCartEmptied(context, error)) ? [cartNotFoundProblem] : listProblems(error);
      return { status: 'refused', problems, changed: ['cart'] };
    }
    if (isRefusal(error)) return { status: 'refused', problems: listProblems(error) };
    if (!(error instanceof ApiError) || error.failure === 'aborted') throw error;
    return { status: 'refused', problems: [{ field: null, code: 'order_failed' }] };
  }
}
