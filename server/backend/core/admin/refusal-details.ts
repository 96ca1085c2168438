import type { RefusalDetail, RefusalLocation } from './operation.ts';
import type { AdminTranslate } from './texts.ts';

/** Maximum number of details listed; the others are counted. */
const MAX_LISTED_ERRORS = 100;

/** Returns the words of a location. */
export const formatLocation = (t: AdminTranslate, { words }: RefusalLocation): string =>
  words.map((word) => (typeof word === 'string' ? word : t(word.key, word.values))).join(' · ');

/** Returns the reason of a detail without its location. */
export const formatReason = (t: AdminTranslate, { code, values }: RefusalDetail): string =>
  t(`admin.refusal.${code}`, values);

/** Returns a detail as one sentence, preceded by its location. */
export function formatDetail(t: AdminTranslate, detail: RefusalDetail): string {
  const { location } = detail;
  const reason = formatReason(t, detail);
  return location ? `${formatLocation(t, location)}: ${reason}` : reason;
}

/** Limits the details to a readable number, followed by the number of the others. */
export function limitRefusalDetails(
  details: readonly RefusalDetail[],
  most = MAX_LISTED_ERRORS,
): readonly RefusalDetail[] {
  const rest = details.length - most;
  if (rest <= 0) return details;
  return [...details.slice(0, most), { code: 'more_faults', values: { smart_count: rest } }];
}
