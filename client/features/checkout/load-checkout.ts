import { ApiError } from '../../../shared/api/api-error.ts';
import type { Cart } from '../../../shared/contract/carts.ts';
import type { GuaranteeNotice } from '../../../shared/contract/legal.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import {
  type CheckoutStep,
  findReadyStep,
  listNeededSteps,
} from '../../../shared/rules/checkout/step-readiness.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { getStaticRouteAlternates } from '../../static-route-alternates.ts';
import { type CalculatedCartView, fetchCart } from '../../store/fetch-cart.ts';
import { createIdempotencyKey } from '../../store/idempotency-key.ts';
import type { PageHead } from '../../store/page-state.ts';
import { getCheckoutDetails, hasUnnamedSamples } from './checkout-details.ts';

/** Data that every step of the checkout shows. */
export interface SharedCheckoutData {
  readonly cart: Pick<
    Cart,
    | 'billing'
    | 'newsletterSubscribe'
    | 'shipping'
    | 'alternativeShippingAddress'
    | 'payment'
    | 'dealerId'
    | 'parcelShopId'
    | 'parcelShopZipcodeOrCity'
    | 'pickupPlace'
    | 'draft'
  >;
  readonly calculated: CalculatedCartView;
  /** Steps that this cart needs. The summary and the order button are on the last one. */
  readonly steps: readonly CheckoutStep[];
  /** Label of the order button that the law of the market requires; null if it could not be loaded. */
  readonly orderButton: string | null;
  /** Shown on the last step, above the order button; null if there is none. */
  readonly guaranteeNotice: GuaranteeNotice | null;
  /** Idempotency key of the order that the button of this page places. */
  readonly idempotencyKey: string;
}

type RedirectResult = Extract<LoadResult, { redirect: unknown }>;

const redirectTo = (url: string): RedirectResult => ({ redirect: { status: 303, url } });

/**
 * Loads the data of a checkout step. Redirects if the step is not reachable: to the last reachable step, or
 * to the cart if it is empty or has unnamed samples.
 *
 * @throws ApiError if the cart cannot be loaded, and 404 on the corporate site
 */
export async function loadCheckout(
  { api, visitor, cart, critical, optional, scope }: PrivateLoadContext,
  step: CheckoutStep,
): Promise<RedirectResult | SharedCheckoutData> {
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const { code } = scope.language;
  const [loaded, legal] = await Promise.all([
    fetchCart(visitor, cart, critical),
    optional((options) => api.fetchLegalTexts(undefined, options)),
  ]);
  if (!loaded.cart || hasUnnamedSamples(loaded.calculatedCart)) return redirectTo(getCartPath(code));
  const { calculatedCart: calculated } = loaded;
  const facts = getCheckoutDetails(loaded.cart, calculated);
  const ready = findReadyStep(step, facts);
  if (ready === null) return redirectTo(getCartPath(code));
  if (ready !== step) return redirectTo(getCheckoutPath(code, ready));
  const {
    billing,
    newsletterSubscribe,
    shipping,
    alternativeShippingAddress,
    payment,
    dealerId,
    parcelShopId,
    parcelShopZipcodeOrCity,
    pickupPlace,
    draft,
  } = loaded.cart;
  return {
    cart: {
      billing,
      newsletterSubscribe,
      shipping,
      alternativeShippingAddress,
      payment,
      dealerId,
      parcelShopId,
      parcelShopZipcodeOrCity,
      ...(pickupPlace && { pickupPlace }),
      ...(draft && { draft }),
    },
    calculated,
    steps: listNeededSteps(facts),
    orderButton: legal?.orderButton ?? null,
    guaranteeNotice: legal?.guaranteeNotice ?? null,
    idempotencyKey: createIdempotencyKey(),
  };
}

/** Returns the head of a checkout page, which is never indexed. */
export const createCheckoutHead = (
  context: Pick<PrivateLoadContext, 'scope' | 'screen'>,
  title: string,
): PageHead => ({
  title,
  description: null,
  canonicalPath: null,
  alternates: [
    ...getStaticRouteAlternates(context),
    // On another site, the checkout starts at the cart.
    ...context.scope.shops
      .filter((site) => !isCorporate(site) && site.siteId !== context.scope.site.siteId)
      .flatMap(({ siteId, languages }) =>
        languages.map(({ languageId, code, origin }) => ({
          siteId,
          languageId,
          url: `${origin}${getCartPath(code)}`,
        })),
      ),
  ],
  isIndexable: false,
});
