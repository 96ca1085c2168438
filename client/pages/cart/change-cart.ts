import { ApiError } from '../../../shared/api/api-error.ts';
import type { ActionContext } from '../../forms/form-action.ts';
import { getMailCampaignId } from '../../store/mail-campaign.ts';

type CartContext = Pick<ActionContext, 'api' | 'cart' | 'options'>;

const isErrorWithStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.failure === 'status' && error.status === status;

/**
 * Creates a cart and assigns it to the visitor.
 *
 * @throws Error 'Cart creation failed' if the API returns no cart
 */
async function createCart({ api, cart, options }: CartContext): Promise<string> {
  const mailCampaignId = getMailCampaignId();
  const query = mailCampaignId === null ? {} : { mailCampaignId };
  const made: { readonly shoppingcartId?: string } | undefined = await api.createCart({ query }, options);
  if (!made?.shoppingcartId) throw new Error('Cart creation failed');
  cart.keep(made.shoppingcartId);
  return made.shoppingcartId;
}

/** Whether the cart itself no longer exists, as opposed to a line of it. */
async function isCartGone({ api, options }: CartContext, id: string): Promise<boolean> {
  try {
    await api.fetchCart({ params: { id } }, options);
    return false;
  } catch (error) {
    if (isErrorWithStatus(error, 404)) return true;
    throw error;
  }
}

/**
 * Changes the visitor's cart. Creates a cart if there is none, or if it no longer exists.
 *
 * @throws Error 'Cart creation failed'; ApiError of the change
 */
export async function changeCart(context: CartContext, change: (id: string) => Promise<void>): Promise<void> {
  const { cart } = context;
  const { id } = cart;
  if (id === null) {
    await change(await createCart(context));
    return;
  }
  try {
    await change(id);
  } catch (error) {
    if (!isErrorWithStatus(error, 404) || !(await isCartGone(context, id))) throw error;
    cart.forget({ isGone: true });
    await change(await createCart(context));
  }
}

/**
 * Adds pieces to a cart. Without a response it retries once; the idempotency key makes it count once.
 *
 * @throws ApiError if the retry fails as well
 */
export async function addToCart(
  { api, options }: CartContext,
  input: {
    readonly id: string;
    readonly productVariantId: number;
    readonly quantity: number;
    readonly idempotencyKey: string;
  },
): Promise<void> {
  const { id, productVariantId, quantity, idempotencyKey } = input;
  const add = () =>
    api.addCartProduct({ params: { id }, query: { productVariantId, quantity }, idempotencyKey }, options);
  try {
    await add();
  } catch (error) {
    const isUnanswered =
      error instanceof ApiError && (error.failure === 'unavailable' || error.failure === 'timeout');
    if (!isUnanswered) throw error;
    await add();
  }
}
