import type { CallInput } from '../../../shared/contract/calls.ts';
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_INFORMATION_PATH,
} from '../../../shared/rules/account/account-paths.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { listNeededSteps } from '../../../shared/rules/checkout/step-readiness.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import { getCheckoutDetails } from '../../features/checkout/checkout-details.ts';
import { hasOrderFields, listOrderTermsProblems, placeOrder } from '../../features/checkout/place-order.ts';
import { completeDutchAddress, readAddressConfirmation } from '../../features/checkout/read-address.ts';
import { type ActionContext, type FormAction, isRefusal, listProblems } from '../../forms/form-action.ts';
import { listAccountProblems, listBillingFormProblems, readBilling } from './read-billing.ts';

/**
 * Saves an address in the account. If the account refuses it, the order continues, because the session may
 * have expired.
 */
async function saveInAccount(
  { api, options }: ActionContext,
  billing: CallInput<'setBilling'>['body'],
): Promise<void> {
  const { address, companyName = '', vatNumber = '', isAddressConfirmed } = billing;
  const body = {
    address,
    ...(isAddressConfirmed && { isAddressConfirmed }),
    ...(companyName !== '' && { companyName, vatNumber }),
  };
  try {
    await api.updateAccount({ query: { callbackUrl: ACCOUNT_INFORMATION_PATH }, body }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/**
 * Stores the billing details and opens the next step that the cart needs. If this is the last step, it places
 * the order.
 */
export const submitBilling: FormAction = async (context) => {
  const { api, cart, fields, options, scope } = context;
  const { id } = cart;
  const { code } = scope.language;
  if (id === null) return { status: 'done', path: getCartPath(code) };
  const [countries, own, calculated] = await Promise.all([
    fetchAddressCountries(api, options),
    api.fetchCart({ params: { id } }, options),
    api.calculateCart2({ params: { id } }, options),
  ]);
  const address = await completeDutchAddress(context, countries);
  const country = countries.find(({ countryId }) => countryId === address.countryId);
  const billing = readBilling(fields, address);
  const steps = listNeededSteps(getCheckoutDetails({ ...own, billing }, calculated));
  // Without the fields of an order the page was rendered while the cart needed more steps: it is shown again.
  const isLast = steps.length === 1 && hasOrderFields(fields);
  const problems = [
    ...listBillingFormProblems(billing, country, { needsPhone: calculated.needsDelivery }),
    ...listAccountProblems(fields),
    ...(isLast ? listOrderTermsProblems(fields) : []),
  ];
  if (problems.length > 0) return { status: 'refused', problems };
  const body = { ...billing, ...readAddressConfirmation(fields, countries) };
  try {
    await api.setBilling({ params: { id }, body }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Errors of countries without delivery are shown at the country field.
    const countryProblemCodes = ['country_not_delivered', 'dutch_addresses_on_dutch_site_only'];
    return {
      status: 'refused',
      problems: listProblems(error).map((problem) =>
        countryProblemCodes.includes(problem.code) ? { ...problem, field: 'countryId' } : problem,
      ),
    };
  }
  if (fields.get('saveAddress') !== '') await saveInAccount(context, body);
  const password = fields.getUntrimmed('password');
  if (password !== '') {
    await callWithBotCheck(context, (botCheck) =>
      api.setCartPassword(
        { params: { id }, query: { password, confirmUrl: ACCOUNT_CONFIRM_PATH }, ...botCheck },
        options,
      ),
    );
  }
  const subscribe = fields.get('newsletter') !== '';
  if (fields.get('newsletterShown') !== '' && subscribe !== own.newsletterSubscribe) {
    await api.setNewsletter({ params: { id }, query: { subscribe } }, options);
  }
  if (isLast) return placeOrder(context);
  const next = steps[1];
  return next
    ? { status: 'done', path: getCheckoutPath(code, next) }
    : { status: 'done', path: getCheckoutPath(code, 'billing'), changed: ['cart'] };
};
