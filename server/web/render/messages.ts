import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { SiteType } from '../../../shared/contract/sites.ts';
import { composeMessages, getBrandOverlay } from '../../../shared/i18n/brand-messages.ts';
import type { Messages } from '../../../shared/i18n/translate.ts';
import { readTexts } from '../../platform/read-texts.ts';

/** Texts of a locale and brand. Complete, frozen and shared by all requests. */
export type GetMessages = (locale: string, siteType: SiteType) => Messages;

/**
 * Reads all texts once, brand wording laid over.
 *
 * @param folder `locales/`, or the build's copy of it
 * @throws TextsFileError for a file that is not JSON; Error when asked for a locale that has no file
 */
export function readMessages(folder: string): GetMessages {
  const files = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), readTexts(path.join(folder, name))]),
  );
  const merged = new Map<string, Messages>();
  return (locale, siteType) => {
    const overlay = getBrandOverlay(siteType);
    const key = overlay ? `${locale}.${overlay}` : locale;
    let messages = merged.get(key);
    if (!messages) {
      const base = files.get(locale);
      if (!base) throw new Error(`There are no texts for the locale '${locale}'`);
      // A text that a language lacks is a failing check; where it slips through, a page speaks English rather than fails.
      const english = composeMessages(files.get('en') ?? {}, (overlay && files.get(`en.${overlay}`)) || null);
      messages = Object.freeze(composeMessages(base, (overlay && files.get(key)) || null, [english]));
      merged.set(key, messages);
    }
    return messages;
  };
}
