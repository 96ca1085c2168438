import { describe, expect, it } from '@jest/globals';
import { createReviewQuery, parseReviewQuery } from './review-query.ts';

describe('parseReviewQuery and createReviewQuery', () => {
  it('parse what was written, and omit defaults', () => {
    expect(createReviewQuery({ page: 1, sort: 'newest', languages: 'own' })).toBe('');
    const query = createReviewQuery({ page: 2, sort: '-rating', languages: 'all' });
    expect(query).toBe('?languages=all&p=2&sort=-rating');
    expect(parseReviewQuery(new URLSearchParams(query))).toEqual({
      page: 2,
      sort: '-rating',
      languages: 'all',
    });
  });

  it.each(['p=0', 'p=two', 'p=1&p=2', 'sort=helpful', 'sort=', 'languages=klingon'])(
    'return null for %s',
    (query) => {
      expect(parseReviewQuery(new URLSearchParams(query))).toBeNull();
    },
  );
});
