import { MEDIA_PATH } from './urls.ts';

/** Largest id of a row: PostgreSQL's `integer`. */
const LARGEST_ID = 2_147_483_647;

/** The path below the list of news; empty for any other. */
function getPathBelowMedia(pathname: string): string {
  return pathname.startsWith(MEDIA_PATH) ? pathname.slice(MEDIA_PATH.length) : '';
}

/** Address of a news item: `/media/9/first-look-at-the-hay-harvest/`. */
export function getMediaItemPath(contentPageId: number, slug: string): string {
  return `${MEDIA_PATH}${contentPageId}/${slug}/`;
}

/** The captions of a page's clip in the language of its host (WebVTT). */
export function getCaptionsPath(contentPageId: number): string {
  return `${MEDIA_PATH}${contentPageId}/captions.vtt`;
}

/**
 * Reads the address of captions.
 *
 * @returns the id of the page whose clip they belong to; null where this is no such address
 */
export function parseCaptionsPath(pathname: string): number | null {
  const [, id] = /^([1-9]\d{0,9})\/captions\.vtt$/.exec(getPathBelowMedia(pathname)) ?? [];
  return id === undefined || Number(id) > LARGEST_ID ? null : Number(id);
}

/**
 * Reads the address of a news item, right or not: the id decides, a wrong or missing slug is put right by a redirect.
 *
 * @param pathname decoded path, with or without its trailing slash
 * @returns the id and the slug (null where there is none); null where this is not the address of an item
 */
export function parseMediaItemPath(pathname: string): { contentPageId: number; slug: string | null } | null {
  const [, id, slug] = /^([1-9]\d{0,9})(?:\/([^/]+))?\/?$/.exec(getPathBelowMedia(pathname)) ?? [];
  if (id === undefined || Number(id) > LARGEST_ID) return null;
  return { contentPageId: Number(id), slug: slug ?? null };
}

/**
 * Reads the address of a news item without its id: `/media/first-look-at-the-hay-harvest/`. Such an address is looked up by its slug.
 *
 * @param pathname decoded path, with or without its trailing slash
 * @returns the slug; null where this is no such address
 */
export function parseMediaSlugPath(pathname: string): string | null {
  const [, slug] = /^([^/]+)\/?$/.exec(getPathBelowMedia(pathname)) ?? [];
  return slug === undefined || /^\d+$/.test(slug) ? null : slug;
}
