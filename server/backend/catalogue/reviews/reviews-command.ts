import { logCommandChanges } from '../../core/admin/change-log.ts';
import { commandActor } from '../../core/audit/audit.ts';
import { createCommand } from '../../core/cli/command.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { notifyWebsFromCommand } from '../../core/web-caches.ts';
import { parseReviewArguments, type ReviewArguments } from './parse-arguments.ts';
import { type ListedReview, listReviewsForAdmin } from './queries.ts';
import { setReviewTakenDown, takeDownReasons } from './take-down.ts';

const LIST_LIMIT = 50;

const reasonLines = Object.entries(takeDownReasons).map(([key, meaning]) => `  ${key.padEnd(14)}${meaning}`);

const USAGE = `Usage: npm run reviews -- list [--product <productId>] [--hidden]
       npm run reviews -- hide <reviewId> --reason <reason>
       npm run reviews -- show <reviewId>

Lists the ${LIST_LIMIT} newest published reviews (--hidden: those taken down), takes one down, or restores it. The running backend does it;
where none runs, it is done in the database that DATA_DIR or DATABASE_URL names. A reason is one of:
${reasonLines.join('\n')}
A low rating or a harsh opinion is not a valid reason: the law forbids it.
`;

function describeReview(row: ListedReview): string {
  const { reviewId, productId, publishedAt, rating, authorName, languageCode, takenDownFor } = row;
  const parts = [
    `#${reviewId}`,
    publishedAt?.toISOString().slice(0, 10) ?? '',
    `product ${productId}`,
    `${rating} of 5`,
    languageCode,
    authorName,
    ...(takenDownFor === null ? [] : [`taken down: ${takenDownFor}`]),
  ];
  return [parts.join(' · '), row.title, row.opinion, row.text].map(toPlain).join('\n    ');
}

/** Command for reviews: lists them, takes one down, restores one. */
export const reviewsCommand = createCommand<ReviewArguments>({
  name: 'reviews',
  usage: USAGE,
  read: parseReviewArguments,
  async run(args, context) {
    const { print: say, warn } = context;
    const { database } = await context.openDatabase();
    if (args.kind === 'list') {
      const rows = await listReviewsForAdmin(database, { ...args, limit: LIST_LIMIT });
      say(rows.length > 0 ? rows.map(describeReview).join('\n\n') : 'There are none.');
      return 0;
    }
    const { kind, reviewId } = args;
    const reason = kind === 'hide' ? args.reason : null;
    const by = { actor: commandActor, now: context.now };
    const result = await database.transaction('take-review-down', async (transaction) => {
      const done = await setReviewTakenDown(transaction, reviewId, reason, by);
      if (done.outcome === 'changed') {
        const [before, after] = [{ takenDownFor: done.before }, { takenDownFor: reason }];
        const change = { resource: 'review', resourceId: reviewId, before, after };
        await logCommandChanges(transaction, `review.${kind}`, [change], context.now);
      }
      return done;
    });
    if (!('productId' in result)) {
      const why = result.outcome === 'unknown' ? 'does not exist' : 'was never published';
      warn(`Review ${reviewId} ${why}: nothing was changed.`);
      return 1;
    }
    const state = kind === 'hide' ? 'taken down' : 'shown';
    say(`Review ${reviewId} is ${result.outcome === 'changed' ? `${state} now` : `${state} already`}.`);
    await notifyWebsFromCommand(context, [`product-${result.productId}`]);
    return 0;
  },
});
