import { loadForAnonymousVisitor } from '../../features/account/load-for-signed-in-visitor.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import type { AccountRegisterData } from './page.ts';

/** Loads the registration form. */
export async function loadAccountRegister(
  context: PrivateLoadContext,
): Promise<LoadResult<AccountRegisterData>> {
  const { api, optional, scope, shop } = context;
  const countries = await optional((options) => api.fetchCountries(undefined, options));
  const country = countries?.find(({ countryId }) => countryId === scope.site.countryId);
  return loadForAnonymousVisitor<AccountRegisterData>(context, shop.t('register.title'), () => ({
    kind: 'accountRegister',
    rules: country?.formRules ?? null,
  }));
}
