const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Words of a slug, the name of a file: what our own addresses are made of. */
const ownWords = /^[a-z0-9]+(?:[-._][a-z0-9]+)*$/i;

function getSegmentTemplate(segment: string): string {
  if (/^\d+$/.test(segment) || uuid.test(segment)) return '{id}';
  // A long run without hyphens is a hash or a token; slugs are words.
  const isToken = /^[\w~.%]{16,}$/.test(segment) && /\d/.test(segment) && !/\.[a-z]{2,5}$/.test(segment);
  if (isToken) return '{token}';
  // Somebody typed it: it may be an address, or anything else about a person.
  return segment === '' || ownWords.test(segment) ? segment : '{text}';
}

/** A result of a roughage test is named by its key, on pages and in the API: whatever stands there is nobody else's. */
const isBeforeKey = (segment: string | undefined): boolean =>
  segment !== undefined && /^r?qs(-results)?$/i.test(decodeLetters(segment));

/** Letters that were sent percent-encoded are letters all the same. */
const decodeLetters = (text: string): string =>
  text.replace(/%([46][1-9a-f]|[57][0-9a])/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/**
 * Path for the log: without query; ids, tokens and what no address of ours can hold are left out, so that lines of one kind read the same and nothing secret is kept.
 *
 * @param url path and query of the request line
 */
export function getPathTemplate(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .slice(0, 300)
    .split('/')
    .map((segment, index, all) =>
      isBeforeKey(all[index - 1]) && segment !== '' ? '{key}' : getSegmentTemplate(segment),
    )
    .join('/');
}
