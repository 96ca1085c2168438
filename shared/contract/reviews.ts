import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { reviewPaths } from './paths/reviews.ts';
import { Id, IsoDate, Nullable, Url } from './primitives.ts';
import { ProductRating } from './products.ts';

/** Order of reviews: 'rating' lists the best first, '-rating' the worst. */
export const ReviewSort = Type.Union([
  Type.Literal('newest'),
  Type.Literal('rating'),
  Type.Literal('-rating'),
]);
export type ReviewSort = Type.Static<typeof ReviewSort>;

/** 'own': reviews in the language of the header; 'all': also those in other languages. */
export const ReviewLanguages = Type.Union([Type.Literal('own'), Type.Literal('all')]);
export type ReviewLanguages = Type.Static<typeof ReviewLanguages>;

/** A published review, in the requested language if it has a text in it. */
export const Review = Type.Object({
  reviewId: Id,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  title: Type.String(),
  opinion: Type.String({ description: 'One sentence' }),
  text: Type.String(),
  authorName: Type.String(),
  publishedOn: IsoDate,
  culture: Type.String({ description: 'Language of the text, for example nl-NL' }),
  languageName: Type.String({ description: 'Name of that language in the language itself' }),
  isVerifiedPurchase: Type.Boolean({ description: 'True only if an order proves the purchase' }),
});
export type Review = Type.Static<typeof Review>;

/**
 * One page of the reviews of a product. Rating and distribution include all languages, whichever are listed.
 */
export const ReviewPage = Type.Object({
  productId: Id,
  rating: ProductRating,
  distribution: Type.Array(
    Type.Object({ rating: Type.Integer({ minimum: 1, maximum: 5 }), count: Type.Integer({ minimum: 0 }) }),
    { description: 'From 5 to 1' },
  ),
  items: Type.Array(Review),
  total: Type.Integer({ minimum: 0, description: 'Number of reviews in the requested languages' }),
  otherLanguages: Type.Integer({
    minimum: 0,
    description: 'Number of reviews without a text in the requested language',
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

/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const TypedText = Type.String({ maxLength: 6000 });

/**
 * A review as typed; `shared/rules/reviews.ts` defines the rules of each field. It is published within 24
 * hours after the link in the mail has been confirmed and the checks have passed. A signed-in author gets no
 * mail: the address of the account is used instead of that of the form.
 */
export const NewReview = Type.Object({
  title: TypedText,
  opinion: TypedText,
  text: TypedText,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  name: TypedText,
  emailAddress: TypedText,
  website: Type.Optional(
    Type.String({ description: 'Hidden field that people leave empty', maxLength: 6000 }),
  ),
  openForMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Milliseconds since the page was opened, if JavaScript is available',
    }),
  ),
});
export type NewReview = Type.Static<typeof NewReview>;

/** Token of the link in the mail. */
export const ReviewConfirmation = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const ReviewConfirmed = Type.Object({
  confirmed: Type.Literal(true),
  product: Nullable(
    Type.Object({ title: Type.String(), url: Url }, { description: 'Null if the site does not sell it' }),
  ),
});

export const reviewCalls = {
  fetchReviews: {
    summary: 'Lists the published reviews of a product, with the average and the number of each rating',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productId: Id }),
    query: ReviewQuery,
    answer: ReviewPage,
    refusals: ['not_found'],
  },
  writeReview: {
    summary:
      'Submits a review, which takes effect when the link in the mail is confirmed, or at once for a signed-in author',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ productId: Id }),
    body: NewReview,
    // The same answer for every valid review: new, sent before, or from a bot.
    answer: null,
    refusals: ['not_found', 'too_many_attempts'],
  },
  confirmReview: {
    summary: 'Confirms a review with the token of the link in the mail; may be repeated',
    needs: 'open',
    isIdempotent: true,
    body: ReviewConfirmation,
    answer: ReviewConfirmed,
    refusals: ['token_invalid', 'token_expired'],
  },
} as const satisfies ContractsOf<typeof reviewPaths>;
