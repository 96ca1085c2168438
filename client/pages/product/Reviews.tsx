import type { Review, ReviewPage } from '../../../shared/contract/reviews.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getPageCount } from '../../../shared/rules/list-query.ts';
import { createReviewQuery, type ReviewListQuery } from '../../../shared/rules/review-query.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { REVIEW_FORM_ID, ReviewForm } from './ReviewForm.tsx';
import styles from './Reviews.module.css';

/** Anchor of the reviews on the page. */
export const REVIEWS_ID = 'reviews';

const reviewSortNames = {
  newest: 'review.newest',
  rating: 'review.highest',
  '-rating': 'review.lowest',
} as const satisfies Record<ReviewListQuery['sort'], MessageKey>;

interface ReviewsProps {
  reviews: ReviewPage;
  /** Path of the page with the reviews. */
  pathname: string;
  productTitle: string;
}

/**
 * Renders the reviews of a product: average, distribution of the ratings, one page of reviews, and the review
 * form.
 */
export function Reviews({ reviews, pathname, productTitle }: ReviewsProps) {
  const { t, formats } = useShop();
  const { rating, items, total, otherLanguages, page, pageSize, sort, languages } = reviews;
  const pageCount = getPageCount(total, pageSize);
  const getUrl = (change: Partial<ReviewListQuery>) =>
    `${pathname}${createReviewQuery({ page: 1, sort, languages, ...change })}#${REVIEWS_ID}`;
  return (
    <div className={styles.reviews}>
      {rating && (
        <div className={styles.summary}>
          <p className={styles.average} aria-hidden="true">
            {formats.rating(rating.average)}
          </p>
          <RatingLine rating={rating} />
          <RatingDistribution reviews={reviews} />
        </div>
      )}
      {total > 1 && (
        <nav className={styles.sorts} aria-label={t('review.sort')}>
          <ul>
            {(['newest', 'rating', '-rating'] as const).map((order) => (
              <li key={order}>
                <SiteLink href={getUrl({ sort: order })} className={styles.sort} isCurrent={order === sort}>
                  {t(reviewSortNames[order])}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {items.length > 0 ? (
        <ul className={styles.list}>
          {items.map((review) => (
            <li key={review.reviewId}>
              <ReviewArticle review={review} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{t(otherLanguages > 0 ? 'review.noneInLanguage' : 'review.none')}</p>
      )}
      {pageCount > 1 && (
        <nav className={styles.pages} aria-label={t('review.pages')}>
          {page > 1 && (
            <SiteLink href={getUrl({ page: page - 1 })} className="tap">
              {t('review.previousPage')}
            </SiteLink>
          )}
          <span>{t('review.pageOf', { page: formats.number(page), count: formats.number(pageCount) })}</span>
          {page < pageCount && (
            <SiteLink href={getUrl({ page: page + 1 })} className="tap">
              {t('review.nextPage')}
            </SiteLink>
          )}
        </nav>
      )}
      {otherLanguages > 0 && (
        <p>
          <SiteLink href={getUrl({ languages: languages === 'all' ? 'own' : 'all' })} className="tap">
            {languages === 'all'
              ? t('review.ownLanguage')
              : t('review.otherLanguages', { smart_count: otherLanguages })}
          </SiteLink>
        </p>
      )}
      <ReviewVerificationNote />
      <ReviewForm productId={reviews.productId} productTitle={productTitle} />
    </div>
  );
}

function RatingLine({ rating }: { rating: { average: number; count: number } }) {
  const { t, formats } = useShop();
  const average = formats.rating(rating.average);
  return (
    <Rating
      average={rating.average}
      text={average}
      count={formats.number(rating.count)}
      label={t('rating.label', { average, smart_count: rating.count })}
    />
  );
}

/**
 * Renders the average rating at the top of the page with a link to the reviews. Renders nothing without
 * reviews.
 */
export function RatingSummary({ reviews }: { reviews: ReviewPage | null }) {
  const { t } = useShop();
  if (!reviews) return null;
  return (
    <div className={styles.rated}>
      {reviews.rating && <RatingLine rating={reviews.rating} />}
      <a className="tap" href={reviews.rating ? `#${REVIEWS_ID}` : `#${REVIEW_FORM_ID}`}>
        {t(reviews.rating ? 'review.read' : 'review.write')}
      </a>
    </div>
  );
}

function RatingDistribution({ reviews }: { reviews: ReviewPage }) {
  const { t, formats } = useShop();
  const most = Math.max(1, reviews.rating?.count ?? 0);
  return (
    <ul className={styles.distribution}>
      {reviews.distribution.map(({ rating, count }) => (
        <li key={rating}>
          <span>{t('review.stars', { smart_count: rating })}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.round((100 * count) / most)} height="1" />
          </svg>
          <span className={styles.count}>{formats.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}

function ReviewArticle({ review }: { review: Review }) {
  const { t, formats } = useShop();
  const culture = useAppState((state) => state.scope.language.culture);
  const lang = review.culture === culture ? undefined : review.culture;
  return (
    <article className={styles.review}>
      <h3 lang={lang}>{review.title}</h3>
      <p className={styles.stars}>
        <svg viewBox="0 0 5 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width="5" height="1" className={styles.empty} />
          <rect width={review.rating} height="1" />
        </svg>
        <span>{t('review.outOfFive', { rating: review.rating })}</span>
      </p>
      <p className={styles.opinion} lang={lang}>
        {review.opinion}
      </p>
      <p className={styles.text} lang={lang}>
        {review.text}
      </p>
      <p className={styles.author}>
        <span>{review.authorName}</span>
        <time dateTime={review.publishedOn}>{formats.date(review.publishedOn)}</time>
        {review.isVerifiedPurchase && <Badge>{t('review.verified')}</Badge>}
        {lang && <span lang={lang}>{review.languageName}</span>}
      </p>
    </article>
  );
}

/** Explains how reviews are checked (Directive 2005/29/EC, art. 7(6)), with a link to more information. */
function ReviewVerificationNote() {
  const { t } = useShop();
  const page = useAppState((state) => findSiteLink(state.scope, 'how-reviews-work'));
  return (
    <p className={styles.checked}>
      {t('review.checked')} {page && <SiteLink href={page.route}>{page.title}</SiteLink>}
    </p>
  );
}
