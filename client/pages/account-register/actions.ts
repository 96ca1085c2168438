import { ACCOUNT_CONFIRM_PATH, ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import type { FormAction } from '../../forms/form-action.ts';
import { listRegistrationProblems, readRegistration } from './read-registration.ts';

/**
 * Registers an account. The response is the same if the address already has an account; then its mailbox gets
 * a mail.
 */
export const register: FormAction = async (context) => {
  const { api, fields, scope, options } = context;
  if (listRegistrationProblems(fields, null).length > 0) {
    // Reports all errors at once: with script the page already knows the country's VAT number rules; here
    // they are loaded.
    const countries = await api.fetchCountries(undefined, options).catch(() => null);
    const country = countries?.find(({ countryId }) => countryId === scope.site.countryId);
    return { status: 'refused', problems: listRegistrationProblems(fields, country?.formRules ?? null) };
  }
  await callWithBotCheck(context, (botCheck) =>
    api.registerAccount(
      {
        query: { callbackUrl: ACCOUNT_CONFIRM_PATH },
        body: readRegistration(fields, scope.language.languageId),
        ...botCheck,
      },
      options,
    ),
  );
  return { status: 'done', path: `${ACCOUNT_LOGIN_PATH}?s=1` };
};
