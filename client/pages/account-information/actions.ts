import type { AccountChange } from '../../../shared/contract/accounts.ts';
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_INFORMATION_PATH,
  type AccountInformationSection,
  getAccountInformationPath,
} from '../../../shared/rules/account/account-paths.ts';
import { cleanName } from '../../../shared/rules/people/person-details.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import {
  completeDutchAddress,
  listRecipientProblems,
  listSavedAddressNameProblems,
  mapAddressBookProblems,
  readAddressConfirmation,
} from '../../features/checkout/read-address.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import {
  listAddressFormProblems,
  listClosingProblems,
  listCurrentPasswordProblems,
  listEmailProblems,
  listPasswordProblems,
} from './list-account-information-problems.ts';

const createDoneOutcome = (action: AccountInformationSection): ActionOutcome => ({
  status: 'done',
  noticePath: getAccountInformationPath(action),
  changed: ['account'],
});

/** @throws ApiError if the update fails */
async function update(
  { api, options }: ActionContext,
  body: AccountChange,
  action: AccountInformationSection,
): Promise<ActionOutcome> {
  await api.updateAccount({ query: { callbackUrl: ACCOUNT_INFORMATION_PATH }, body }, options);
  return createDoneOutcome(action);
}

/** Changes name, phone numbers and mail language. */
export const changePersonalDetails: FormAction = (context) => {
  const { fields } = context;
  const languageId = Number(fields.get('languageId'));
  return update(
    context,
    {
      firstName: fields.get('firstName'),
      lastName: fields.get('lastName'),
      phoneNumber: fields.get('phoneNumber'),
      mobilePhoneNumber: fields.get('mobilePhoneNumber'),
      ...(Number.isInteger(languageId) && languageId > 0 && { languageId }),
    },
    'personal',
  );
};

/** Changes the home address. */
export const changeAddress: FormAction = async (context) => {
  const { api, options } = context;
  const countries = await fetchAddressCountries(api, options);
  const address = await completeDutchAddress(context, countries);
  const problems = listAddressFormProblems(address, countries);
  if (problems.length > 0) return { status: 'refused', problems };
  return update(context, { address, ...readAddressConfirmation(context.fields, countries) }, 'address');
};

/** Changes the alternative delivery address. */
export const changeDeliveryAddress: FormAction = async (context) => {
  const { api, fields, options, scope } = context;
  const countries = await fetchAddressCountries(api, options, scope.settings.deliveryCountryIds);
  const address = await completeDutchAddress(context, countries);
  const problems = listRecipientProblems(fields, address, countries);
  if (problems.length > 0) return { status: 'refused', problems };
  const name = cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') });
  return update(
    context,
    {
      alternativeShippingAddress: { ...name, address },
      ...readAddressConfirmation(fields, countries),
    },
    'address',
  );
};

export const removeDeliveryAddress: FormAction = (context) =>
  update(context, { alternativeShippingAddress: null }, 'address');

/** Saves a delivery address in the address book, or changes the one that the form names. */
export const saveInBook: FormAction = async (context) => {
  const { api, fields, options, scope } = context;
  const countries = await fetchAddressCountries(api, options, scope.settings.deliveryCountryIds);
  const address = await completeDutchAddress(context, countries);
  const problems = [
    ...listSavedAddressNameProblems(fields),
    ...listRecipientProblems(fields, address, countries),
  ];
  if (problems.length > 0) return { status: 'refused', problems };
  const name = cleanName({ firstName: fields.get('firstName'), lastName: fields.get('lastName') });
  const body = {
    addressName: fields.get('addressName'),
    ...name,
    address,
    ...readAddressConfirmation(fields, countries),
  };
  const addressId = fields.get('addressId');
  try {
    if (addressId === '') await api.saveAddress({ body }, options);
    else await api.changeSavedAddress({ params: { addressId }, body }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: 'refused', problems: mapAddressBookProblems(listProblems(error)) };
  }
  return createDoneOutcome('addresses');
};

/** Deletes an address of the address book. Succeeds if another window has already deleted it. */
export const deleteFromAddressBook: FormAction = async ({ api, fields, options }) => {
  try {
    await api.deleteSavedAddress({ params: { addressId: fields.get('addressId') } }, options);
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error;
  }
  return createDoneOutcome('addresses');
};

/** Changes the customer's company. Without a name, the company is removed. */
export const changeCompanyDetails: FormAction = (context) => {
  const { fields } = context;
  return update(
    context,
    { companyName: fields.get('companyName'), vatNumber: fields.get('vatNumber') },
    'company',
  );
};

const passwordProblemCodes = ['invalid_credentials', 'reauthentication_required'];

/**
 * Makes calls that require the password. A wrong password becomes an error of its field.
 *
 * @throws ApiError if a call fails for another reason
 */
async function callWithPassword(call: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await call();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const problems = listProblems(error).map((problem) =>
      passwordProblemCodes.includes(problem.code) || problem.field === 'password'
        ? { ...problem, field: 'currentPassword' }
        : problem,
    );
    return { status: 'refused', problems };
  }
}

/** Requests a change of the e-mail address. It takes effect when the mailed link is confirmed. */
export const changeEmailAddress: FormAction = async ({ api, fields, options }) => {
  const problems = listEmailProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  return callWithPassword(async () => {
    await api.changeEmailAddress(
      {
        query: { callbackUrl: ACCOUNT_CONFIRM_PATH },
        body: { emailAddress: fields.get('emailAddress'), password: fields.getUntrimmed('currentPassword') },
      },
      options,
    );
    return createDoneOutcome('email');
  });
};

/** Sets a new password. All other sessions end. */
export const changePassword: FormAction = async ({ api, fields, options }) => {
  const problems = listPasswordProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  return callWithPassword(async () => {
    const currentPassword = fields.getUntrimmed('currentPassword');
    const newPassword = fields.getUntrimmed('newPassword');
    await api.changePassword({ body: { currentPassword, newPassword } }, options);
    return createDoneOutcome('password');
  });
};

/** Ends another session. If the password was not given recently, asks for it first. */
export const endSession: FormAction = ({ api, fields, options }) => {
  const password = fields.getUntrimmed('currentPassword');
  return callWithPassword(async () => {
    if (password !== '') await api.confirmPassword({ body: { password } }, options);
    await api.endSession({ params: { sessionId: fields.get('sessionId') } }, options);
    return createDoneOutcome('sessions');
  });
};

/** Confirms the password. For some minutes the export of all stored data can then be downloaded. */
export const unlockDataExport: FormAction = async ({ api, fields, options }) => {
  const problems = listCurrentPasswordProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  return callWithPassword(async () => {
    await api.confirmPassword({ body: { password: fields.getUntrimmed('currentPassword') } }, options);
    return createDoneOutcome('privacy');
  });
};

/** Closes the account and removes its data from this browser. */
export const closeAccount: FormAction = async ({ api, cart, fields, hasScript, options }) => {
  const problems = listClosingProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  return callWithPassword(async () => {
    await api.deleteAccount({ body: { password: fields.getUntrimmed('currentPassword') } }, options);
    cart.forget({ isGone: true });
    if (hasScript) {
      const [{ account }, { announceAccountChange }] = await Promise.all([
        import('../../store/account.ts'),
        import('../../store/account-change.ts'),
      ]);
      account.clear();
      announceAccountChange();
    }
    return { status: 'done', changed: ['cart'] };
  });
};
