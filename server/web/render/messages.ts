import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { SiteType } from '../../../shared/contract/sites.ts';
import { composeMessages, getBrandOverlay } from '../../../shared/i18n/brand-messages.ts';
import type { Messages } from '../../../shared/i18n/translate.ts';
import { readTexts } from '../../platform/read-texts.ts';

/** Returns the texts of a locale and brand: complete, frozen and shared by all requests. */
export type GetMessages = (locale: string, siteType: SiteType) => Messages;

/**
 * Reads all texts once and applies the overlays of the brands.
 *
 * @param folder `locales/`, or its copy in the build
 * @throws TextsFileError for a file that is not JSON; the returned function throws Error for a locale without
 *   a file
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
      // A check fails if a locale lacks a text. If one is missing anyway, the page shows English instead of
      // failing.
      const english = composeMessages(files.get('en') ?? {}, (overlay && files.get(`en.${overlay}`)) || null);
      messages = Object.freeze(composeMessages(base, (overlay && files.get(key)) || null, [english]));
      merged.set(key, messages);
    }
    return messages;
  };
}
