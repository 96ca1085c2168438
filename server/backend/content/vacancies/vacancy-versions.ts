import { hashValue } from '../../shop-store/shop-records.ts';
import type { VacancyDraft } from './service.ts';

/** Returns the version of a vacancy without its texts, to detect concurrent changes. */
export const getDetailsVersion = ({ texts: _texts, ...values }: VacancyDraft): string =>
  hashValue({ ...values, siteIds: [...values.siteIds].sort((a, b) => a - b) });

/** Returns the version of a whole vacancy, also for a missing one. */
export const getVacancyVersion = (draft: VacancyDraft | undefined): string =>
  hashValue(
    draft
      ? { ...draft, siteIds: [...draft.siteIds].sort((a, b) => a - b), texts: [...draft.texts].sort() }
      : null,
  );

/** Returns the version of its texts in one language. */
export const getTranslationVersion = ({ texts }: VacancyDraft, languageId: number): string =>
  hashValue(texts.get(languageId) ?? null);
