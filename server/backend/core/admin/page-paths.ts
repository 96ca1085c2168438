/** Maximum length of a path parameter. The longest one is an encrypted e-mail address. */
const MAX_PARAMETER_LENGTH = 1000;

/** Matches a pattern such as '/orders/:orderId' against a path, and decodes its parameters. */
function createPathMatcher(pattern: string): (path: string) => Record<string, string> | null {
  const parts = pattern.split('/');
  return (path) => {
    const given = path.split('/');
    if (given.length !== parts.length) return null;
    const params: Record<string, string> = {};
    for (const [index, part] of parts.entries()) {
      const value = given[index] ?? '';
      if (!part.startsWith(':')) {
        if (part !== value) return null;
        continue;
      }
      let decoded: string;
      try {
        decoded = decodeURIComponent(value);
      } catch {
        return null;
      }
      if (decoded === '' || decoded.length > MAX_PARAMETER_LENGTH || decoded.includes('\0')) return null;
      params[part.slice(1)] = decoded;
    }
    return params;
  };
}

/** Finds the page or file of a path, with the parameters in the path; null if there is none. */
export function findByPath<T extends { readonly path: string }>(
  list: readonly { item: T; match: ReturnType<typeof createPathMatcher> }[],
  path: string,
) {
  for (const { item, match } of list) {
    const params = match(path);
    if (params) return { item, params };
  }
  return null;
}

export const withMatchers = <T extends { readonly path: string }>(list: readonly T[]) =>
  list.map((item) => ({ item, match: createPathMatcher(item.path) }));

export interface PagePath {
  /** Path below `/admin`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns path and query of the page with the form; null if it is not an admin page. */
export function readPagePath(text: string | undefined): PagePath | null {
  if (text === undefined || !/^\/admin(\/|$|\?)/.test(text)) return null;
  const url = URL.parse(text, 'http://admin');
  if (url?.host !== 'admin') return null;
  return { path: url.pathname.slice('/admin'.length) || '/', query: url.searchParams };
}

/** Returns the first value of each parameter, cut to 200 characters. */
export function readQuery(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!Object.hasOwn(values, name) && !value.includes('\0')) values[name] = value.slice(0, 200);
  }
  return values;
}

/** Returns path and query below `/admin` as text. */
export const formatPagePath = ({ path, query }: PagePath): string =>
  `${path}${query.size === 0 ? '' : `?${query}`}`;
