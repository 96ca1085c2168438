import { createFormats } from '../shared/i18n/create-formats.ts';
import { createTranslate, type Messages, type Translate } from '../shared/i18n/translate.ts';
import { getBrandName } from '../shared/rules/brand-name.ts';
import type { ScopeState } from './store/app-store.ts';
import type { Shop } from './store/shop.tsx';

/**
 * Makes the words and figures of one request or browser tab.
 *
 * @param messages complete texts of the language, brand wording laid over
 * @param translate in place of them, where they come in parts
 */
export function createShop(
  scope: Pick<ScopeState, 'site' | 'settings' | 'language'>,
  messages: Messages,
  translate: Translate = createTranslate(scope.language.code, messages),
): Shop {
  const { site, settings, language } = scope;
  return {
    t: translate,
    formats: createFormats({
      culture: language.culture,
      currencyCode: settings.currencyCode,
      indicativeRatePerEur: settings.indicativeRatePerEur,
    }),
    brand: getBrandName(site.type),
  };
}
