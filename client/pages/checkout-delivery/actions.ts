import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { listSteps } from '../../../shared/rules/checkout/readiness.ts';
import { HOME_DELIVERY } from '../../../shared/rules/shipping-costs.ts';
import { getCheckoutFacts } from '../../features/checkout/checkout-facts.ts';
import { fetchShownCountries } from '../../features/checkout/countries.ts';
import { listOrderProblems, placeOrder } from '../../features/checkout/place-order.ts';
import { completeAddress, listRecipientProblems } from '../../features/checkout/read-address.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import { fetchPlaces } from './fetch-places.ts';
import { asWay, getNearField } from './ways.ts';

/** Field that a refusal belongs to, by the way that was chosen. */
const fieldOfWay = {
  home: null,
  address: 'countryId',
  parcelShop: 'parcelShopId',
  dealer: 'dealerId',
} as const;

/**
 * Keeps how the order travels, and leads to the next step that the cart needs; where this one is the last it places the order. Where somebody asks
 * for places near to another postcode or town, the form comes again with them.
 */
export const submitDelivery: FormAction = async (context) => {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  const { code } = scope.language;
  if (id === null) return { status: 'done', path: getCartPath(code) };
  const [own, calculated] = await Promise.all([
    api.fetchCart({ params: { id } }, options),
    api.calculateCart2({ params: { id } }, options),
  ]);
  const { billing } = own;
  if (!billing) return { status: 'done', path: getCheckoutPath(code, 'billing') };
  const asked = fields.get('search');
  const way = asked === '' ? asWay(fields.get('way')) : asWay(asked);
  if (way === 'parcelShop' || way === 'dealer') {
    const near = fields.get(getNearField(way));
    if (near === '') return { status: 'refused', problems: [{ field: getNearField(way), code: 'required' }] };
    if (asked !== '' || near !== fields.get('listedNear')) {
      const { deliveryCountryIds } = scope.settings;
      const { countryId } = billing.address;
      const places = await fetchPlaces(
        api,
        {
          near,
          countryId: deliveryCountryIds.includes(countryId) ? countryId : null,
          weightGrams: calculated.heaviestParcelGrams,
        },
        options,
      );
      return { status: 'shown', places };
    }
  }
  const steps = listSteps(getCheckoutFacts(own, calculated));
  const isLast = steps.at(-1) === 'delivery';
  const missing = isLast ? listOrderProblems(fields) : [];
  let refused: ActionOutcome | null;
  try {
    refused = await keepDelivery(context, id, billing, missing);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const field = fieldOfWay[way];
    const problems = listProblems(error).map((problem) =>
      problem.field === null && field !== null ? { ...problem, field } : problem,
    );
    return { status: 'refused', problems };
  }
  if (refused) return refused;
  if (isLast) return placeOrder(context);
  return { status: 'done', path: getCheckoutPath(code, 'payment') };
};

/** @returns what is wrong, before anything was kept; null where it is kept */
async function keepDelivery(
  context: ActionContext,
  id: string,
  billing: { readonly firstName: string; readonly lastName: string },
  missing: readonly { readonly field: string | null; readonly code: string }[],
): Promise<ActionOutcome | null> {
  const { api, fields, options, scope } = context;
  const params = { id };
  const refuse = (field: string): ActionOutcome => ({
    status: 'refused',
    problems: [{ field, code: 'required' }, ...missing],
  });
  const { firstName, lastName } = billing;
  switch (asWay(fields.get('way'))) {
    case 'parcelShop': {
      const parcelShopId = fields.get('parcelShopId');
      if (parcelShopId === '') return refuse('parcelShopId');
      if (missing.length > 0) return { status: 'refused', problems: missing };
      const parcelShopZipcodeOrCity = fields.get(getNearField('parcelShop'));
      await api.setParcelShop({ params, query: { parcelShopId, parcelShopZipcodeOrCity } }, options);
      return null;
    }
    case 'dealer': {
      const dealerId = fields.get('dealerId');
      if (!/^\d{1,9}$/.test(dealerId)) return refuse('dealerId');
      if (missing.length > 0) return { status: 'refused', problems: missing };
      await api.setDealer({ params, query: { dealerId: Number(dealerId) } }, options);
      return null;
    }
    case 'address': {
      const countries = await fetchShownCountries(api, options, scope.settings.deliveryCountryIds);
      const address = await completeAddress(context, countries);
      const problems = [...listRecipientProblems(fields, address, countries), ...missing];
      if (problems.length > 0) return { status: 'refused', problems };
      const recipient = { firstName: fields.get('firstName'), lastName: fields.get('lastName'), address };
      await api.setAlternativeShipping(
        { params, query: { alternativeShippingAddress: JSON.stringify(recipient) } },
        options,
      );
      const body = { shippingMethod: HOME_DELIVERY, firstName, lastName, address: null };
      await api.setShipping({ params, body }, options);
      return null;
    }
    default: {
      if (missing.length > 0) return { status: 'refused', problems: missing };
      const body = { shippingMethod: HOME_DELIVERY, firstName, lastName, address: null };
      await api.setShipping({ params, body }, options);
      await api.setAlternativeShipping({ params, query: { alternativeShippingAddress: '' } }, options);
      return null;
    }
  }
}
