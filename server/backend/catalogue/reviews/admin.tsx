import Type from 'typebox';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { MultilineText } from '../../core/admin/components/MultilineText.tsx';
import { Choice } from '../../core/admin/fields.ts';
import { formatMoment } from '../../core/admin/formats.ts';
import { AdminRefusal, createOperation, type Outcome } from '../../core/admin/operation.ts';
import { createList } from '../../core/admin/paged-list.tsx';
import type { ChangeContext } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { countReviewsPublishedSince, listReviewsForAdmin } from './queries.ts';
import { setReviewTakenDown, type TakeDownReason } from './take-down.ts';

const reviewId = Type.Integer({ minimum: 1, maximum: 999_999_999 });

async function changeTakenDown(
  transaction: Database,
  id: number,
  reason: TakeDownReason | null,
  by: ChangeContext,
): Promise<Outcome> {
  const done = await setReviewTakenDown(transaction, id, reason, by);
  if (!('productId' in done)) {
    throw new AdminRefusal(done.outcome === 'unknown' ? 'not_found' : 'review_never_published');
  }
  if (done.outcome === 'unchanged') return { changes: [] };
  const { before } = done;
  return {
    changes: [
      {
        resource: 'review',
        resourceId: id,
        before: { takenDownFor: before },
        after: { takenDownFor: reason },
      },
    ],
  };
}

const hide = createOperation({
  name: 'review.hide',
  input: Type.Object({
    reviewId,
    reason: Choice(['unlawful', 'personal-data', 'fake', 'advertising', 'off-topic', 'author']),
  }),
  run: (transaction, input, { actor, now }) =>
    changeTakenDown(transaction, input.reviewId, input.reason, { actor, now }),
});

const show = createOperation({
  name: 'review.show',
  input: Type.Object({ reviewId }),
  run: (transaction, input, { actor, now }) =>
    changeTakenDown(transaction, input.reviewId, null, { actor, now }),
});

/**
 * Creates the admin pages of reviews. A low rating is no reason for a take-down; `take-down.ts` lists the
 * valid reasons.
 */
export function createReviewAdmin({ database }: { readonly database: Database }): AdminModule {
  return {
    operations: [hide, show],
    pages: [
      {
        path: '/reviews',
        menu: { section: 'goods', label: 'reviews', position: 60 },
        async read(request) {
          const { t, query, form } = request;
          const isTakenDown = query.state === 'hidden';
          const state = isTakenDown ? 'hidden' : 'shown';
          const product = /^[1-9]\d{0,8}$/.test(query.product ?? '') ? (query.product ?? '') : '';
          const title = t('admin.review.title');
          const { search, table } = await createList(request, {
            path: '/reviews',
            title,
            empty: t('admin.review.none'),
            fields: [
              { name: 'product', label: t('admin.review.productId'), value: product },
              {
                name: 'state',
                label: t('admin.review.state'),
                value: state,
                choices: [
                  ['shown', t('admin.review.state.shown')],
                  ['hidden', t('admin.review.state.hidden')],
                ],
              },
            ],
            find: (range) =>
              listReviewsForAdmin(database, {
                productId: product === '' ? undefined : Number(product),
                isTakenDown,
                ...range,
              }),
            columns: [
              [t('admin.review.at'), (row) => row.publishedAt && formatMoment(row.publishedAt, t)],
              [
                t('admin.review.product'),
                (row) => <AdminLink path={`/products/${row.productId}`}>{row.productId}</AdminLink>,
              ],
              [t('admin.review.rating'), (row) => t('admin.review.stars', { rating: row.rating })],
              [
                t('admin.review.words'),
                (row) => (
                  <>
                    <div lang={row.languageCode}>
                      <strong>{row.title}</strong>
                      <MultilineText text={row.opinion} />
                      <MultilineText text={row.text} />
                    </div>
                    <p>{row.authorName}</p>
                  </>
                ),
              ],
              [
                t('admin.review.decide'),
                ({ reviewId, takenDownFor }) =>
                  takenDownFor === null ? (
                    form('review.hide', { hidden: { reviewId }, isFolded: true })
                  ) : (
                    <>
                      <p>{t(`admin.choice.${takenDownFor}`)}</p>
                      {form('review.show', { hidden: { reviewId }, isFolded: true })}
                    </>
                  ),
              ],
            ],
          });
          return {
            title,
            body: (
              <>
                <p>{t('admin.review.law')}</p>
                {search}
                {table}
              </>
            ),
          };
        },
      },
    ],
    tasks: [
      {
        label: 'reviewsOfDay',
        path: '/reviews',
        count: (now) => countReviewsPublishedSince(database, new Date(now.getTime() - DAY_MS)),
      },
    ],
  };
}
