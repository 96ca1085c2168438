import { MEDIA_PATH } from '../../../shared/rules/path-constants.ts';

/** Types by which the list of news and stories can be filtered, in display order. */
export const mediaKinds = ['news', 'blog', 'advice', 'video', 'partner'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Page sizes, the same as in every list of the shop. The first is the default without `ps`. */
const pageSizes = [24, 48, 72, 96] as const;
/** Maximum page number, independent of the number of stories. */
const maxPageNumber = 10_000;

/** Query of a list URL. */
export interface MediaQuery {
  /** Null for all types. */
  readonly kind: MediaKind | null;
  /** Page number from 1. */
  readonly page: number;
  readonly pageSize: (typeof pageSizes)[number];
}

/** Returns the only value of a parameter; undefined if it is missing, null if it is repeated. */
function getSingleValue(query: URLSearchParams, name: string): string | null | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? null : values[0];
}

/** Parses the query of the list. Returns null if a value is invalid, so that the page is a 404. */
export function parseMediaQuery(query: URLSearchParams): MediaQuery | null {
  const [kindValue, pageValue, sizeValue] = ['kind', 'p', 'ps'].map((name) => getSingleValue(query, name));
  const kind = kindValue === undefined ? null : mediaKinds.find((known) => known === kindValue);
  const page = pageValue === undefined ? 1 : /^[1-9]\d{0,4}$/.test(pageValue ?? '') ? Number(pageValue) : 0;
  const pageSize =
    sizeValue === undefined ? pageSizes[0] : pageSizes.find((size) => String(size) === sizeValue);
  if (kind === undefined || pageSize === undefined || page < 1 || page > maxPageNumber) return null;
  return { kind, page, pageSize };
}

/** Returns the canonical URL of the list: parameters sorted, `p=1` and the default size omitted. */
export function getMediaUrl({ kind = null, page = 1, pageSize = pageSizes[0] }: Partial<MediaQuery>): string {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (page > 1) query.set('p', String(page));
  if (pageSize !== pageSizes[0]) query.set('ps', String(pageSize));
  const text = query.toString();
  return text ? `${MEDIA_PATH}?${text}` : MEDIA_PATH;
}
