import { MEDIA_PATH } from './path-constants.ts';

/** Largest id of a row: PostgreSQL's `integer`. */
const MAX_ROW_ID = 2_147_483_647;

/** Returns the path below the list of news; empty for any other path. */
function getPathBelowMedia(pathname: string): string {
  return pathname.startsWith(MEDIA_PATH) ? pathname.slice(MEDIA_PATH.length) : '';
}

/** Returns the path of a news item: `/media/9/first-look-at-the-hay-harvest/`. */
export function getNewsItemPath(contentPageId: number, slug: string): string {
  return `${MEDIA_PATH}${contentPageId}/${slug}/`;
}

/** Returns the path of the captions of a page's video in the language of its host (WebVTT). */
export function getCaptionsPath(contentPageId: number): string {
  return `${MEDIA_PATH}${contentPageId}/captions.vtt`;
}

/**
 * Parses the path of captions.
 *
 * @returns the id of the page with the video; null if it is another path
 */
export function parseCaptionsPath(pathname: string): number | null {
  const [, id] = /^([1-9]\d{0,9})\/captions\.vtt$/.exec(getPathBelowMedia(pathname)) ?? [];
  return id === undefined || Number(id) > MAX_ROW_ID ? null : Number(id);
}

/**
 * Parses the path of a news item. Only the id is significant: a wrong or missing slug is corrected by a
 * redirect.
 *
 * @param pathname decoded path, with or without its trailing slash
 * @returns the id and the slug (null if there is none); null if it is another path
 */
export function parseNewsItemPath(pathname: string): { contentPageId: number; slug: string | null } | null {
  const [, id, slug] = /^([1-9]\d{0,9})(?:\/([^/]+))?\/?$/.exec(getPathBelowMedia(pathname)) ?? [];
  if (id === undefined || Number(id) > MAX_ROW_ID) return null;
  return { contentPageId: Number(id), slug: slug ?? null };
}

/**
 * Parses the path of a news item without its id: `/media/first-look-at-the-hay-harvest/`. It is looked up by
 * its slug.
 *
 * @param pathname decoded path, with or without its trailing slash
 * @returns the slug; null if it is another path
 */
export function parseNewsSlugPath(pathname: string): string | null {
  const [, slug] = /^([^/]+)\/?$/.exec(getPathBelowMedia(pathname)) ?? [];
  return slug === undefined || /^\d+$/.test(slug) ? null : slug;
}
