import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import type { Database } from '../../core/database/database.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { getRetryDelays, PermanentFailureError, type Worker } from '../../core/queue/attempts.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { findOrder, listGiftCardLines, lockOrder } from '../orders/queries.ts';
import type { OrderRecord } from '../orders/types.ts';
import { type CardHasher, createCardSecrets, hashCardSecrets } from './card-secrets.ts';
import { composeGiftCardsMail } from './mails.ts';
import { insertCards, lockSoldCards } from './queries.ts';

/** Statuses of a paid order. */
const paidOrderStatuses: ReadonlySet<OrderRecord['status']> = new Set([
  'paid',
  'processing',
  'sent',
  'closed',
]);

/** Creates the worker that issues and mails the gift cards of a paid order: all or none, once. */
export function createGiftCardIssueWorker(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly mailWriter: MailWriter;
  readonly hasher: CardHasher;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker {
  const { database, sites, mailWriter, hasher, clock } = deps;

  /** Creates a card for each piece, with its hashes. */
  async function createCards(orderId: string) {
    const lines = await listGiftCardLines(database, orderId);
    const amounts = lines.flatMap(({ quantity, originalAmount }) =>
      // The value of a card is its price before discounts.
      Array<number>(quantity).fill(Math.round(originalAmount / quantity)),
    );
    return Promise.all(
      amounts.map(async (amount, index) => {
        const secrets = createCardSecrets();
        return { secrets, amount, orderSequence: index + 1, hashes: await hashCardSecrets(hasher, secrets) };
      }),
    );
  }

  return {
    retryDelaysMs: getRetryDelays(5),
    async run({ payload: { orderId } }) {
      const order = typeof orderId === 'string' ? await findOrder(database, orderId) : undefined;
      if (!order) throw new PermanentFailureError('no_order');
      const site = await sites.findSiteOfMail(order.siteId);
      const language = await sites.findLanguage(order.languageId);
      if (!site || !language) throw new PermanentFailureError('no_site');
      const cards = await createCards(order.orderId);
      const { euro } = createFormats({ culture: language.culture });
      await database.transaction('issue-gift-cards', async (transaction) => {
        const now = new Date(clock());
        // If the order was cancelled in the meantime, nothing is issued. A concurrent cancellation waits for
        // this lock and then blocks the issued cards.
        const current = await lockOrder(transaction, order.orderId);
        if (!current || !paidOrderStatuses.has(current.status) || cards.length === 0) return;
        if ((await lockSoldCards(transaction, order.orderId)).length > 0) return;
        await insertCards(
          transaction,
          cards.map(({ secrets, amount, orderSequence, hashes }) => ({
            ...hashes,
            lastFour: secrets.number.slice(-4),
            initialAmount: amount,
            balance: amount,
            orderId: order.orderId,
            orderSequence,
            createdAt: now,
          })),
        );
        await mailWriter.putMail(transaction, {
          kind: 'gift-cards',
          site,
          language,
          recipient: order.billing.emailAddress,
          now,
          compose: (t, origin) =>
            composeGiftCardsMail(t, {
              cards: cards.map(({ secrets, amount }) => ({ ...secrets, value: euro(amount) })),
              orderNumber: order.orderNumber,
              siteUrl: `${origin}/`,
            }),
        });
      });
    },
  };
}
