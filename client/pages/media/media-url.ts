import { MEDIA_PATH } from '../../../shared/rules/urls.ts';

/** Kinds that the list of news and stories can be narrowed to, in their order. */
export const mediaKinds = ['news', 'blog', 'advice', 'video', 'partner'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Sizes of a page, as every list of the shop has them; the first is what an address without `ps` means. */
const pageSizes = [24, 48, 72, 96] as const;
/** Further pages do not exist, whatever the shop has written. */
const lastPage = 10_000;

/** What an address of the list asks for. */
export interface MediaQuery {
  /** Null: all of them. */
  readonly kind: MediaKind | null;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: (typeof pageSizes)[number];
}

/** One value of a parameter: undefined where it is missing, null where it is there more than once. */
function getSingle(query: URLSearchParams, name: string): string | null | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? null : values[0];
}

/** Reads the query of the list; null where a value cannot be: such an address leads nowhere. */
export function parseMediaQuery(query: URLSearchParams): MediaQuery | null {
  const [kindValue, pageValue, sizeValue] = ['kind', 'p', 'ps'].map((name) => getSingle(query, name));
  const kind = kindValue === undefined ? null : mediaKinds.find((known) => known === kindValue);
  const page = pageValue === undefined ? 1 : /^[1-9]\d{0,4}$/.test(pageValue ?? '') ? Number(pageValue) : 0;
  const pageSize =
    sizeValue === undefined ? pageSizes[0] : pageSizes.find((size) => String(size) === sizeValue);
  if (kind === undefined || pageSize === undefined || page < 1 || page > lastPage) return null;
  return { kind, page, pageSize };
}

/** Address of the list in its one form: parameters sorted, `p=1` and the usual size left out. */
export function getMediaUrl({ kind = null, page = 1, pageSize = pageSizes[0] }: Partial<MediaQuery>): string {
  const query = new URLSearchParams();
  if (kind !== null) query.set('kind', kind);
  if (page > 1) query.set('p', String(page));
  if (pageSize !== pageSizes[0]) query.set('ps', String(pageSize));
  const text = query.toString();
  return text ? `${MEDIA_PATH}?${text}` : MEDIA_PATH;
}
