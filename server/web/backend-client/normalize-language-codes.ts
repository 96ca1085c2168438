import type { CallName } from '../../../shared/contract/paths.ts';
import { toLocale } from '../../../shared/i18n/locales.ts';

function resolveLanguageCode(language: unknown): unknown {
  return typeof language === 'object' &&
    language !== null &&
    'code' in language &&
    typeof language.code === 'string'
    ? { ...language, code: toLocale(language.code) }
    : language;
}

/**
 * Returns an answer with standard locales for its languages, whichever codes the backend uses ('esp', 'se').
 */
export function normalizeLanguageCodes(name: CallName, answer: unknown): unknown {
  if (name === 'fetchLanguage') return resolveLanguageCode(answer);
  return name === 'fetchLanguages' && Array.isArray(answer) ? answer.map(resolveLanguageCode) : answer;
}
