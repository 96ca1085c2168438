import type { ScopeState, ShopChoice } from '../../../client/store/app-store.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { CallOptions } from '../../../shared/api/client.ts';
import type { SiteSettings } from '../../../shared/contract/sites.ts';
import { getBrandName } from '../../../shared/rules/brand-name.ts';
import type { RequestContext } from './request-context.ts';

/** Data that a page can do without: null where it failed or came too late. The transport has logged why. */
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

/**
 * Every shop that the visitor may change to. A site's name is its brand and where it is, in its own words: 'Havero Nederland',
 * 'Havero International'.
 */
export function listShops({
  directory,
  getOriginOf,
}: Pick<RequestContext, 'directory' | 'getOriginOf'>): readonly ShopChoice[] {
  return directory.sites.map(({ siteId, name, type, countryId, fallbackLanguageId, languages }) => ({
    siteId,
    type,
    brand: getBrandName(type),
    countryName: name.replace(/^(Havero|Hafero)\s+/, ''),
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
 * What every page of the shop shows around its own content. Menu, footer, promises and notice are empty where the backend does not
 * give them in time: the page itself may still be had, and `isComplete` is false.
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
  // What is made of a preview is kept nowhere, not even as what comes next is compared with.
  const reuse = context.preview ? makeState : reuseState;
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
      shops: listShops(context),
      navigation: navigation ?? { navigationId: site.primaryNavigationId, items: [] },
      footer: footer ?? { footerId: site.footerId, columns: [] },
      usps: usps?.usps ?? [],
      notification: notification?.text ?? null,
    }),
  );
  return { scope, isComplete: [navigation, footer, usps, notification].every((part) => part !== null) };
}

/** The last state of each site (by its settings) and language, with the answers that it was made of. */
const lastStates = new WeakMap<
  SiteSettings,
  Map<number, { readonly parts: readonly unknown[]; readonly state: ScopeState }>
>();

const makeState: typeof reuseState = (_settings, _languageId, _parts, create) => create();

/** The same state object as long as the cached answers are the same objects: what is made of it is made once, too. */
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
