import { createFormats } from '../shared/i18n/create-formats.ts';
import { createTranslate, type Messages } from '../shared/i18n/translate.ts';
import type { ScopeState } from './store/app-store.ts';
import type { Shop } from './store/shop.tsx';

/** Name that a site shows itself by, by site type (spec/decisions, 'Brands'). */
const brands = { 0: 'Havero', 1: 'Hafero', 2: 'Havero Group' } as const;

/**
 * Makes the words and figures of one request or browser tab.
 *
 * @param messages complete texts of the language, brand wording laid over
 */
export function createShop(
  scope: Pick<ScopeState, 'site' | 'settings' | 'language'>,
  messages: Messages,
): Shop {
  const { site, settings, language } = scope;
  return {
    t: createTranslate(language.code, messages),
    formats: createFormats({
      culture: language.culture,
      currencyCode: settings.currencyCode,
      indicativeRatePerEur: settings.indicativeRatePerEur,
    }),
    brand: brands[site.type],
  };
}
