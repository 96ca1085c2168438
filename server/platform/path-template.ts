import { isUuid } from '../../shared/rules/uuid.ts';

/** Matches a slug or a file name, as in addresses of the shop. */
const slugPattern = /^[a-z0-9]+(?:[-._][a-z0-9]+)*$/i;

function getSegmentTemplate(segment: string): string {
  if (/^\d+$/.test(segment) || isUuid(segment.toLowerCase())) return '{id}';
  // A long run without hyphens is a hash or a token, because slugs have hyphens.
  const isToken = /^[\w~.%]{16,}$/.test(segment) && /\d/.test(segment) && !/\.[a-z]{2,5}$/.test(segment);
  if (isToken) return '{token}';
  // The segment was typed by a person and may contain personal data.
  return segment === '' || slugPattern.test(segment) ? segment : '{text}';
}

/** Returns true if the next segment is the secret key of a roughage test result, in pages and in the API. */
const precedesSecretKey = (segment: string | undefined): boolean =>
  segment !== undefined && /^r?qs(-results)?$/i.test(decodeLetters(segment));

/** Decodes percent-encoded letters. */
const decodeLetters = (text: string): string =>
  text.replace(/%([46][1-9a-f]|[57][0-9a])/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * Returns the path for the log, without query. Ids, tokens and unknown text are replaced, so that similar
 * lines are equal and nothing secret is logged.
 *
 * @param url path and query of the request line
 */
export function getPathTemplate(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .slice(0, 300)
    .split('/')
    .map((segment, index, all) =>
      precedesSecretKey(all[index - 1]) && segment !== '' ? '{key}' : getSegmentTemplate(segment),
    )
    .join('/');
}
