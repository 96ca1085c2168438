import { createFormats } from '../shared/i18n/create-formats.ts';
import { createTranslate, type Messages } from '../shared/i18n/translate.ts';
import { getBrandName } from '../shared/rules/brand-name.ts';
import type { ScopeState } from './store/app-store.ts';
import type { Shop } from './store/shop.tsx';

/**
 * Creates the translations and formats of one request or browser tab.
 *
 * @param messages complete messages of the language, with the brand's overrides applied
 */
export function createShopLocalization(
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
    brand: getBrandName(site.type),
  };
}
