import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { LoggedState } from '../../core/admin/operation.ts';
import type { VacancyDraft } from './service.ts';

/** Precedes the language id in the logged name of a text. */
export const TEXT_KEY_PREFIX = 'text ';

const logged = Compile(
  Type.Object({
    key: Type.String(),
    countryId: Type.Integer(),
    place: Type.String(),
    hoursFrom: Type.Integer(),
    hoursTo: Type.Integer(),
    publishedOn: Type.String(),
    openUntil: Type.Union([Type.String(), Type.Null()]),
    siteIds: Type.String(),
  }),
);

/** Form field names of logged fields. */
export const FORM_FIELD_BY_LOGGED_FIELD: Readonly<Record<string, string>> = {
  key: 'vacancyKey',
  place: 'town',
};

/** Returns the log entry of a vacancy in full; it contains no personal data. */
export const describe = ({ texts, siteIds, ...values }: VacancyDraft) => ({
  ...values,
  siteIds: siteIds.join(', '),
  ...Object.fromEntries(
    [...texts].map(([languageId, text]) => [
      `${TEXT_KEY_PREFIX}${languageId}`,
      `${text.title}\n${text.markdown}`,
    ]),
  ),
});

/** Reads a vacancy from the log; null if it did not exist at that time. */
export function parseLoggedVacancy(state: LoggedState): VacancyDraft | null {
  if (state === null || !logged.Check(state)) return null;
  const { key, countryId, place, hoursFrom, hoursTo, publishedOn, openUntil, siteIds } = state;
  const texts = Object.entries(state).flatMap(([name, value]) => {
    if (!name.startsWith(TEXT_KEY_PREFIX) || typeof value !== 'string') return [];
    const [title = '', ...lines] = value.split('\n');
    return [[Number(name.slice(TEXT_KEY_PREFIX.length)), { title, markdown: lines.join('\n') }] as const];
  });
  return {
    key,
    countryId,
    place,
    hoursFrom,
    hoursTo,
    publishedOn,
    openUntil,
    siteIds: siteIds === '' ? [] : siteIds.split(', ').map(Number),
    texts: new Map(texts),
  };
}
