/** Number of reviews on one page of a product. */
export const reviewPageSize = 5;

/** Query of the reviews in a product's URL. */
export interface ReviewListQuery {
  readonly page: number;
  readonly sort: 'newest' | 'rating' | '-rating';
  readonly languages: 'own' | 'all';
}

export const defaultReviewQuery: ReviewListQuery = { page: 1, sort: 'newest', languages: 'own' };

const sortValues = ['newest', 'rating', '-rating'] as const;
const languageChoices = ['own', 'all'] as const;

/**
 * Parses `p`, `sort` and `languages` of a product's URL.
 *
 * @returns null if one of them is invalid or repeated: such a page is answered with 404
 */
export function parseReviewQuery(query: URLSearchParams): ReviewListQuery | null {
  if (['p', 'sort', 'languages'].some((name) => query.getAll(name).length > 1)) return null;
  const page = query.get('p') ?? '1';
  const sort = sortValues.find((value) => value === (query.get('sort') ?? defaultReviewQuery.sort));
  const languages = languageChoices.find(
    (value) => value === (query.get('languages') ?? defaultReviewQuery.languages),
  );
  if (!/^[1-9]\d{0,3}$/.test(page) || sort === undefined || languages === undefined) return null;
  return { page: Number(page), sort, languages };
}

/** Creates the canonical query of another view of the reviews: '' or a string that starts with '?'. */
export function createReviewQuery({ page, sort, languages }: ReviewListQuery): string {
  const query = new URLSearchParams();
  if (languages !== defaultReviewQuery.languages) query.set('languages', languages);
  if (page > 1) query.set('p', String(page));
  if (sort !== defaultReviewQuery.sort) query.set('sort', sort);
  const text = query.toString();
  return text && `?${text}`;
}
