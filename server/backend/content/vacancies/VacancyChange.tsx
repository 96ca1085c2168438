import { diffWordsWithSpace } from 'diff';
import { TextDifference } from '../../core/admin/components/TextDifference.tsx';
import type { LoggedState } from '../../core/admin/operation.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { FORM_FIELD_BY_LOGGED_FIELD, TEXT_KEY_PREFIX } from './logged-vacancy.ts';

/** Timeout in milliseconds of a comparison; after it the texts count as entirely different. */
const DIFF_TIMEOUT_MS = 200;

const formatLoggedValue = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);

/** Change of a vacancy part by part. */
export function VacancyChange({
  before,
  after,
  t,
  getCode,
}: {
  readonly before: LoggedState;
  readonly after: LoggedState;
  readonly t: AdminTranslate;
  /** Returns the code of a language. */
  readonly getCode: (languageId: number) => string;
}) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
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
    return [
      <p key={name} className="lines difference">
        <strong>{label}</strong> <TextDifference parts={parts} />
      </p>,
    ];
  });
}
