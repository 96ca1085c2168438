import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { Review, ReviewPage } from '../../../shared/contract/reviews.ts';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { Reviews } from './Reviews.tsx';

afterEach(cleanup);

const createReview = (change: Partial<Review> = {}): Review => ({
  reviewId: 1,
  rating: 4,
  title: 'Clean bucket',
  opinion: 'My mare leaves nothing.',
  text: 'She licks the bucket out.',
  authorName: 'Marit',
  publishedOn: '2026-10-14',
  culture: 'en-GB',
  languageName: 'English',
  isVerifiedPurchase: false,
  ...change,
});

function renderReviews(change: Partial<ReviewPage> = {}) {
  const reviews: ReviewPage = {
    productId: 101,
    rating: { average: 4.5, count: 7 },
    distribution: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: rating === 4 ? 7 : 0 })),
    items: [createReview()],
    total: 6,
    otherLanguages: 1,
    page: 1,
    pageSize: 5,
    sort: 'newest',
    languages: 'own',
    ...change,
  };
  render(<Reviews reviews={reviews} pathname="/prado/" productTitle="Prado" />, {
    wrapper: createShopWrapper({ scope: createScope(), path: '/prado/' }),
  });
}
const getLinkHref = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

describe('Reviews', () => {
  it('links to other sort orders, pages and languages of the reviews', () => {
    renderReviews();
    expect(getLinkHref('Highest rating')).toBe('/prado/?sort=rating#reviews');
    expect(getLinkHref('Next reviews')).toBe('/prado/?p=2#reviews');
    expect(getLinkHref('Show 1 review in another language')).toBe('/prado/?languages=all#reviews');
    expect(screen.getByRole('link', { name: 'Newest' }).getAttribute('aria-current')).toBe('page');
    cleanup();
    renderReviews({ page: 2, sort: '-rating', languages: 'all' });
    expect(getLinkHref('Previous reviews')).toBe('/prado/?languages=all&sort=-rating#reviews');
    expect(getLinkHref('Only reviews in this language')).toBe('/prado/?sort=-rating#reviews');
    expect(screen.queryByRole('link', { name: 'Next reviews' })).toBeNull();
  });

  it('marks only verified purchases and names the language of foreign reviews', () => {
    renderReviews({
      items: [
        createReview(),
        createReview({ reviewId: 2, culture: 'de-DE', languageName: 'Deutsch', isVerifiedPurchase: true }),
      ],
    });
    const [own, other] = screen.getAllByRole('article');
    expect(within(own!).queryByText('Verified purchase')).toBeNull();
    expect(own!.querySelector('[lang]')).toBeNull();
    expect(within(other!).getByText('Verified purchase')).toBeTruthy();
    expect(within(other!).getByText('Clean bucket').getAttribute('lang')).toBe('de-DE');
  });

  it('shows no rating without reviews, explains how reviews are checked and renders the form', () => {
    renderReviews({ rating: null, items: [], total: 0, otherLanguages: 0 });
    expect(screen.getByText('There are no reviews yet.')).toBeTruthy();
    expect(screen.queryByText('5 stars')).toBeNull();
    expect(screen.getByText(/Low ratings appear just like high ones/)).toBeTruthy();
    expect(screen.getByText('Write a review', { selector: 'summary' })).toBeTruthy();
  });
});
