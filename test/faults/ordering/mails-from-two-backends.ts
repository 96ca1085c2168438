import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createSeededRandom } from '../../fixtures/seeded-random.ts';
import { eventually } from '../visit.ts';
import type { OrderingShop } from './ordering-shop.ts';
import type { Books } from './run-checkouts.ts';
import { createShopper, singlePurchasePlan } from './shopper.ts';

/** Longer than the delay before a mail is sent again after the server was too busy. */
const NEXT_ATTEMPT_MS = 3 * MINUTE_MS;

/**
 * Lets mails queue up while their server is too busy, and then lets two backends send all of them
 * concurrently.
 *
 * @returns the number of received copies by mail, and the number of mails that each backend has sent
 */
export async function sendMailsFromTwoBackends(
  shop: OrderingShop,
  { ledger }: Books,
  orders: number,
): Promise<{ readonly copies: readonly number[]; readonly shares: readonly number[] }> {
  const { backend, second, mail } = shop;
  if (!second) throw new Error('The database has no second backend');
  await second.pass(backend.elapsedMs - second.elapsedMs);
  await second.start();
  mail.answer = { at: 'message', code: 451 };
  const random = createSeededRandom(orders);
  const shoppers = Array.from({ length: orders }, () => createShopper(shop, ledger, random.fork()));
  await Promise.all(
    shoppers.map(async (shopper) => {
      await shopper.fillCart({ ...singlePurchasePlan, waitsUntilPaid: true });
      await shopper.order();
      await shopper.finish();
    }),
  );
  const addresses = shoppers.map(({ entry }) => `'${entry.emailAddress}'`).join();
  const listMails = (also: string) =>
    shop.ask(`select outbox_mail_id::int as id from outbox_mail where recipient in (${addresses}) ${also}`);
  await eventually(async () => {
    const tried = await listMails('and failure is not null');
    if (tried.length < orders) throw new Error(`${tried.length} of ${orders} mails were refused`);
  });
  const before = mail.received.length;
  const sentBefore = await Promise.all([backend, second].map((each) => each.countSentMails()));
  mail.answer = 'take';
  await Promise.all([backend, second].map((each) => each.pass(NEXT_ATTEMPT_MS)));
  await eventually(async () => {
    const waiting = await listMails('and sent_at is null');
    if (waiting.length > 0) throw new Error(`${waiting.length} mails are not sent`);
  });
  const sent = await Promise.all([backend, second].map((each) => each.countSentMails()));
  await second.stop();
  const received = mail.received
    .slice(before)
    .map(({ message }) => /^Message-ID: <\w+\.(\d+)@/im.exec(message)?.[1]);
  return {
    copies: (await listMails('')).map(({ id }) => received.filter((own) => own === String(id)).length),
    shares: sent.map((count, index) => count - (sentBefore[index] ?? 0)),
  };
}
