import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { reviewPaths } from './paths/reviews.ts';
import { Id, IsoDate, Nullable, Url } from './primitives.ts';
import { ProductRating } from './products.ts';

/** Orders of reviews: 'rating' has the best first, '-rating' the worst. */
export const ReviewSort = Type.Union([
  Type.Literal('newest'),
  Type.Literal('rating'),
  Type.Literal('-rating'),
]);
export type ReviewSort = Type.Static<typeof ReviewSort>;

/** 'own': reviews that can be read in the language of the header; 'all': the others too, in the language they were written in. */
export const ReviewLanguages = Type.Union([Type.Literal('own'), Type.Literal('all')]);
export type ReviewLanguages = Type.Static<typeof ReviewLanguages>;

/** A published review, in the language asked for where it has words in it. */
export const Review = Type.Object({
  reviewId: Id,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  title: Type.String(),
  opinion: Type.String({ description: 'One sentence' }),
  text: Type.String(),
  authorName: Type.String(),
  publishedOn: IsoDate,
  culture: Type.String({ description: 'Language of the words, for example nl-NL' }),
  languageName: Type.String({ description: 'Name of that language in itself' }),
  isVerifiedPurchase: Type.Boolean({ description: 'True only where an order proves it' }),
});
export type Review = Type.Static<typeof Review>;

/** One page of the reviews of a product. Rating and distribution count every language, whatever is listed. */
export const ReviewPage = Type.Object({
  productId: Id,
  rating: ProductRating,
  distribution: Type.Array(
    Type.Object({ rating: Type.Integer({ minimum: 1, maximum: 5 }), count: Type.Integer({ minimum: 0 }) }),
    { description: 'From 5 to 1' },
  ),
  items: Type.Array(Review),
  total: Type.Integer({ minimum: 0, description: 'Reviews in the languages asked for' }),
  otherLanguages: Type.Integer({
    minimum: 0,
    description: 'Reviews without words in the language asked for',
  }),
  page: Type.Integer({ minimum: 1 }),
  pageSize: Type.Integer({ minimum: 1 }),
  sort: ReviewSort,
  languages: ReviewLanguages,
});
export type ReviewPage = Type.Static<typeof ReviewPage>;

export const ReviewQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  sort: Type.Optional(ReviewSort),
  languages: Type.Optional(ReviewLanguages),
});

/** More than any field may hold: what is too long for its field is told by the rules, with the field's own limit. */
const Typed = Type.String({ maxLength: 6000 });

/**
 * A review as it was typed; `shared/rules/reviews.ts` says what each field must be. It is shown once the link that is mailed has
 * been confirmed and the checks were passed, within 24 hours. Who is signed in gets no mail: the address of their account counts, and
 * not the one of the form.
 */
export const NewReview = Type.Object({
  title: Typed,
  opinion: Typed,
  text: Typed,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  name: Typed,
  emailAddress: Typed,
  website: Type.Optional(
    Type.String({ description: 'Left empty by people: they do not see it', maxLength: 6000 }),
  ),
  openForMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How long the page had been open, where a script could tell',
    }),
  ),
});
export type NewReview = Type.Static<typeof NewReview>;

/** Token of the mailed link. */
export const ReviewConfirmation = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const ReviewConfirmed = Type.Object({
  confirmed: Type.Literal(true),
  product: Nullable(
    Type.Object({ title: Type.String(), url: Url }, { description: 'Null where the site does not sell it' }),
  ),
});

export const reviewCalls = {
  fetchReviews: {
    summary: 'Published reviews of a product, its average and how often each rating was given',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productId: Id }),
    query: ReviewQuery,
    answer: ReviewPage,
    refusals: ['not_found'],
  },
  writeReview: {
    summary:
      'A review; it counts once the link that is mailed has been confirmed, at once where its author is signed in',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productId: Id }),
    body: NewReview,
    // The same for everything that was understood: new, sent before, or from a bot.
    answer: null,
    refusals: ['not_found', 'too_many_attempts'],
  },
  confirmReview: {
    summary: 'Confirms a review by the token of the mailed link; again and again if need be',
    needs: 'open',
    isIdempotent: true,
    body: ReviewConfirmation,
    answer: ReviewConfirmed,
    refusals: ['token_invalid', 'token_expired'],
  },
} as const satisfies ContractsOf<typeof reviewPaths>;
