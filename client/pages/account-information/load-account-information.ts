import { ApiError } from '../../../shared/api/api-error.ts';
import { accountInformationSections } from '../../../shared/rules/account/account-paths.ts';
import { loadForSignedInVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import { fetchAddressCountries } from '../../features/checkout/address-countries.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountInformationData } from './page.ts';

/**
 * Loads the details of the signed-in customer.
 *
 * @throws ApiError 404 if the part does not exist
 */
export async function loadAccountInformation(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountInformationData>> {
  const { api, visitor, critical, optional, params, shop } = context;
  const action = accountInformationSections.find((known) => known === params.action);
  if (params.action !== undefined && action === undefined) throw new ApiError('status', { status: 404 });
  return loadForSignedInVisitor<AccountInformationData>(
    context,
    shop.t('account.information'),
    async (asked) => {
      const [countries, addresses, sessions, { formToken: _formToken, ...account }] = await Promise.all([
        fetchAddressCountries(api, critical),
        optional((options) => visitor.fetchSavedAddresses(undefined, options)),
        optional((options) => visitor.fetchSessions(undefined, options)),
        asked,
      ]);
      return { kind: 'accountInformation', action: action ?? null, account, countries, addresses, sessions };
    },
  );
}
