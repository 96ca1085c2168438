import type { AlternativeShippingAddress } from '../../../shared/contract/people.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { listNeededSteps } from '../../../shared/rules/checkout/step-readiness.ts';
import { cleanName } from '../../../shared/rules/people/person-details.ts';
import { HOME_DELIVERY_METHOD } from '../../../shared/rules/shipping-costs.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import { getCheckoutDetails } from '../../features/checkout/checkout-details.ts';
import { hasOrderFields, listOrderTermsProblems, placeOrder } from '../../features/checkout/place-order.ts';
import {
  completeDutchAddress,
  listRecipientProblems,
  mapAddressBookProblems,
  readAddressConfirmation,
} from '../../features/checkout/read-address.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import { getLocationFieldName, parseDeliveryOption } from './delivery-options.ts';
import { fetchPickupLocations } from './fetch-pickup-locations.ts';
import { listAddressBookNameProblems } from './list-delivery-option-problems.ts';

/** Field at which errors of the chosen delivery option are shown. */
const fieldByDeliveryOption = {
  home: null,
  address: 'countryId',
  parcelShop: 'parcelShopId',
  dealer: 'dealerId',
} as const;

/**
 * Stores the delivery option and opens the next step that the cart needs. If this is the last step, it places
 * the order. If the visitor searches for locations near another postcode or town, renders the form again with
 * them.
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
  const way = asked === '' ? parseDeliveryOption(fields.get('way')) : parseDeliveryOption(asked);
  if (way === 'parcelShop' || way === 'dealer') {
    const near = fields.get(getLocationFieldName(way));
    if (near === '')
      return { status: 'refused', problems: [{ field: getLocationFieldName(way), code: 'required' }] };
    if (asked !== '' || near !== fields.get('listedNear')) {
      const { deliveryCountryIds } = scope.settings;
      const { countryId } = billing.address;
      const places = await fetchPickupLocations(
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
  const steps = listNeededSteps(getCheckoutDetails(own, calculated));
  // Without the order fields, the page showed a delivery option with costs, so the payment step follows.
  const isLast = steps.at(-1) === 'delivery' && hasOrderFields(fields);
  const missing = isLast ? listOrderTermsProblems(fields) : [];
  let refused: ActionOutcome | null;
  try {
    refused = await storeDeliveryOption(context, id, billing, missing);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const field = fieldByDeliveryOption[way];
    const problems = listProblems(error).map((problem) =>
      problem.field === null && field !== null ? { ...problem, field } : problem,
    );
    return { status: 'refused', problems };
  }
  if (refused) return refused;
  if (isLast) return placeOrder(context);
  return { status: 'done', path: getCheckoutPath(code, 'payment') };
};

/**
 * Returns the id of the chosen saved address, or '' if the typed address is used. With script a saved address
 * has filled the fields, unless it was chosen before hydration.
 */
function getChosenAddressId({ fields, hasScript }: ActionContext): string {
  const isFilled = ['zipcode', 'street', 'city'].some((field) => fields.get(field) !== '');
  return hasScript && isFilled ? '' : fields.get('savedAddressId');
}

/** A delivery address, and whether the visitor confirmed it after it was reported as invalid. */
interface RecipientToStore {
  readonly recipient: AlternativeShippingAddress;
  readonly isAddressConfirmed?: true;
}

/** Returns the saved address with the id, or null if the account has none or the session has expired. */
async function fetchSavedRecipient(
  { api, options }: ActionContext,
  savedId: string,
): Promise<RecipientToStore | null> {
  const addresses = await api.fetchSavedAddresses(undefined, options).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return [];
  });
  const found = addresses.find(({ addressId }) => addressId === savedId);
  if (!found) return null;
  const { firstName, lastName, address } = found;
  // It was validated when it was saved.
  return { recipient: { firstName, lastName, address }, isAddressConfirmed: true };
}

/** Returns the typed address or its errors. */
async function readTypedRecipient(
  context: ActionContext,
  missing: readonly FormProblem[],
): Promise<RecipientToStore | Extract<ActionOutcome, { status: 'refused' }>> {
  const { api, fields, options, scope } = context;
  const countries = await fetchAddressCountries(api, options, scope.settings.deliveryCountryIds);
  const address = await completeDutchAddress(context, countries);
  const problems = [
    ...listRecipientProblems(fields, address, countries),
    ...listAddressBookNameProblems(fields),
    ...missing,
  ];
  if (problems.length > 0) return { status: 'refused', problems };
  const name = cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') });
  return { recipient: { ...name, address }, ...readAddressConfirmation(fields, countries) };
}

/**
 * Saves the address of the order in the account. If the session has expired, the order continues.
 *
 * @returns the error of the address name; null if the order continues
 */
async function saveInBook(
  { api, fields, options }: ActionContext,
  { recipient, ...confirmation }: RecipientToStore,
): Promise<ActionOutcome | null> {
  try {
    const body = { addressName: fields.get('addressName'), ...recipient, ...confirmation };
    await api.saveAddress({ body }, options);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.status === 401) return null;
    return { status: 'refused', problems: mapAddressBookProblems(listProblems(error)) };
  }
}

/** @returns the errors, or null if the cart has stored the delivery option */
async function storeDeliveryOption(
  context: ActionContext,
  id: string,
  billing: { readonly firstName: string; readonly lastName: string },
  missing: readonly FormProblem[],
): Promise<ActionOutcome | null> {
  const { api, fields, options } = context;
  const params = { id };
  const refuse = (field: string): ActionOutcome => ({
    status: 'refused',
    problems: [{ field, code: 'required' }, ...missing],
  });
  const { firstName, lastName } = billing;
  switch (parseDeliveryOption(fields.get('way'))) {
    case 'parcelShop': {
      const parcelShopId = fields.get('parcelShopId');
      if (parcelShopId === '') return refuse('parcelShopId');
      if (missing.length > 0) return { status: 'refused', problems: missing };
      const parcelShopZipcodeOrCity = fields.get(getLocationFieldName('parcelShop'));
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
      const savedId = getChosenAddressId(context);
      const read =
        savedId === ''
          ? await readTypedRecipient(context, missing)
          : await fetchSavedRecipient(context, savedId);
      if (!read) return refuse('savedAddressId');
      if ('status' in read) return read;
      if (missing.length > 0) return { status: 'refused', problems: missing };
      const { recipient, ...confirmation } = read;
      await api.setAlternativeShipping(
        { params, query: { alternativeShippingAddress: JSON.stringify(recipient), ...confirmation } },
        options,
      );
      const body = { shippingMethod: HOME_DELIVERY_METHOD, firstName, lastName, address: null };
      await api.setShipping({ params, body }, options);
      return savedId === '' && fields.get('saveInBook') !== '' ? saveInBook(context, read) : null;
    }
    default: {
      if (missing.length > 0) return { status: 'refused', problems: missing };
      const body = { shippingMethod: HOME_DELIVERY_METHOD, firstName, lastName, address: null };
      await api.setShipping({ params, body }, options);
      await api.setAlternativeShipping({ params, query: { alternativeShippingAddress: '' } }, options);
      return null;
    }
  }
}
