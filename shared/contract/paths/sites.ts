import type { CallPath } from './call-path.ts';

/**
 * Languages are cached as long as sites. Without them there is no scope, and no page in the layout of the
 * site while the backend is down.
 */
export const sitePaths = {
  fetchSiteByDomain: {
    method: 'GET',
    path: '/api/sites/getbydomain',
    cache: 'long',
    scoped: false,
    requires: ['domain'],
  },
  fetchSite: { method: 'GET', path: '/api/sites/{id}', cache: 'long', scoped: false },
  fetchSites: { method: 'GET', path: '/api/sites', cache: 'long', scoped: false },
  checkLocalization: {
    method: 'POST',
    path: '/api/sites',
    cache: 'never',
    scoped: false,
    requires: ['url', 'countryCode'],
  },
  fetchSiteSettings: { method: 'GET', path: '/api/sites/{id}/settings', cache: 'long', scoped: false },
  fetchLanguages: { method: 'GET', path: '/api/language', cache: 'long', scoped: false },
  fetchLanguage: { method: 'GET', path: '/api/language/{id}', cache: 'long', scoped: false },
  fetchCountries: { method: 'GET', path: '/api/countries', cache: 'long', scoped: false },
  fetchCountriesLocalizedName: {
    method: 'GET',
    path: '/api/countries/localizedname',
    cache: 'long',
    scoped: true,
  },
  fetchCountry: { method: 'GET', path: '/api/countries/{id}', cache: 'long', scoped: false },
  fetchCountryLocalizedName: {
    method: 'GET',
    path: '/api/countries/{id}/localizedname',
    cache: 'long',
    scoped: true,
  },
} as const satisfies Record<string, CallPath>;
