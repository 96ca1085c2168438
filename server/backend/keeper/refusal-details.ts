import { type Markup, markup } from '../../platform/markup.ts';
import type { ImportIssue } from '../catalogue-import/import-error.ts';
import { linkTo } from './html.ts';
import type { RefusalDetail, RefusalPlace } from './operation.ts';
import type { KeeperTranslate } from './texts.ts';

/** Details that a person is told at once; of the others their number. */
const MOST_TOLD = 100;

const tellPlace = (t: KeeperTranslate, { words }: RefusalPlace): string =>
  words.map((word) => (typeof word === 'string' ? word : t(word.key, word.values))).join(' · ');

const tellReason = (t: KeeperTranslate, { code, values }: RefusalDetail): string =>
  t(`keeper.refusal.${code}`, values);

/** A detail as one sentence, with the place that it is about before it. */
export function tellDetail(t: KeeperTranslate, detail: RefusalDetail): string {
  const { place } = detail;
  const reason = tellReason(t, detail);
  return place ? `${tellPlace(t, place)}: ${reason}` : reason;
}

/** The same for a page: the place leads to the page where it is changed. */
export function showDetail(t: KeeperTranslate, detail: RefusalDetail): Markup {
  const { place } = detail;
  return place?.path === undefined
    ? markup`${tellDetail(t, detail)}`
    : markup`${linkTo(place.path, tellPlace(t, place))}: ${tellReason(t, detail)}`;
}

/** As many as a person works through at a time, and how many more there are. */
export function cutDetails(details: readonly RefusalDetail[], most = MOST_TOLD): readonly RefusalDetail[] {
  const rest = details.length - most;
  if (rest <= 0) return details;
  return [...details.slice(0, most), { code: 'more_faults', values: { smart_count: rest } }];
}

/**
 * A fault of the shop's files for who reads the keeper's pages.
 *
 * @param place in place of file, row and field; null where the reader knows it
 */
export function toDetail(
  { file, row, field, told }: ImportIssue,
  place: RefusalPlace | null = { words: [file, row, field].filter((part) => part !== '') },
): RefusalDetail {
  return { ...(told ?? { code: 'file_entry' }), ...(place && { place }) };
}
