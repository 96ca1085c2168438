import { diffWordsWithSpace } from 'diff';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Markup, markup } from '../../../platform/markup.ts';
import type { LoggedState } from '../../core/admin/operation.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { VacancyDraft } from './service.ts';

const TEXT_KEY_PREFIX = 'text ';
/** Timeout in milliseconds of a comparison; after it the texts count as entirely different. */
const DIFF_TIMEOUT_MS = 200;

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
const FORM_FIELD_BY_LOGGED_FIELD: Readonly<Record<string, string>> = { key: 'vacancyKey', place: 'town' };

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

const formatLoggedValue = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

/** Renders a change part by part. */
export function renderVacancyChange(
  { before, after }: { readonly before: LoggedState; readonly after: LoggedState },
  { t, getCode }: { readonly t: AdminTranslate; readonly getCode: (languageId: number) => string },
): Markup {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return markup`${names.flatMap((name) => {
    const [old, next] = [formatLoggedValue(before?.[name]), formatLoggedValue(after?.[name])];
    if (old === next) return [];
    const isTextField = name.startsWith(TEXT_KEY_PREFIX);
    const label = isTextField
      ? getCode(Number(name.slice(TEXT_KEY_PREFIX.length)))
      : t(`admin.field.${FORM_FIELD_BY_LOGGED_FIELD[name] ?? name}`);
    const parts = (isTextField ? diffWordsWithSpace(old, next, { timeout: DIFF_TIMEOUT_MS }) : undefined) ?? [
      { value: old, removed: true, added: false },
      { value: next, removed: false, added: true },
    ];
    const shown = parts.map(({ value, added, removed }) =>
      added ? markup`<ins>${value}</ins>` : removed ? markup`<del>${value}</del>` : markup`${value}`,
    );
    return [markup`<p class="lines difference"><strong>${label}</strong> ${shown}</p>`];
  })}`;
}
