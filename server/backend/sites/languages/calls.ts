import type { Language } from '../../../../shared/contract/sites.ts';
import { locales } from '../../../../shared/rules/localised-segments.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import { type Call, createCall } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { LanguageRecord } from '../site-record.ts';

function toLanguage({ code, ...language }: LanguageRecord): Language {
  const locale = locales.find((candidate) => candidate === code);
  if (!locale) throw new Error(`There are no locale files for the language '${code}'`);
  return { ...language, code: locale };
}

/** Creates the handlers below `/api/language`. The few languages are all in the site directory. */
export function createLanguageCalls(sites: SiteDirectory): Call[] {
  return [
    createCall('fetchLanguages', async () => (await sites.listLanguages()).map(toLanguage)),
    createCall('fetchLanguage', async (_context, { params }) => {
      const language = await sites.findLanguage(params.id);
      if (!language) throw createNotFound();
      return toLanguage(language);
    }),
  ];
}
