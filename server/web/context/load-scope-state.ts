import type { ScopeState, ShopChoice } from '../../../client/store/app-store.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallOptions } from '../../../shared/api/client.ts';
import type { SiteSettings } from '../../../shared/contract/sites.ts';
import { brands, getBrandName } from '../../../shared/rules/brand-name.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Returns optional data of a page, or null if the call failed or took too long. The transport has logged the
 * reason.
 */
async function optional<T>(
  { signal, optionalTimeoutMs }: RequestContext,
  call: (options: CallOptions) => Promise<T>,
): Promise<T | null> {
  try {
    return await call({ signal, timeoutMs: optionalTimeoutMs });
  } catch (error) {
    if (error instanceof ApiError && error.failure !== 'aborted') return null;
    throw error;
  }
}

const brandPrefixPattern = new RegExp(`^(?:${brands.join('|')})\\s+`);

/**
 * Lists all sites that the visitor can switch to. The name of a site is its brand and location, in its own
 * language: 'Havero Nederland', 'Havero International'.
 */
export function listShopChoices({
  directory,
  getOriginOf,
}: Pick<RequestContext, 'directory' | 'getOriginOf'>): readonly ShopChoice[] {
  return directory.sites.map(({ siteId, name, type, countryId, fallbackLanguageId, languages }) => ({
    siteId,
    type,
    brand: getBrandName(type),
    countryName: name.replace(brandPrefixPattern, ''),
    regionCode: directory.countries.find((country) => country.countryId === countryId)?.regionCode ?? '',
    fallbackLanguageId,
    languages: languages.flatMap(({ languageId, localizedName, domain }) => {
      const language = directory.languages.find((candidate) => candidate.languageId === languageId);
      if (!language) return [];
      const { code, culture } = language;
      return [{ languageId, code, name: localizedName, culture, origin: getOriginOf(domain) }];
    }),
  }));
}

/**
 * Loads the data around the content of every page. Menu, footer, promises and notice are empty if the backend
 * does not deliver them in time: the page can still be shown, and `isComplete` is false.
 */
export async function loadScopeState(
  context: RequestContext,
): Promise<{ readonly scope: ScopeState; readonly isComplete: boolean }> {
  const { api, site, settings, language, regionCode, origin, directory } = context;
  const [navigation, footer, usps, notification] = await Promise.all([
    optional(context, (options) =>
      api.fetchNavigation({ params: { id: site.primaryNavigationId } }, options),
    ),
    optional(context, (options) => api.fetchFooter({ params: { id: site.footerId } }, options)),
    optional(context, (options) =>
      api.fetchUsps({ params: { collectionId: site.headerUspCollectionId } }, options),
    ),
    optional(context, (options) => api.fetchNotification({ params: { id: site.notificationId } }, options)),
  ]);
  const parts = [site, language, directory.sites, directory.languages, directory.countries];
  // State of a preview is not stored, not even for comparison with the next one.
  const reuse = context.preview ? createStateAnew : reuseState;
  const scope = reuse(
    settings,
    language.languageId,
    [...parts, navigation, footer, usps, notification],
    () => ({
      site,
      settings,
      language,
      regionCode,
      origin,
      shops: listShopChoices(context),
      navigation: navigation ?? { navigationId: site.primaryNavigationId, items: [] },
      footer: footer ?? { footerId: site.footerId, columns: [] },
      usps: usps?.usps ?? [],
      notification: notification?.text ?? null,
    }),
  );
  return { scope, isComplete: [navigation, footer, usps, notification].every((part) => part !== null) };
}

/** Last state of each site (by its settings) and language, with the answers from which it was created. */
const lastStates = new WeakMap<
  SiteSettings,
  Map<number, { readonly parts: readonly unknown[]; readonly state: ScopeState }>
>();

const createStateAnew: typeof reuseState = (_settings, _languageId, _parts, create) => create();

/**
 * Returns the same state object as long as the cached answers are the same objects, so that derived data can
 * be reused, too.
 */
function reuseState(
  settings: SiteSettings,
  languageId: number,
  parts: readonly unknown[],
  create: () => ScopeState,
): ScopeState {
  let states = lastStates.get(settings);
  if (!states) {
    states = new Map();
    lastStates.set(settings, states);
  }
  const last = states.get(languageId);
  if (last?.parts.every((part, index) => part === parts[index])) return last.state;
  const state = create();
  states.set(languageId, { parts, state });
  return state;
}
