import Type from 'typebox';
import { markup } from '../../../platform/markup.ts';
import type { Actor } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { Choice } from '../../keeper/fields.ts';
import {
  createLines,
  createPaging,
  createSearch,
  createTable,
  formatMoment,
  linkTo,
  readPageNumber,
} from '../../keeper/html.ts';
import type { KeeperPart } from '../../keeper/keeper-part.ts';
import { createOperation, KeeperRefusal, type Outcome } from '../../keeper/operation.ts';
import { countPublishedSince, listShown } from './queries.ts';
import { setTakenDown, type TakeDownReason } from './take-down.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;
const reviewId = Type.Integer({ minimum: 1, maximum: 999_999_999 });

async function change(
  transaction: Database,
  id: number,
  reason: TakeDownReason | null,
  by: { readonly actor: Actor; readonly now: Date },
): Promise<Outcome> {
  const done = await setTakenDown(transaction, id, reason, by);
  if (!('productId' in done)) {
    throw new KeeperRefusal(done.outcome === 'unknown' ? 'not_found' : 'review_never_published');
  }
  if (done.outcome === 'unchanged') return { changes: [] };
  const { before } = done;
  return {
    changes: [
      { noun: 'review', nounId: id, before: { takenDownFor: before }, after: { takenDownFor: reason } },
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
    change(transaction, input.reviewId, input.reason, { actor, now }),
});

const show = createOperation({
  name: 'review.show',
  input: Type.Object({ reviewId }),
  run: (transaction, input, { actor, now }) => change(transaction, input.reviewId, null, { actor, now }),
});

/** What the people who run the shop do with reviews. A low rating is no reason to take one down: `take-down.ts` says which there are. */
export function createReviewKeeper({ database }: { readonly database: Database }): KeeperPart {
  return {
    operations: [hide, show],
    pages: [
      {
        path: '/reviews',
        menu: { section: 'goods', label: 'reviews', position: 60 },
        async read({ t, query, form }) {
          const isTakenDown = query.state === 'hidden';
          const state = isTakenDown ? 'hidden' : 'shown';
          const product = /^[1-9]\d{0,8}$/.test(query.product ?? '') ? (query.product ?? '') : '';
          const page = readPageNumber(query.p);
          const found = await listShown(database, {
            productId: product === '' ? undefined : Number(product),
            isTakenDown,
            limit: PAGE + 1,
            offset: (page - 1) * PAGE,
          });
          const rows = found.slice(0, PAGE).map((row) => {
            const id = row.reviewId;
            return [
              row.publishedAt && formatMoment(row.publishedAt),
              linkTo(`/products/${row.productId}`, row.productId),
              t('keeper.review.stars', { rating: row.rating }),
              markup`<div lang="${row.languageCode}"><strong>${row.title}</strong>${createLines(row.opinion)}${createLines(row.text)}</div><p>${row.authorName}</p>`,
              row.takenDownFor === null
                ? form('review.hide', { hidden: { reviewId: id }, isFolded: true })
                : markup`<p>${t(`keeper.choice.${row.takenDownFor}`)}</p>${form('review.show', { hidden: { reviewId: id }, isFolded: true })}`,
            ];
          });
          const title = t('keeper.review.title');
          const search = createSearch(
            '/reviews',
            [
              { name: 'product', label: t('keeper.review.productId'), value: product },
              {
                name: 'state',
                label: t('keeper.review.state'),
                value: state,
                choices: [
                  ['shown', t('keeper.review.state.shown')],
                  ['hidden', t('keeper.review.state.hidden')],
                ],
              },
            ],
            t('keeper.search'),
          );
          const headings = [
            t('keeper.review.at'),
            t('keeper.review.product'),
            t('keeper.review.rating'),
            t('keeper.review.words'),
            t('keeper.review.decide'),
          ];
          const table = createTable(headings, rows, { empty: t('keeper.review.none'), caption: title });
          const paging = createPaging(
            '/reviews',
            { product, state },
            { page, hasNext: found.length > PAGE, previous: t('keeper.previous'), next: t('keeper.next') },
          );
          return {
            title,
            body: markup`<p>${t('keeper.review.law')}</p>${search}${table}${paging}`,
          };
        },
      },
    ],
    tasks: [
      {
        label: 'reviewsOfDay',
        path: '/reviews',
        count: (now) => countPublishedSince(database, new Date(now.getTime() - DAY_MS)),
      },
    ],
  };
}
